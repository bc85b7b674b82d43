/** What a schema refuses, and in which words. */
import type { Schema } from '../../../shared/contract/wire/endpoint.ts';

type Def = Record<string, unknown> & { type?: string; check?: string; error?: (issue: object) => unknown };
const defOf = (of: unknown) => (of as { _zod?: { def: Def } } | undefined)?._zod?.def;

export interface SchemaRule {
  /** Names of fields from the outside in. */
  path: string;
  /** Words of its own; null: the generic text of its kind. */
  message: string | null;
  /** Whether its generic text says nothing but that it is refused. */
  isVague: boolean;
}

const WITHIN = ['innerType', 'element', 'in', 'out', 'keyType', 'valueType'];
const VAGUE = ['string_format', 'custom'];

/** Of the schema and all that stands in it; a schema that stands in it twice is read once. */
export function rulesOf(schema: Schema, path = '', seen = new Set<unknown>()): SchemaRule[] {
  const def = defOf(schema);
  if (def === undefined || seen.has(schema)) return [];
  seen.add(schema);
  const checks = [def, ...((def['checks'] as unknown[] | undefined) ?? []).map(defOf)].flatMap(one => {
    if (one?.error === undefined && !VAGUE.includes(one?.check ?? '')) return [];
    const message = one?.error === undefined ? null : String(one.error({}));
    return [{ path, message, isVague: message === null }];
  });
  const parts: [string, unknown][] = [
    ...WITHIN.map((key): [string, unknown] => [path, def[key]]),
    ...[def['options'], def['items']].flatMap(all =>
      ((all ?? []) as unknown[]).map((one): [string, unknown] => [path, one]),
    ),
    ...Object.entries(def['shape'] ?? {}).map(([name, one]): [string, unknown] => [`${path}.${name}`, one]),
  ];
  return [...checks, ...parts.flatMap(([at, part]) => rulesOf(part as Schema, at, seen))];
}
