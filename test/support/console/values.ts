/** Finds values that a schema of the contract accepts, by trying them against the schema. */
import * as z from 'zod/mini';
import type { Schema } from '../../../shared/contract/wire/endpoint.ts';
import { id } from '../../../shared/contract/wire/wire.ts';

type Def = { type: string } & Record<string, unknown>;
const defOf = (schema: Schema) => (schema as unknown as { _zod: { def: Def } })._zod.def;
export const takes = (schema: Schema, value: unknown) => z.safeParse(schema as z.ZodMiniType, value).success;
/** Of several shapes the first. */
export const shapeOf = (schema: Schema): Record<string, Schema> => {
  const [first] = (defOf(schema)['options'] ?? []) as Schema[];
  return first ? shapeOf(first) : ((schema as unknown as { shape?: Record<string, Schema> }).shape ?? {});
};

/** Of several shapes all. */
export const shapesOf = (schema: Schema): Record<string, Schema>[] => {
  const options = defOf(schema)['options'] as Schema[] | undefined;
  return options ? options.flatMap(shapesOf) : [shapeOf(schema)];
};

/** Candidate values, the likeliest first. */
const textsOf = (name: string, n: number) => [
  ...(name === 'tz' ? ['Europe/Lisbon'] : []),
  ...(name === 'period' || name === 'late_period' ? ['2026-01'] : []),
  // Nothing is over yet.
  ...(name === 'ends_at' || name === 'expires_at' ? ['2099-01-05T08:00:00.000Z'] : []),
  `A believable ${name} ${n}`,
  `${name} ${n}`,
  `believable-${n}`,
  `believable-${n}@test.example`,
  ...[
    'PT',
    'EUR',
    'devices',
    'ABC234',
    '2026-01-05T08:00:00.000Z',
    '09:00',
    '2026-01-05',
    '2026-01',
    '0'.repeat(64),
  ],
  ...['https://example.org/', '+351210000000', '1280x720', '103', 'video/mp4'],
];
const NUMBERS = [12, 3, 1, 0, 90, 40, 400, 5_000, 60_000, 1_000_000, 0.5, -1];

export interface Known {
  /** Ids of referenced rows, by field. */
  ids?: Readonly<Record<string, string>>;
  /** No list is empty. */
  isFull?: boolean;
  /** Makes unique values differ. */
  n?: number;
}

/** undefined: the field is left out, because no referenced row is known. */
export function valueOf(schema: Schema, name: string, known: Known = {}): unknown {
  if (schema === id) return known.ids?.[name];
  const def = defOf(schema);
  const inner = def['innerType'] as Schema | undefined;
  const first = (candidates: readonly unknown[]) => candidates.find(value => takes(schema, value));
  switch (def.type) {
    case 'string':
      return first(textsOf(name, known.n ?? 1));
    case 'number':
      // The least that a budget may be.
      return first(name === 'amount_minor' ? [100, ...NUMBERS] : NUMBERS);
    case 'boolean':
      // One playlist of a tenant is its fallback, so that its row has no copies.
      return name !== 'fallback';
    case 'enum':
      // Of roles the last grants least; the first layout has one zone and refers to nothing.
      return Object.values(def['entries'] as object).at(name === 'layout' ? 0 : -1);
    case 'literal':
      return (def['values'] as unknown[])[0];
    case 'array': {
      const one = valueOf(def['element'] as Schema, name, known);
      // What may not last for decades begins a year before it ends.
      const late = { ...(one as object), starts_at: '2098-01-05T08:00:00.000Z' };
      // Some have one for each hour, or for each day of the week.
      const many = [24, 7].map(n => Array.from({ length: n }, () => one));
      return first([...(known.isFull ? [[one]] : [[], [one], [late]]), ...many]);
    }
    case 'union':
      return valueOf((def['options'] as Schema[])[0]!, name, known);
    case 'nullable':
      return valueOf(inner!, name, known) ?? null;
    case 'object':
      // Some ask for one of several lists.
      return (
        first([bodyOf(schema, known), bodyOf(schema, { ...known, isFull: true })]) ?? bodyOf(schema, known)
      );
    case 'record':
      // By language.
      return first([{}]) ?? { en: valueOf(def['valueType'] as Schema, name, known) };
    case 'unknown':
      return null;
    case 'pipe':
      return valueOf(def['out'] as Schema, name, known);
    default:
      if (inner) return valueOf(inner, name, known);
      throw new Error(`${name}: no value is known for ${def.type}`);
  }
}

/** A body with every field that can be filled. */
export function bodyOf(schema: Schema, known: Known = {}): Record<string, unknown> {
  const fields = Object.entries(shapeOf(schema)).map(([name, field]) => [name, valueOf(field, name, known)]);
  const all = Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as Record<
    string,
    unknown
  >;
  if (takes(schema, all)) return all;
  /** Of two fields that exclude each other the first stays. */
  const names = Object.keys(all).reverse();
  const without = names.map(left =>
    Object.fromEntries(Object.entries(all).filter(([name]) => name !== left)),
  );
  return without.find(body => takes(schema, body)) ?? all;
}
