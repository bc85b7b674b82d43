/** The server's ES256 keys: one signs manifests and receipts (players pin it), one signs access tokens. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import { canonical, thumbprintText } from '../../../shared/contract/wire/canonical.ts';
import type { PublicJwk } from '../../../shared/contract/fleet/jwk.ts';
import { ConfigError } from '../../context/config.ts';
import type { Db } from '../../db/database.ts';
import { serverKeys } from '../../db/schema.ts';
import type { Secret } from './secret.ts';

export interface ServerKey {
  key_id: string;
  jwk: PublicJwk;
  privateKey: KeyObject;
  publicKey: KeyObject;
}
export interface ServerKeys {
  manifest: ServerKey;
  token: ServerKey;
  /** The next key during a rotation, announced under the signature of the active key. */
  nextManifest: ServerKey | null;
  /** All that ever signed documents, the active one among them: what they signed holds after a rotation. */
  signers: readonly { key_id: string; jwk: PublicJwk }[];
  secret: Secret;
}

/** `sig` for a document: ES256 over its canonical bytes, raw r||s in base64url. */
export function signDocument(key: ServerKey, document: object): string {
  return signText(key, canonical(document));
}
export const signText = (key: ServerKey, text: string) =>
  sign('sha256', Buffer.from(text), { key: key.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');

export const keyId = (jwk: PublicJwk) => createHash('sha256').update(thumbprintText(jwk)).digest('base64url');

export function newPair(): { privateKey: KeyObject; jwk: PublicJwk } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  return { privateKey, jwk: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } };
}

export async function loadServerKeys(db: Db, secret: Secret): Promise<ServerKeys> {
  const manifest = await loadOrMake(db, secret, 'manifest');
  const token = await loadOrMake(db, secret, 'token');
  const signers = await db
    .select({ key_id: serverKeys.key_id, jwk: serverKeys.jwk })
    .from(serverKeys)
    .where(and(eq(serverKeys.purpose, 'manifest'), ne(serverKeys.state, 'next')));
  return { manifest, token, nextManifest: await load(db, secret, 'manifest', 'next'), signers, secret };
}

async function load(db: Db, secret: Secret, purpose: string, state: string): Promise<ServerKey | null> {
  const [row] = await db
    .select()
    .from(serverKeys)
    .where(and(eq(serverKeys.purpose, purpose), eq(serverKeys.state, state)));
  if (!row) return null;
  try {
    const privateKey = createPrivateKey({ key: secret.unwrap(row.wrapped), format: 'der', type: 'pkcs8' });
    return { key_id: row.key_id, jwk: row.jwk, privateKey, publicKey: createPublicKey(privateKey) };
  } catch (cause) {
    throw new ConfigError(
      "The server's keys were wrapped by another secret. Restore the file `secret` of the data directory or WAYSIDE_SECRET.",
      { cause },
    );
  }
}

async function loadOrMake(db: Db, secret: Secret, purpose: string): Promise<ServerKey> {
  const found = await load(db, secret, purpose, 'active');
  if (found) return found;
  await storeKey(db, secret, { purpose, state: 'active' });
  const made = await load(db, secret, purpose, 'active');
  if (!made) throw new Error(`no ${purpose} key after making one`);
  return made;
}

/** Creates a key pair and stores it wrapped; of two nodes that start at once, the first wins. */
export async function storeKey(
  db: Db,
  secret: Secret,
  row: { purpose: string; state: string },
): Promise<void> {
  const { privateKey, jwk } = newPair();
  const wrapped = secret.wrap(privateKey.export({ format: 'der', type: 'pkcs8' }));
  await db.transaction(async tx => {
    const [other] = await tx
      .select()
      .from(serverKeys)
      .where(and(eq(serverKeys.purpose, row.purpose), eq(serverKeys.state, row.state)))
      .for('update');
    if (!other) await tx.insert(serverKeys).values({ key_id: keyId(jwk), jwk, wrapped, ...row });
  });
}
