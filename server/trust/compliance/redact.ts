/** What stands in the place of a person who was erased, and how it gets there. Pure. */
import { ERASED_DOMAIN } from '../../identity/users/reservedAddresses.ts';

/** `isAddress`: a longer address that holds it is another one. Upper and lower case are alike in both. */
export interface Replacement {
  from: string;
  to: string;
  isAddress: boolean;
}
export interface Names {
  first_name: string | null;
  last_name: string | null;
}
interface Person extends Names {
  id: string;
  email: string;
}
/** A whole value that is nothing but a part of what the person is called: it is his in an object or a list that names him. */
export interface Parts {
  /** His id and his addresses, one of which names him. */
  marks: readonly string[];
  /** Pairs of a first and a last name: both side by side name him, too. */
  pairs: readonly (readonly [first: string, last: string])[];
  values: readonly { from: string; to: string }[];
}
export interface Pseudonym {
  name: string;
  email: string;
}

/** The random part of the id, which the records hold anyway: those of one person still belong together. */
export function pseudonymOf(id: string): Pseudonym {
  const mark = id.slice(id.lastIndexOf('-') + 1);
  return { name: `#${mark}`, email: `${mark}@${ERASED_DOMAIN}` };
}

export const addressOf = ({ id, email }: Pick<Person, 'id' | 'email'>): Replacement => ({
  ...{ from: email, to: pseudonymOf(id).email, isAddress: true },
});
const isHan = (text: string) => /^\p{Script=Han}+$/u.test(text);

export const pairsOf = (all: readonly Names[]): [first: string, last: string][] =>
  all.flatMap(({ first_name, last_name }): [string, string][] => {
    const [first, last] = [first_name?.trim(), last_name?.trim()];
    return first && last ? [[first, last]] : [];
  });
export const fullNameOf = ({ first_name, last_name }: Names) =>
  [first_name, last_name]
    .map(part => part?.trim())
    .filter(Boolean)
    .join(' ');

/**
 * A first or a last name alone is no person, and what is no two words might be any word: such a name is replaced only
 * where a record names the person by id. Chinese names are written without a space.
 */
export function namesOf({ id, ...called }: Omit<Person, 'email'>): Replacement[] {
  const [pair] = pairsOf([called]);
  if (!pair) return [];
  const [first, last] = pair;
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

/** Words of the system, which somebody may be called like. */
const NO_NAME = /^(?:role|status|state|kind|type|locale|tz|theme|density|act|action)$|_(?:id|type|at|by)$/;
const isAlike = (value: unknown, text: string) =>
  typeof value === 'string' && value.trim().toLowerCase() === text.toLowerCase();

function isNamedBy(values: readonly unknown[], { marks, pairs }: Parts): boolean {
  const has = (text: string) => values.some(value => isAlike(value, text));
  return marks.some(has) || pairs.some(([first, last]) => has(first) && has(last));
}
/** A value that stands beside what names the person. */
function redactBeside<T>(key: string, value: T, { values }: Parts): T {
  if (typeof value !== 'string' || NO_NAME.test(key)) return value;
  return (values.find(({ from }) => isAlike(value, from))?.to ?? value) as T;
}

/** Of every text that a JSON value holds; its keys stay. */
export function redactAll<T>(value: T, replacements: readonly Replacement[], parts?: Parts): T {
  if (typeof value === 'string') return redact(value, replacements) as T;
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  const isNamed = parts !== undefined && isNamedBy(Object.values(value), parts);
  const within = <V>(key: string, one: V): V =>
    redactAll(isNamed ? redactBeside(key, one, parts) : one, replacements, parts);
  if (Array.isArray(value)) return value.map(one => within('', one as unknown)) as T;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, within(key, one as unknown)]),
  ) as T;
}
