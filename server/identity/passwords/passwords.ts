import { hash, verify } from '@node-rs/argon2';
import { AT_ONCE } from '../../../shared/contract/wire/limits.ts';
import { randomInt } from '../../../shared/random.ts';
import { crowded, openTurns } from '../../transaction/turns.ts';

/** Argon2id with the library's defaults (19 MiB, 2 passes, 1 lane): OWASP's first recommendation. */
export const hashPassword = (password: string) => hash(password);

export interface Passwords {
  hash(password: string): Promise<string>;
  /** `stored` is null where there is no account or no password; it takes as long as a wrong password. */
  verify(stored: string | null, password: string): Promise<boolean>;
  /** Argon2 checks begun since start. */
  checks(): number;
}

/** A few hashes at a time, so that they leave a processor to everything else; too many at once are refused with 503. */
export function openPasswords(): Passwords {
  const dummyHash = hashPassword('no account has this password');
  const turns = openTurns(AT_ONCE.hashes, crowded('Too many passwords are being checked.', 'UNAVAILABLE'));
  const inTurn = <T>(act: () => Promise<T>) => turns.run('', act);
  let checks = 0;
  return {
    hash: password => inTurn(() => hashPassword(password)),
    async verify(stored, password) {
      const against = stored ?? (await dummyHash);
      const isRight = await inTurn(() => {
        checks++;
        return verify(against, password);
      });
      return isRight && stored !== null;
    },
    checks: () => checks,
  };
}

const LOWER = 'abcdefghijkmnpqrstuvwxyz';
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';
const SIGNS = '-+=%#';

/** Three groups of five characters and three more that cover all classes: about 100 bits. */
export function oneTimePassword(): string {
  const pick = (from: string) => from[randomInt(from.length)] ?? '';
  const all = LOWER + UPPER + DIGITS;
  const group = () => Array.from({ length: 5 }, () => pick(all)).join('');
  const classes = pick(LOWER) + pick(UPPER) + pick(DIGITS);
  return `${group()}${pick(SIGNS)}${group()}${pick(SIGNS)}${group()}${pick(SIGNS)}${classes}`;
}
