/** Codes of an authenticator app: RFC 6238 with SHA-1, six digits and steps of 30 s, which every app knows. Pure but for new secrets. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_S = 30;
const DIGITS = 6;
const CODE = /^[0-9]{6}$/;
const SECRET_BYTES = 20;
const ISSUER = 'Wayside';
/** Steps before and after the present one whose codes count, because clocks differ. */
const TOLERANCE = 1;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BASE32_BITS = 5;
const BYTE_BITS = 8;

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** Without padding: a secret of 20 bytes needs none. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(BYTE_BITS, '0')).join('');
  const groups = Array.from({ length: bits.length / BASE32_BITS }, (_, n) =>
    bits.slice(n * BASE32_BITS, (n + 1) * BASE32_BITS),
  );
  return groups.map(group => BASE32[parseInt(group, 2)]).join('');
}

/** What the QR code holds. */
export function totpUri(secret: Uint8Array, email: string): string {
  const query = new URLSearchParams({ secret: base32(secret), issuer: ISSUER });
  return `otpauth://totp/${ISSUER}:${encodeURIComponent(email)}?${query.toString()}`;
}

export const stepAt = (now: number) => Math.floor(now / (STEP_S * 1_000));

/** RFC 4226, section 5.3. */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(BYTE_BITS);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The step whose code this is; null where it is wrong or of a step up to `spent`, the last one that was accepted. */
export function matchingStep(
  secret: Uint8Array,
  code: string,
  { now, spent }: { now: number; spent: number },
): number | null {
  if (!CODE.test(code)) return null;
  const present = stepAt(now);
  const entered = Buffer.from(code);
  for (let step = present - TOLERANCE; step <= present + TOLERANCE; step++)
    if (step > spent && timingSafeEqual(Buffer.from(totpCode(secret, step)), entered)) return step;
  return null;
}
