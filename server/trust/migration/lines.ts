/** What the lines of a file say and what became of them, by pages and as one CSV file. */
import { and, asc, eq, gt } from 'drizzle-orm';
import * as contract from '../../../shared/contract/trust/migration.ts';
import { isTabular } from '../../../shared/contract/trust/migrationKinds.ts';
import { csvHead, csvLine } from '../../../shared/web/csv.ts';
import { requireFound } from '../../db/rows.ts';
import { migrationJobs, migrationLines } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { isLineOf } from './batch.ts';

async function requireJob({ tx, tenant_id }: TransactionContext, id: string) {
  const [row] = await tx
    .select({ id: migrationJobs.id, columns: migrationJobs.columns, kind: migrationJobs.kind })
    .from(migrationJobs)
    .where(and(eq(migrationJobs.tenant_id, tenant_id), eq(migrationJobs.id, id)));
  return requireFound(row, 'import');
}

export async function linesOf(
  ctx: TransactionContext,
  id: string,
  { state, after }: { state?: contract.MigrationLine['state'] | undefined; after: number },
) {
  const job = await requireJob(ctx, id);
  const rows = await ctx.tx
    .select()
    .from(migrationLines)
    .where(
      and(...[isLineOf(ctx, job), gt(migrationLines.line, after)], state && eq(migrationLines.state, state)),
    )
    .orderBy(asc(migrationLines.line))
    .limit(contract.LINES_A_PAGE + 1);
  const isLayout = !isTabular(job.kind);
  const lines = rows
    .slice(0, contract.LINES_A_PAGE)
    .map(row => ({ ...row, part: isLayout ? (row.cells as contract.LayoutPart) : null }));
  return { lines, next: rows.length > lines.length ? (lines.at(-1)?.line ?? null) : null };
}

const LINES_A_CHUNK = 1_000;
/** What a report that is brought again has from the one before is left out. */
const OWN = ['line', 'state', 'act', 'problems'];
type InTenant = <T>(act: (ctx: TransactionContext) => Promise<T>) => Promise<T>;
/** As the file was, with what became of each line beside it, so that what is refused can be mended and brought again. */
export async function* reportOf(inTenant: InTenant, id: string): AsyncGenerator<string> {
  const { columns: all } = await inTenant(ctx => requireJob(ctx, id));
  const columns = all.filter(name => !OWN.includes(name));
  yield csvHead([...columns, ...OWN]);
  for (let after = 0; ;) {
    const rows = await inTenant(ctx =>
      ctx.tx
        .select()
        .from(migrationLines)
        .where(and(isLineOf(ctx, { id }), gt(migrationLines.line, after)))
        .orderBy(asc(migrationLines.line))
        .limit(LINES_A_CHUNK),
    );
    const [last] = rows.slice(-1);
    if (!last) return;
    for (const { cells, line, state, act, problems } of rows) {
      const remarks = problems
        .map(({ field, text }) => (field === '_' ? text : `${field}: ${text}`))
        .join('; ');
      yield csvLine([
        ...columns.map(name => (Object.hasOwn(cells, name) ? (cells[name] ?? '') : '')),
        line,
        state,
        act,
        remarks,
      ]);
    }
    after = last.line;
  }
}
