/** An authenticator in software: real attestations, of format `none` unless a test names another, and real assertions, with P-256 and ES256. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { Assertion } from '../../../../shared/contract/identity/account/assertion.ts';

export const ORIGIN = 'https://signage.example';
const RP_ID = 'signage.example';
/** User present, user verified, attested credential data. */
const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];
const hex = (text: string) => Buffer.from(text, 'hex');
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
const u16 = (n: number) => Buffer.from([n >> 8, n & 0xff]);
function u32(n: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(n);
  return bytes;
}
const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }));

/** What a statement is made of; `hash`: of the client data. */
export interface Attested {
  data: Buffer;
  hash: Buffer;
  publicKey: KeyObject;
  privateKey: KeyObject;
}
/** CBOR: "fmt" and "attStmt" with their values. */
const noStatement = () => hex('63666d74646e6f6e656761747453746d74a0');

interface Faults {
  statement?: (attested: Attested) => Buffer;
  origin?: string;
  rpId?: string;
  /** Without a PIN, a finger or a face. */
  unverified?: boolean;
  /** Of its uses; without it the next one. */
  counter?: number;
}
export function softwareKey(user_id: string, { counts = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credential = randomBytes(32);
  const id = credential.toString('base64url');
  let uses = 0;
  /** CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
  const cose = Buffer.concat([
    ...[hex('a5010203262001215820'), Buffer.from(x, 'base64url')],
    ...[hex('225820'), Buffer.from(y, 'base64url')],
  ]);
  const authData = ({ rpId = RP_ID, unverified = false, counter }: Faults, attested?: Buffer) =>
    Buffer.concat([
      sha256(rpId),
      Buffer.from([PRESENT | (unverified ? 0 : VERIFIED) | (attested ? ATTESTED : 0)]),
      u32(counter ?? (counts ? ++uses : 0)),
      ...(attested ? [attested] : []),
    ]);
  return {
    id,
    public_key: cose.toString('base64url'),
    /** As `navigator.credentials.create` answers. */
    make(challenge: string, faults: Faults = {}) {
      const attested = Buffer.concat([Buffer.alloc(16), u16(credential.length), credential, cose]);
      const data = authData(faults, attested);
      const clientBytes = clientData('create', challenge, faults.origin ?? ORIGIN);
      const statement = (faults.statement ?? noStatement)({
        data,
        hash: sha256(clientBytes),
        publicKey,
        privateKey,
      });
      /** CBOR: {"fmt": …, "attStmt": …, "authData": data}. */
      const attestation = Buffer.concat([
        ...[hex('a3'), statement, hex('686175746844617461'), hex('59'), u16(data.length), data],
      ]);
      return {
        id,
        client_data: clientBytes.toString('base64url'),
        attestation: attestation.toString('base64url'),
      };
    },
    /** As `navigator.credentials.get` answers. */
    answer(challenge: string, faults: Faults = {}): Assertion {
      const data = authData(faults);
      const clientBytes = clientData('get', challenge, faults.origin ?? ORIGIN);
      const signed = Buffer.concat([data, sha256(clientBytes)]);
      return {
        id,
        client_data: clientBytes.toString('base64url'),
        authenticator_data: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        user_handle: Buffer.from(user_id).toString('base64url'),
      };
    },
  };
}
export type SoftwareKey = ReturnType<typeof softwareKey>;
