/** JSON that says one thing to everybody who reads it: no name twice in an object, none that readers drop, no endless nesting. */

/** What a proof nests is less than ten deep; hashing it walks down as far as it goes. */
const MAX_DEPTH = 64;
/** Readers take the first of two fields of one name or the last one, and this one not at all. */
const DROPPED = '__proto__';

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]]/g;

/** Of text that `JSON.parse` takes: the name that stands twice or is dropped; null where there is none. */
function unfitName(text: string): string | null {
  const open: (Set<string> | null)[] = [];
  for (const match of text.matchAll(TOKENS)) {
    const [token] = match;
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null);
    else if (token === '}' || token === ']') open.pop();
    else if (isName(text, match.index + token.length)) {
      const name = JSON.parse(token) as string;
      const names = open.at(-1);
      if (name === DROPPED || names?.has(name)) return name;
      names?.add(name);
    }
  }
  return null;
}
/** Outside of a string a colon follows names alone. */
function isName(text: string, at: number): boolean {
  let next = at;
  while (next < text.length && ' \n\r\t'.includes(text.charAt(next))) next++;
  return text[next] === ':';
}

export type StrictValue = { value: unknown } | { unfit: string };
/** null: no JSON. */
export function parseStrictly(text: string): StrictValue | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const unfit = unfitName(text);
  return unfit === null ? { value } : { unfit };
}

/** Whether a value can be hashed as it stands; walked without recursion, because nobody knows how deep it is. */
export function isPlain(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return false;
    const objects = level.filter(one => typeof one === 'object' && one !== null);
    if (objects.some(one => Object.hasOwn(one, DROPPED))) return false;
    level = objects.flatMap(one => Object.values(one) as unknown[]);
  }
  return true;
}
