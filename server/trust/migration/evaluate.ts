/** What each of some lines would do: make a row, change one, nothing, or nothing because of what is wrong with it. */
import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import { MIGRATION_FIELDS } from '../../../shared/contract/trust/migrationKinds.ts';
import type { MigrationJob, MigrationLine } from '../../../shared/contract/trust/migration.ts';
import { fieldTexts } from '../../../shared/contract/wire/messages.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { ImportRights, Candidate, Found, Importer, Problem, Values } from './kinds/importer.ts';

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

/** A cell as its field reads it; what is none of its kind is left for the schema to refuse. */
export function valuesOf({ kind, mapping }: Plan, cells: Record<string, string>): Values {
  const values: Values = {};
  for (const { name, as } of MIGRATION_FIELDS[kind].fields) {
    const column = mapping[name] ?? '';
    const cell = Object.hasOwn(cells, column) ? cells[column] : undefined;
    if (cell === undefined) continue;
    if (as === 'number') values[name] = Number(cell.replace(',', '.'));
    else if (as === 'list')
      values[name] = cell
        .split(/[;|]/)
        .map(one => one.trim())
        .filter(Boolean);
    else values[name] = cell;
  }
  return values;
}

/** The first of its keys that has a value. */
function keyOf(importer: Importer, values: Values): { field: string; value: string } | null {
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

function candidateOf(importer: Importer, values: Values): Candidate {
  const parsed = importer.schema.safeParse(values);
  if (parsed.success) return { values: parsed.data as Values, problems: [], remarks: [], columns: {} };
  const problems = Object.entries(fieldTexts(parsed.error)).map(([field, [text = '']]) => ({ field, text }));
  return { values, problems, remarks: [], columns: {} };
}

const AMBIGUOUS = 'More than one row that is there has this.';
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
    ...{ line, remarks, key: key && `${key.field} ${key.value}`, name: key?.value ?? null },
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
    return { ...base, problems: [], act: 'create', columns: candidate.columns };
  }
  if (plan.mode === 'create') return refused({ field, text: THERE });
  const why = importer.mayChange?.(row, actor) ?? null;
  if (why) return refused(why);
  const columns = changesOf(importer, row, candidate);
  return { ...base, problems: [], act: Object.keys(columns).length === 0 ? 'same' : 'update', columns };
}

/** Empty cells change nothing: only what the line says is compared. */
function changesOf({ stays = [] }: Importer, row: Found, { columns }: Candidate): Values {
  return Object.fromEntries(
    Object.entries(columns).filter(
      ([name, value]) =>
        value !== undefined &&
        !stays.includes(name) &&
        JSON.stringify(row[name] ?? null) !== JSON.stringify(value),
    ),
  );
}

/** Rows of the tenant that the key of each line names. */
async function finderOf({ tx, tenant_id }: TransactionContext, importer: Importer, all: readonly Values[]) {
  const { table, keys, among } = importer;
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
  return (values: Values): Found[] => {
    const key = keyOf(importer, values);
    return key === null ? [] : rows.filter(row => row[key.field] === key.value);
  };
}
