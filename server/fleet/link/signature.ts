/** Device signatures (contract §0): reads the claim from the headers and verifies it. */
import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { EMPTY_SHA256, SIGNATURE_TTL_S, signedText } from '../../../shared/contract/wire/canonical.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { PublicJwk } from '../../../shared/contract/fleet/jwk.ts';
import type { Config } from '../../context/config.ts';

/** The unverified claim of a signature. */
export interface SignatureClaim {
  /** Device id, or `pairing`. */
  id: string;
  key_id: string;
  text: string;
  signature: string;
  /** ms; from here on it is refused. */
  until: number;
  /** A signature of a read may be reused until it expires. */
  isRead: boolean;
}

const DEVICE = /^(pairing|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{43})$/;
const SIGNATURE_LENGTH = 86;
const SECOND_MS = 1_000;
/** ms; tolerated network delay before the request's time counts as wrong. */
const SLACK_MS = 5_000;

const malformed = (field: string) =>
  new AppError('AUTH_REQUIRED', `The header ${field} is missing or malformed.`, { header: field });

/** As much of a request as is signed. */
export interface SignedParts {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingHttpHeaders;
  rawBody: Buffer | null;
}
function header({ headers }: Pick<SignedParts, 'headers'>, name: string, form: RegExp): RegExpExecArray {
  const value = headers[name];
  const match = typeof value === 'string' ? form.exec(value) : null;
  if (!match) throw malformed(name);
  return match;
}

export const originOf = (config: Pick<Config, 'publicUrl'>, request: FastifyRequest) =>
  config.publicUrl ?? `${request.protocol}://${request.host}`;

/** Names of hosts in the head: a proxy and this server could each take another one of several for the right one. */
export function hostsOf({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts++;
  return hosts;
}

const bodyHash = (body: Buffer | null) =>
  body === null || body.length === 0 ? EMPTY_SHA256 : createHash('sha256').update(body).digest('hex');

/** Who says to have signed, before anything proves it. */
export function readSigner(
  request: Pick<SignedParts, 'headers'>,
): Pick<SignatureClaim, 'id' | 'key_id'> & { device: string } {
  const [device, id = '', key_id = ''] = header(request, 'x-device', DEVICE);
  return { device, id, key_id };
}

export function readClaim(request: SignedParts, origin: string, now: number): SignatureClaim {
  const { device, id, key_id } = readSigner(request);
  const [time, ms, ttl] = header(request, 'x-device-time', /^(\d{1,15})\.(\d{1,4})$/);
  const [signature] = header(request, 'x-device-signature', /^[A-Za-z0-9_-]+$/);
  if (signature.length !== SIGNATURE_LENGTH) throw malformed('x-device-signature');
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (Number(ttl) < 1 || Number(ttl) > SIGNATURE_TTL_S[isRead ? 'read' : 'write'])
    throw malformed('x-device-time');
  const lasts = Number(ttl) * SECOND_MS + SLACK_MS;
  if (Math.abs(now - Number(ms)) > lasts)
    throw new AppError('CLOCK', "The request's time is not ours.", { server_ms: now });
  const bodySha256 = bodyHash(request.rawBody);
  const text = signedText({ method: request.method, target: request.url, bodySha256, device, time, origin });
  return { id, key_id, text, signature, until: Number(ms) + lasts, isRead };
}

export const isValidSignature = (publicKey: KeyObject, text: string, signature: string) =>
  verify(
    'sha256',
    Buffer.from(text),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );

export function requireValidSignature(publicKey: KeyObject, claim: SignatureClaim, origin: string): void {
  if (!isValidSignature(publicKey, claim.text, claim.signature))
    throw new AppError('INVALID_CREDENTIALS', 'The signature does not fit the request.', { origin });
}

/** Throws VALIDATION where the point is not on the curve. */
export function publicKeyOf(jwk: PublicJwk): KeyObject {
  try {
    return createPublicKey({ key: { ...jwk }, format: 'jwk' });
  } catch (cause) {
    throw new AppError('VALIDATION', 'This is no P-256 key.', { jwk: ['Invalid input'] }, { cause });
  }
}
