import { hash, verify } from '@node-rs/argon2';
import { randomInt } from '../../shared/random.ts';

/** Argon2id with the library's defaults (19 MiB, 2 passes, 1 lane): OWASP's first recommendation. */
export const hashPassword = (password: string) => hash(password);
export const checkPassword = (stored: string, password: string) => verify(stored, password);

/** A hash nobody's password has: an unknown address must cost the same time as a known one. */
export const dummyHash = hashPassword('no account has this password');

const LOWER = 'abcdefghijkmnpqrstuvwxyz';
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';
const SIGNS = '-+=%#';

/** Four groups of five signs that hold all four classes: about 100 bits. */
export function oneTimePassword(): string {
  const pick = (from: string) => from[randomInt(from.length)] ?? '';
  const all = LOWER + UPPER + DIGITS;
  const group = () => Array.from({ length: 5 }, () => pick(all)).join('');
  const classes = pick(LOWER) + pick(UPPER) + pick(DIGITS);
  return `${group()}${pick(SIGNS)}${group()}${pick(SIGNS)}${group()}${pick(SIGNS)}${classes}`;
}
