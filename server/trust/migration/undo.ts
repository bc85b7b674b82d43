/** Takes back what a run has written, from its last line to its first. */
import { sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { auditRows } from './auditWritten.ts';
import { noteLines, type Counts, type JobRow, type LineChange, type LineRow, type Step } from './batch.ts';
import type { Importer, Values } from './kinds/importer.ts';
import { ownColumns, setIfUnchanged, writeBelow } from './write.ts';

/** Times came back from JSON as texts. */
const storable = ({ table }: Importer, before: Values): Values =>
  Object.fromEntries(
    Object.entries(before).map(([name, value]) => {
      const { dataType } =
        (table as unknown as Record<string, { dataType?: string } | undefined>)[name] ?? {};
      return [name, dataType?.includes('date') && typeof value === 'string' ? asDate(value) : value];
    }),
  );
/** A day stays a text: its column is read as one. */
const asDate = (value: string) => (value.includes('T') ? dateOf(Date.parse(value)) : value);

interface TakenBack {
  line: number;
  /** As the line had written it, and as undoing has. */
  written: number;
  now: number;
}
/** Takes back what is still as it was written; the rest stays and is named. */
export async function undoLines(
  ctx: TransactionContext,
  { job, importer, actor, lines }: Step,
): Promise<Counts> {
  const changes: LineChange[] = [];
  const taken = new Map<string, TakenBack>();
  const undone: LineRow[] = [];
  for (const row of lines) {
    const { line, act, target_id, target_version } = row;
    if (act === 'same' || target_id === null || target_version === null) {
      changes.push({ line, state: 'undone' });
      continue;
    }
    const later = taken.get(target_id);
    const version = later?.written === target_version + 1 ? later.now : target_version;
    const mayUndo = (await importer.mayUndo?.(ctx, target_id, actor)) ?? true;
    const isUndone = mayUndo && (await undoRow(ctx, importer, row, { id: target_id, version }));
    changes.push({ line, state: isUndone ? 'undone' : 'kept' });
    if (!isUndone) continue;
    undone.push(row);
    taken.set(target_id, { line, written: target_version, now: version + 1 });
  }
  await settle(ctx, importer, undone);
  await noteLines(ctx, job, changes);
  await followUp(ctx, job, taken);
  await auditRows(
    ctx,
    importer,
    actor,
    undone.map(({ act, target_id, name, before }) => ({
      verb: act === 'create' ? 'delete' : 'update',
      ...{ target_id: target_id!, target_name: name, before: {}, after: before ?? {} },
    })),
  );
  return { kept: changes.filter(({ state }) => state === 'kept').length };
}

async function undoRow(
  ctx: TransactionContext,
  importer: Importer,
  { act, before }: LineRow,
  row: { id: string; version: number },
): Promise<boolean> {
  if (act === 'create')
    return setIfUnchanged(ctx, importer.table, row, {
      set: importer.removed(ctx),
      only: importer.mayRemove?.(),
    });
  const columns = storable(importer, before ?? {});
  const isWritten = await setIfUnchanged(ctx, importer.table, row, { set: ownColumns(importer, columns) });
  if (isWritten) await writeBelow(ctx, importer, row.id, columns);
  return isWritten;
}

async function settle(ctx: TransactionContext, importer: Importer, undone: readonly LineRow[]) {
  const ids = [...new Set(undone.map(({ target_id }) => target_id!))];
  if (ids.length > 0) await importer.settle?.(ctx, ids);
}

/** Undoing gave the row a version of its own: an earlier line of this file that wrote it, too, is told of it. */
async function followUp(
  { tx, tenant_id }: TransactionContext,
  { id }: JobRow,
  taken: ReadonlyMap<string, TakenBack>,
): Promise<void> {
  if (taken.size === 0) return;
  const rows = [...taken].map(([target_id, one]) => ({ target_id, ...one }));
  await tx.execute(sql`
    update migration_lines l set target_version = x.now
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(target_id uuid, line int, written int, now int)
    where l.job_id = ${id} and l.tenant_id = ${tenant_id} and l.target_id = x.target_id
      and l.target_id = any(${sql.param(rows.map(({ target_id }) => target_id))}::uuid[])
      and l.line < x.line and l.state = 'done' and l.target_version = x.written - 1`);
}
