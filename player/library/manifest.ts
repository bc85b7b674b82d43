/** Asks what to play, believes only what the pinned server key signed, and keeps it until it may take over. */
import type * as z from 'zod/mini';
import { fromBase64Url, sha256Hex, utf8 } from '../../shared/contract/wire/bytes.ts';
import { canonical, ES256, P256 } from '../../shared/contract/wire/canonical.ts';
import { address } from '../../shared/contract/wire/endpoint.ts';
import {
  configDocument,
  document as documentCall,
  manifest,
  playlistDocument,
  scheduleDocument,
  type DocumentKind,
  type Head,
} from '../../shared/contract/playout/manifest.ts';
import { flightsDocument } from '../../shared/contract/playout/flights.ts';
import type { PublicJwk } from '../../shared/contract/fleet/jwk.ts';
import { CallFailure, failureOf, isOk, parseAnswer, type DeviceClient } from '../../shared/device/call.ts';
import { thumbprint } from '../../shared/device/keys.ts';
import type { Connection, DocumentRow, Identity } from '../../shared/device/storage.ts';

/** Which of the two keys we trust is `key_id` and signed this document; null: neither. */
export async function signerOf(
  document: { sig: string },
  key_id: string,
  { server_key, next_key }: Pick<Identity, 'server_key' | 'next_key'>,
) {
  for (const jwk of [server_key, next_key])
    if (jwk && (await thumbprint(jwk)) === key_id) return (await isSignedBy(document, jwk)) ? jwk : null;
  return null;
}

async function isSignedBy({ sig, ...rest }: { sig: string }, jwk: PublicJwk): Promise<boolean> {
  const key = await crypto.subtle.importKey('jwk', { ...jwk }, P256, false, ['verify']);
  return crypto.subtle.verify(ES256, key, fromBase64Url(sig), utf8(canonical(rest)));
}

/** The keys to trust after this head: the next one is taken up with the first head that it signs. */
export function keysAfter(identity: Identity, head: Head, signer: PublicJwk): Identity {
  const { next_key: _known, ...rest } = identity;
  const next = head.next_key ?? (signer === identity.server_key ? identity.next_key : undefined);
  return { ...rest, server_key: signer, ...(next ? { next_key: next } : {}) };
}

export class ManifestRejected extends Error {}

interface Ports {
  caller: DeviceClient;
  db: Connection;
}

/** The head, or null where ours is still the newest. */
export async function fetchHead({ caller }: Ports, known: number): Promise<Head | null> {
  const headers: Record<string, string> = known > 0 ? { 'If-None-Match': `"v${known}"` } : {};
  const reply = await caller.send({ method: manifest.method, target: manifest.path, headers });
  if (reply.status === 304) return null;
  if (!isOk(reply)) throw failureOf(reply);
  return parseAnswer(manifest, reply);
}

export async function checkHead(head: Head, identity: Identity, known: number): Promise<PublicJwk> {
  if (head.device_id !== identity.device_id) throw new ManifestRejected('The manifest names another device');
  if (head.version < known) throw new ManifestRejected(`Version ${head.version} is older than ${known}`);
  const signer = await signerOf(head, head.key_id, identity);
  if (!signer) throw new ManifestRejected('The signature of the manifest does not fit');
  return signer;
}

/**
 * Every document the head names that is not stored yet, each checked against its hash and the contract. `given`: texts
 * that came with the head.
 */
export async function fetchDocuments(
  ports: Ports,
  head: Head,
  given: readonly string[] = [],
): Promise<DocumentRow[]> {
  const known = new Map<string, string>();
  for (const text of given) known.set(await sha256Hex(text), text);
  /** A playlist that stands and is scheduled, too, is fetched once. */
  const named = new Map(head.documents.map(one => [one.sha256, one]));
  const rows = [...named.values()]
    .filter((named): named is { kind: PlayedKind; sha256: string } => named.kind in SCHEMAS)
    .map(({ kind, sha256 }) => fetchDocument(ports, kind, sha256, known.get(sha256)));
  return (await Promise.all(rows)).filter(row => row !== null);
}

/** The splash is fetched apart: nothing that plays waits for it. */
type PlayedKind = Exclude<DocumentKind, 'splash'>;
const SCHEMAS: Readonly<Record<PlayedKind, z.ZodMiniType>> = {
  playlist: playlistDocument,
  config: configDocument,
  flights: flightsDocument,
  schedule: scheduleDocument,
  scheduled: playlistDocument,
};

async function fetchDocument(
  { caller, db }: Ports,
  kind: PlayedKind,
  sha256: string,
  given?: string,
): Promise<DocumentRow | null> {
  if (await (await db()).getKey('documents', sha256)) return null;
  const text = given ?? (await requestDocument(caller, sha256));
  SCHEMAS[kind].parse(JSON.parse(text));
  return { sha256, text };
}

export async function requestDocument(caller: DeviceClient, sha256: string): Promise<string> {
  const target = address(documentCall.path, { sha256 });
  const reply = await caller.send({ method: documentCall.method, target });
  if (!isOk(reply)) throw failureOf(reply);
  if ((await sha256Hex(reply.bytes)) !== sha256)
    throw new CallFailure('foreign', `document ${sha256} does not match its hash`);
  return new TextDecoder().decode(reply.bytes);
}
