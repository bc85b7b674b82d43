/** The PIN as it is kept: slow to try, and never in clear. */
import { KIOSK } from '../../shared/constants.ts';
import { fromBase64Url, toBase64Url, utf8 } from '../../shared/contract/wire/bytes.ts';

export const PIN_DIGITS = 4;
const PIN = /^[0-9]{4}$/;
const ROUNDS = 600_000;
const SALT_BYTES = 16;
const HASH_BITS = 256;
const NAME = 'pbkdf2-sha256';
const HASH = /^pbkdf2-sha256\$(\d+)\$([\w-]+)\$([\w-]+)$/;

export const isPin = (text: string) => PIN.test(text);
export const isHash = (text: string | null): text is string => text !== null && HASH.test(text);

/** `chance`: from 0 up to 1. */
export const randomPin = (random: () => number): string => {
  const { pinFrom, pinTo } = KIOSK;
  return String(pinFrom + Math.floor(random() * (pinTo - pinFrom + 1)));
};

async function derive(pin: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', utf8(pin), 'PBKDF2', false, ['deriveBits']);
  const derived = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    key,
    HASH_BITS,
  );
  return toBase64Url(new Uint8Array(derived));
}

/** Fewer rounds are for tests that try thousands. */
export async function hashPin(
  pin: string,
  random: (bytes: number) => Uint8Array<ArrayBuffer>,
  iterations: number = ROUNDS,
): Promise<string> {
  const salt = random(SALT_BYTES);
  return [NAME, iterations, toBase64Url(salt), await derive(pin, salt, iterations)].join('$');
}

export async function verifyPin(pin: string, kept: string): Promise<boolean> {
  const [, iterations = '', salt = '', hash] = HASH.exec(kept) ?? [];
  return (
    isPin(pin) && hash !== undefined && (await derive(pin, fromBase64Url(salt), Number(iterations))) === hash
  );
}
