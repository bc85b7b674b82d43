/** Passwords that everybody tries first, though they have all kinds of characters. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { weakPassword } from '../../../shared/contract/wire/errors.ts';
import { ROOT } from '../../root.ts';

/** Of our own field and of other languages; without digits and signs around them, as all words here. */
const OWN = new Set(
  (
    'password passwort passwd pass qwerty qwertz azerty asdfgh zxcvbn abc abcd abcdef letmein welcome admin ' +
    'administrator root login user guest test demo changeme secret default master access hello iloveyou monkey ' +
    'dragon football baseball sunshine princess superman batman shadow trustno starwars whatever freedom summer ' +
    'winter spring autumn january december monday friday company wayside signage'
  ).split(' '),
);
const WRITTEN_AS: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
};

const letters = (text: string) => text.toLowerCase().replace(/^[^a-z]+|[^a-z]+$/g, '');
const plain = (text: string) =>
  letters([...text.toLowerCase()].map(sign => WRITTEN_AS[sign] ?? sign).join(''));

let words: ReadonlySet<string> | null = null;
/** With those of the ten thousand most common passwords that have letters; read when somebody first sets a password. */
function commonWords(): ReadonlySet<string> {
  const file = join(ROOT, 'server/identity/passwords/common/words.txt');
  words ??= new Set([...OWN, ...readFileSync(file, 'utf8').trim().split('\n')]);
  return words;
}

export const isCommon = (password: string) => {
  const tail = password.replace(/[^A-Za-z]+$/, '');
  return [letters(password), plain(tail), plain(password)].some(word => commonWords().has(word));
};

/** Throws WEAK_PASSWORD; `field` is that of the request. */
export function requireUncommon(password: string, field: string): void {
  if (isCommon(password)) throw weakPassword({ [field]: ['This password is too common'] });
}
