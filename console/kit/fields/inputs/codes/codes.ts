/** What a code is called in the reader's language, and which codes are found by what he types. */
import type { CodeKind } from '../lazyInput.ts';
import { COUNTRIES, CURRENCIES } from '../../../../../shared/i18n/codes.ts';

export interface CodeOption {
  code: string;
  /** What the closed field shows: its name, and the code where people of the trade say it. */
  label: string;
}

const codesOf: Readonly<Record<CodeKind, () => readonly string[]>> = {
  country: () => COUNTRIES,
  currency: () => CURRENCIES,
  // Browsers leave UTC out of their list.
  zone: () => ['UTC', ...Intl.supportedValuesOf('timeZone')],
};

/** `Europe/Lisbon` as people write it. */
const cityOf = (zone: string) => zone.split('/').reverse().join(', ').replaceAll('_', ' ');

function zoneLabel(zone: string, locale: string): string {
  const part = (timeZoneName: 'longGeneric' | 'shortOffset') =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName })
      .formatToParts()
      .find(({ type }) => type === 'timeZoneName')?.value;
  return zone === 'UTC' ? zone : `${cityOf(zone)} · ${part('longGeneric')}, ${part('shortOffset')}`;
}

/** A code this browser knows no name for is shown as it is. */
export function codeLabel(of: CodeKind, code: string, locale: string): string {
  try {
    if (of === 'zone') return zoneLabel(code, locale);
    const name = new Intl.DisplayNames(locale, { type: of === 'country' ? 'region' : of }).of(code) ?? code;
    return of === 'currency' && name !== code ? `${code} · ${name}` : name;
  } catch {
    return code;
  }
}

const plain = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll(/[/_]/g, ' ');

/** Labels of all codes of a kind, by name; made once for each language, since zones take a while. */
const made = new Map<string, readonly CodeOption[]>();
export function codeOptions(of: CodeKind, locale: string): readonly CodeOption[] {
  const key = `${of} ${locale}`;
  const known = made.get(key);
  if (known) return known;
  const { compare } = new Intl.Collator(locale);
  const options = codesOf[of]()
    .map(code => ({ code, label: codeLabel(of, code, locale) }))
    .sort((a, b) => compare(a.label, b.label));
  made.set(key, options);
  return options;
}

/** Each typed word stands in the name or the code; a code typed whole comes first, then names that begin so. */
export function findCodes(options: readonly CodeOption[], typed: string): readonly CodeOption[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const rank = ({ code, label }: CodeOption) =>
    plain(code) === words.join(' ') ? 0 : plain(label).startsWith(words[0] ?? '') ? 1 : 2;
  return options
    .filter(option => words.every(word => plain(`${option.label} ${option.code}`).includes(word)))
    .map(option => ({ option, rank: rank(option) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}

/** What a text means that is left standing: a code, a name, or words that fit just one of them; undefined: nothing. */
export function codeOfText(options: readonly CodeOption[], typed: string): string | undefined {
  const found = findCodes(options, typed);
  const text = plain(typed.trim());
  const isWhole = ({ code, label }: CodeOption) => plain(code) === text || plain(label) === text;
  return (found.length === 1 ? found[0] : found.find(isWhole))?.code;
}
