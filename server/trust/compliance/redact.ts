/** What stands in the place of a person who was erased, and how it gets there. Pure. */

/** `isAddress`: a longer address that holds it is another one. Upper and lower case are alike in both. */
export interface Replacement {
  from: string;
  to: string;
  isAddress: boolean;
}
interface Person {
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
}
export interface Pseudonym {
  name: string;
  email: string;
}

/** The random part of the id, which the records hold anyway: those of one person still belong together. */
export function pseudonymOf(id: string): Pseudonym {
  const mark = id.slice(id.lastIndexOf('-') + 1);
  return { name: `#${mark}`, email: `${mark}@erased.invalid` };
}

export const addressOf = ({ id, email }: Pick<Person, 'id' | 'email'>): Replacement => ({
  ...{ from: email, to: pseudonymOf(id).email, isAddress: true },
});
const isHan = (text: string) => /^\p{Script=Han}+$/u.test(text);

/**
 * A first or a last name alone is no person, and what is no two words might be any word: such a name is replaced only
 * where a record names the person by id. Chinese names are written without a space.
 */
export function namesOf({ id, first_name, last_name }: Omit<Person, 'email'>): Replacement[] {
  const [first, last] = [first_name?.trim(), last_name?.trim()];
  if (!first || !last) return [];
  const names = [`${first} ${last}`, `${last} ${first}`, `${last}, ${first}`];
  const all = isHan(first + last) ? [...names, last + first] : names;
  return all.map(from => ({ from, to: pseudonymOf(id).name, isAddress: false }));
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
/** What belongs to an address only between its signs stands before or after it in a sentence, too. */
const AROUND_ADDRESS = [
  "(?<![\\p{L}\\p{N}+'])(?<![\\p{L}\\p{N}][._%-])",
  '(?![\\p{L}\\p{N}-]|[.][\\p{L}\\p{N}])',
];
const AROUND_NAME = ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])'];
const patternOf = ({ from, isAddress }: Replacement) => {
  const [before = '', after = ''] = isAddress ? AROUND_ADDRESS : AROUND_NAME;
  return new RegExp(`${before}${escaped(from)}${after}`, 'giu');
};

export const redact = (text: string, replacements: readonly Replacement[]): string =>
  replacements.reduce((rest, one) => rest.replaceAll(patternOf(one), () => one.to), text);

/** Of every text that a JSON value holds; its keys stay. */
export function redactAll<T>(value: T, replacements: readonly Replacement[]): T {
  if (typeof value === 'string') return redact(value, replacements) as T;
  if (Array.isArray(value)) return value.map(one => redactAll(one as unknown, replacements)) as T;
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, redactAll(one as unknown, replacements)]),
  ) as T;
}
