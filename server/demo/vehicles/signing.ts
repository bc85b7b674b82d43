/** Signs calls as a screen does, with a key of Node. */
import { createHash, createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { EMPTY_SHA256, SIGNATURE_TTL_S, signedText } from '../../../shared/contract/wire/canonical.ts';
import type { PublicJwk } from '../../../shared/contract/fleet/jwk.ts';
import { keyId } from '../../identity/keys/serverKeys.ts';

export interface DeviceKey {
  privateKey: KeyObject;
  jwk: PublicJwk;
  key_id: string;
}

export function makeKey(): DeviceKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return deviceKeyOf(privateKey);
}
/** `pem`: the private key in PKCS #8. */
export const readKey = (pem: string): DeviceKey => deviceKeyOf(createPrivateKey(pem));
export const writeKey = ({ privateKey }: DeviceKey): string =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;

function deviceKeyOf(privateKey: KeyObject): DeviceKey {
  const { x = '', y = '' } = privateKey.export({ format: 'jwk' });
  const jwk: PublicJwk = { kty: 'EC', crv: 'P-256', x, y };
  return { privateKey, jwk, key_id: keyId(jwk) };
}

export const signText = (key: KeyObject, text: string) =>
  sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');

const sha256 = (body: string | Buffer) =>
  body.length === 0 ? EMPTY_SHA256 : createHash('sha256').update(body).digest('hex');

export interface SignedRequest {
  method: string;
  /** Path and query. */
  target: string;
  body?: string | Buffer;
}
export interface SignOptions {
  /** The device's id, or `pairing`. */
  id: string;
  /** The time of the request, ms since 1970. */
  ms: number;
  /** s that the signature is good for. */
  ttl?: number;
  origin: string;
}
export function signedHeaders(key: DeviceKey, request: SignedRequest, options: SignOptions) {
  const { method, target, body = '' } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  const device = `${options.id}.${key.key_id}`;
  const time = `${options.ms}.${options.ttl ?? SIGNATURE_TTL_S[isRead ? 'read' : 'write']}`;
  const { origin } = options;
  const text = signedText({ method, target, bodySha256: sha256(body), device, time, origin });
  return {
    'x-device': device,
    'x-device-time': time,
    'x-device-signature': signText(key.privateKey, text),
  };
}
