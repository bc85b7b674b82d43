/** What each of some lines would do: make a row, change one, nothing, or nothing because of what is wrong with it. */
import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { canonical } from '../../../shared/contract/wire/canonical.ts';
import { fieldsOfKind } from '../../../shared/contract/trust/migrationKinds.ts';
import type { MigrationJob, MigrationLine } from '../../../shared/contract/trust/migration.ts';
import { fieldTexts } from '../../../shared/contract/wire/messages.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import {
  isId,
  type Candidate,
  type Found,
  type Importer,
  type ImportRights,
  type Problem,
  type Values,
} from './kinds/importer.ts';
import { AMBIGUOUS } from './kinds/references.ts';

export interface LineCells {
  line: number;
  cells: Record<string, string>;
}
export interface Evaluated {
  line: number;
  key: string | null;
  name: string | null;
  problems: Problem[];
  remarks: Problem[];
  act: MigrationLine['act'];
  /** What is written: of a row that is there, only what differs. */
  columns: Values;
  found: Found | null;
}
type Plan = Pick<MigrationJob, 'kind' | 'mode' | 'mapping'>;

const FLAGS: Readonly<Record<string, boolean>> = {
  ...{ true: true, yes: true, '1': true },
  ...{ false: false, no: false, '0': false },
};
/** A time without its zone would mean another moment elsewhere. */
const ZONED = /(z|[+-]\d\d:?\d\d)$/i;
const READS = {
  number: cell => Number(cell.replace(',', '.')),
  list: cell =>
    cell
      .split(/[;|]/)
      .map(one => one.trim())
      .filter(Boolean),
  flag: cell => FLAGS[cell.toLowerCase()] ?? cell,
  instant: cell => {
    const ms = ZONED.test(cell) ? Date.parse(cell) : Number.NaN;
    return Number.isNaN(ms) ? cell : instant(ms);
  },
  json: cell => {
    if (!/^[[{]/.test(cell)) return cell;
    try {
      return JSON.parse(cell) as unknown;
    } catch {
      return cell;
    }
  },
} satisfies Record<string, (cell: string) => unknown>;

/** A cell as its field reads it; what is none of its kind is left for the schema to refuse. */
export function valuesOf({ kind, mapping }: Plan, cells: Record<string, string>): Values {
  const values: Values = {};
  for (const { name, as } of fieldsOfKind(kind)) {
    const column = mapping[name] ?? '';
    const cell = Object.hasOwn(cells, column) ? cells[column] : undefined;
    if (cell !== undefined) values[name] = as === undefined ? cell : READS[as](cell);
  }
  return values;
}

interface Key {
  field: string;
  value: string;
}
/** The first of its keys that has a value. */
function keyOf(importer: Importer, values: Values): Key | null {
  for (const field of Object.keys(importer.keys)) {
    const value = values[field];
    if (typeof value === 'string' && value !== '') return { field, value };
  }
  return null;
}

export async function evaluate(
  ctx: TransactionContext,
  importer: Importer,
  { plan, actor, lines }: { plan: Plan; actor: ImportRights; lines: readonly LineCells[] },
): Promise<Evaluated[]> {
  const read = lines.map(({ line, cells }) => ({ line, ...candidateOf(importer, valuesOf(plan, cells)) }));
  await importer.prepare(
    ctx,
    read.filter(({ problems }) => problems.length === 0),
  );
  const find = await finderOf(
    ctx,
    importer,
    read.map(({ values }) => values),
  );
  return read.map(candidate => judge(importer, { candidate, found: find(candidate.values), plan, actor }));
}

function candidateOf(importer: Importer, { id, ...values }: Values): Candidate {
  const parsed = importer.schema.safeParse(values);
  const own = isId(id) ? { id } : {};
  if (parsed.success)
    return { values: { ...(parsed.data as Values), ...own }, problems: [], remarks: [], columns: {} };
  const problems = Object.entries(fieldTexts(parsed.error)).map(([field, [text = '']]) => ({ field, text }));
  return { values, problems, remarks: [], columns: {} };
}

const THERE = 'A row with this is there already.';
interface Case {
  candidate: Candidate & { line: number };
  found: readonly Found[];
  plan: Plan;
  actor: ImportRights;
}
function judge(importer: Importer, { candidate, found, plan, actor }: Case): Evaluated {
  const { line, values, remarks } = candidate;
  const key = keyOf(importer, values);
  const base = {
    ...{ line, remarks, name: key?.value ?? null },
    key: found.length === 1 ? `id ${found[0]!.id}` : key && `${key.field} ${key.value}`,
    found: found[0] ?? null,
  };
  const refused = (...more: Problem[]) => ({
    ...{ ...base, act: null, columns: {}, problems: [...candidate.problems, ...more] },
  });
  const field = key?.field ?? '_';
  if (candidate.problems.length > 0) return refused();
  if (found.length > 1) return refused({ field, text: AMBIGUOUS });
  const [row] = found;
  if (!row) {
    const why = importer.mayMake?.(candidate, actor) ?? null;
    if (why) return refused(why);
    if (candidate.problems.length > 0) return refused();
    return { ...base, problems: [], act: 'create', columns: candidate.columns };
  }
  if (plan.mode === 'create') return refused({ field, text: importer.there ?? THERE });
  const unfit = importer.merge?.(candidate, row) ?? null;
  if (unfit) return refused(unfit);
  const columns = changesOf(importer, row, candidate);
  if (Object.keys(columns).length === 0) return { ...base, problems: [], act: 'same', columns };
  const why = importer.mayChange?.(row, actor) ?? null;
  return why ? refused(why) : { ...base, problems: [], act: 'update', columns };
}

/** Times and documents are compared as they are written, whatever the order of their fields. */
const written = (value: unknown) => canonical(JSON.parse(JSON.stringify(value ?? null)));
/** Empty cells change nothing: only what the line says is compared. */
function changesOf(importer: Importer, row: Found, { columns }: Candidate): Values {
  const { stays = [], follows = {}, compared = (values: Values) => values } = importer;
  const before = compared(row);
  const after = compared(columns);
  const differs = (name: string) =>
    after[name] !== undefined && !stays.includes(name) && written(before[name]) !== written(after[name]);
  return Object.fromEntries(
    Object.entries(columns).filter(([name]) => differs(name) && differs(follows[name] ?? name)),
  );
}

/** Rows of the tenant that the key of each line names; an id that is none of this tenant's gives way to the next key. */
async function finderOf(ctx: TransactionContext, importer: Importer, all: readonly Values[]) {
  const { tx, tenant_id } = ctx;
  const { table, among } = importer;
  const keys = { id: table.id, ...importer.keys };
  const named = Object.entries(keys).map(([field, column]) => ({
    column,
    values: [...new Set(all.map(values => values[field]).filter(one => typeof one === 'string'))],
  }));
  const wanted = named.filter(({ values }) => values.length > 0);
  if (wanted.length === 0) return () => [];
  const rows = (await tx
    .select()
    .from(table as never)
    .where(
      and(
        ...[eq(table.tenant_id, tenant_id), isNull(table.deleted_at), among?.()],
        or(...wanted.map(({ column, values }) => inArray(column, values))),
      ),
    )) as unknown as Found[];
  await importer.attach?.(ctx, rows);
  const index = new Map<string, Found[]>();
  for (const row of rows)
    for (const field of Object.keys(keys)) {
      const key = `${field} ${String(row[field])}`;
      index.set(key, [...(index.get(key) ?? []), row]);
    }
  return (values: Values): Found[] => {
    const own = index.get(`id ${String(values['id'])}`);
    if (own) return own;
    const key = keyOf(importer, values);
    return key === null ? [] : (index.get(`${key.field} ${key.value}`) ?? []);
  };
}
