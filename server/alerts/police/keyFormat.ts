/** `pk_live_<8 signs>_<32 bytes, base62>_<checksum>`: what a partner's key looks like. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { PoliceKey } from '../../../shared/contract/alerts/policeKey.ts';
import { randomInt } from '../../../shared/random.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LOOKUP_SIGNS = 8;
/** So many signs of 62 hold 32 bytes. */
const SECRET_SIGNS = 43;
const CHECKSUM_SIGNS = 8;
const LAST_SIGNS = 4;
const KEY = new RegExp(
  `^pk_(live|test)_([0-9A-Za-z]{${LOOKUP_SIGNS}})_[0-9A-Za-z]{${SECRET_SIGNS}}_[0-9a-f]{${CHECKSUM_SIGNS}}$`,
);

const signs = (n: number) => Array.from({ length: n }, () => BASE62[randomInt(BASE62.length)]).join('');
const checksum = (text: string) => crc32(text).toString(16).padStart(CHECKSUM_SIGNS, '0');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export const keyPrefix = ({ env, lookup }: Pick<PoliceKey, 'env'> & { lookup: string }) =>
  `pk_${env}_${lookup}`;

export function makeKey(env: PoliceKey['env']) {
  const lookup = signs(LOOKUP_SIGNS);
  const body = `${keyPrefix({ env, lookup })}_${signs(SECRET_SIGNS)}`;
  const key = `${body}_${checksum(body)}`;
  return { key, lookup, last4: key.slice(-LAST_SIGNS), secret_sha256: sha256(key) };
}

/** By what a key is looked up; null where it is none, or was mistyped. */
export function lookupOf(key: string): string | null {
  const found = KEY.exec(key);
  const end = key.lastIndexOf('_');
  return found && checksum(key.slice(0, end)) === key.slice(end + 1) ? (found[2] ?? null) : null;
}

export const isThatKey = (key: string, secret_sha256: string) =>
  timingSafeEqual(Buffer.from(sha256(key)), Buffer.from(secret_sha256));
