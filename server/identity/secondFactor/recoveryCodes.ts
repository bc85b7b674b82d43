/** Recovery codes: shown once, stored as keyed hashes, each good for one sign-in without the authenticator app. */
import { createHmac } from 'node:crypto';
import { RECOVERY_CODES } from '../../../shared/contract/identity/secondFactor.ts';
import { randomInt } from '../../../shared/random.ts';

const HALF = 5;
/** Without letters that are taken for others. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** About 49 bits: enough, since guesses are counted and the hashes need a key that is stored encrypted. */
export function newRecoveryCodes(): string[] {
  const half = () => Array.from({ length: HALF }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: RECOVERY_CODES }, () => `${half()}-${half()}`);
}

/** `key`: the user's TOTP secret. `entered`: as it is read from paper, with or without dash, spaces and capitals. */
export const recoveryHash = (key: Uint8Array, entered: string): string =>
  createHmac('sha256', key)
    .update(entered.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest('base64url');
