/** Rules that several objects of a request have in common. */
import { get, isPresent, listOf, objectsOf, pointerTo, textOf, type Json } from '../json.ts';
import type { Odd, ValidateOptions } from './finding.ts';

export type Rule = (value: Json, pointer: string, options: ValidateOptions) => Odd[];

/** Given and, if it is a list, not empty. */
export const isGiven = (value: Json, name: string) => {
  const one = get(value, name);
  return isPresent(one) && !(Array.isArray(one) && one.length === 0);
};

/** At most one of these. */
export function exclusive(value: Json, pointer: string, section: string, names: string[]): Odd[] {
  if (names.filter(name => isGiven(value, name)).length < 2) return [];
  return [{ pointer, section, code: 'exclusive', params: { names: names.join(', ') } }];
}

/** Both or neither. */
export function pair(value: Json, pointer: string, section: string, names: [string, string]): Odd[] {
  if (names.filter(name => isGiven(value, name)).length !== 1) return [];
  return [{ pointer, section, code: 'pair', params: { names: names.join(', ') } }];
}

/** The ids of the objects in a list, each once. */
export function uniqueIds(list: unknown, pointer: string, section: string): Odd[] {
  const seen = new Set<string>();
  return objectsOf(list).flatMap((one, index) => {
    const id = textOf(get(one, 'id'));
    if (id === undefined || id === '' || !seen.has(id)) {
      if (id !== undefined) seen.add(id);
      return [];
    }
    return [{ pointer: pointerTo(pointer, index, 'id'), section, code: 'duplicate_id', params: { id } }];
  });
}

export const each = (
  value: Json,
  name: string,
  pointer: string,
  options: ValidateOptions,
  rule: Rule,
): Odd[] =>
  listOf(get(value, name)).flatMap((one, index) =>
    typeof one === 'object' && one !== null
      ? rule(one as Json, pointerTo(pointer, name, index), options)
      : [],
  );
