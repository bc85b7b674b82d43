/** Reading JSON of strangers: nothing is taken to be there, and nothing is read from a prototype. */

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const get = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** What stands at the end of the names; undefined where one of them is missing. */
export const getIn = (value: unknown, ...names: string[]): unknown => names.reduce(get, value);

export const objectOf = (value: unknown): Json => (isObject(value) ? value : {});
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
export const objectsOf = (value: unknown): Json[] => listOf(value).filter(isObject);
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
export const textsOf = (value: unknown): string[] =>
  listOf(value).filter((one): one is string => typeof one === 'string');
export const numbersOf = (value: unknown): number[] =>
  listOf(value).filter((one): one is number => typeof one === 'number');
export const isPresent = (value: unknown) => value !== undefined && value !== null;

/** A JSON pointer (RFC 6901) one step deeper. */
export const pointerTo = (parent: string, ...steps: (string | number)[]) =>
  steps.reduce<string>(
    (path, step) => `${path}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    parent,
  );
export const stepsOf = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** No request and no answer of OpenRTB is nested as deeply. */
const MAX_DEPTH = 64;
/** Whether text is nested no deeper than what walks through it can follow; it need not be JSON. */
export function isShallow(text: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (isQuoted) {
      if (char === '\\') at++;
      else if (char === '"') isQuoted = false;
    } else if (char === '"') isQuoted = true;
    else if (char === '{' || char === '[') {
      depth += 1;
      if (depth > MAX_DEPTH) return false;
    } else if (char === '}' || char === ']') depth -= 1;
  }
  return true;
}
/** undefined: it is no JSON, or nested too deeply to be any that is meant. */
export function parseShallow(text: string): unknown {
  try {
    return isShallow(text) ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
