/** What nobody sends who means well. */
import { isDue } from '../../support/dailyShare.ts';

/** Texts that have meant something else to a database, a language, a log or a page. */
export const TEXTS = [
  "'",
  "'; drop table users; --",
  "' or '1'='1",
  "x'); RESET ROLE; --",
  "' || set_config('role', 'none', false) || '",
  '$1',
  '%_\\',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '__proto__',
  'constructor',
  'toString',
  '{{7*7}}${7*7}<%= 7 %>',
  '<img src=x onerror=alert(1)>',
  '../../../../etc/passwd',
  '\r\nX-Injected: 1',
  '\u202e\ufeff\u0000',
  '9'.repeat(400),
  'x'.repeat(20_000),
  '',
  ' ',
];
export const NUMBERS = [-1, 0.5, 1e308, 2 ** 53, -(2 ** 63), 2 ** 31, 1e21];
const OTHERS: unknown[] = [null, true, [], {}, [null], { $ne: null }, { ['__proto__']: { admin: true } }];
export const VALUES: unknown[] = [...TEXTS, ...NUMBERS, ...OTHERS];
/** One place is asked each twelfth value, the next place the next ones, tomorrow others; `npm run test:long -- values` asks all of all. */
const SHARE = 12;
let places = 0;
export function share<T>(values: readonly T[]): T[] {
  const nth = places++;
  return values.filter((_, i) => isDue(i + nth, SHARE));
}
