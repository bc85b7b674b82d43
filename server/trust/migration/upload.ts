/** A file is taken in: read in slices before any transaction, and its lines written in many short ones. */
import { and, desc, eq, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type * as contract from '../../../shared/contract/trust/migration.ts';
import {
  columnsByName,
  MIGRATION_FIELDS,
  type MigrationKind,
} from '../../../shared/contract/trust/migrationKinds.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { uuid7 } from '../../../shared/random.ts';
import { requireFound, toStorable } from '../../db/rows.ts';
import { migrationJobs } from '../../db/schema.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import type { JobRow } from './batch.ts';
import { toJob } from './jobs.ts';
import { readFile, type ReadFile } from './readFile.ts';

const LINES_A_TRANSACTION = 5_000;

const requiredOf = (kind: MigrationKind) =>
  MIGRATION_FIELDS[kind].fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
const isMapped = (kind: MigrationKind, mapping: Record<string, string>) =>
  requiredOf(kind).every(name => mapping[name] !== undefined);

/** As a file with these very columns was mapped the last time; else by the names of its columns. One that was never mapped says nothing. */
async function mappingFor({ tx, tenant_id }: TransactionContext, kind: MigrationKind, columns: string[]) {
  const [last] = await tx
    .select({ mapping: migrationJobs.mapping })
    .from(migrationJobs)
    .where(
      and(
        ...[eq(migrationJobs.tenant_id, tenant_id), eq(migrationJobs.kind, kind)],
        sql`${migrationJobs.columns} = ${JSON.stringify(columns)}::jsonb`,
        sql`jsonb_exists_all(${migrationJobs.mapping}, ${sql.param(requiredOf(kind))}::text[])`,
      ),
    )
    .orderBy(desc(migrationJobs.created_at), desc(migrationJobs.id))
    .limit(1);
  return last?.mapping ?? columnsByName(kind, columns);
}

type Input = Omit<Body<typeof contract.startMigration>, 'content'>;
async function addJob(ctx: TransactionContext, input: Input, { columns, lines }: ReadFile): Promise<JobRow> {
  const { tx, tenant_id, user_id, now } = ctx;
  const mapping = await mappingFor(ctx, input.kind, columns);
  const at = { created_at: dateOf(now), updated_at: dateOf(now) };
  const [row] = await tx
    .insert(migrationJobs)
    .values({
      ...{ ...input, ...at, id: uuid7(now), tenant_id, columns, mapping, lines: lines.length },
      ...{ created_by: user_id, state: 'failed', failure: 'interrupted', ended_at: dateOf(now) },
    })
    .returning();
  ctx.auditNote.after = { ...input, lines: lines.length };
  return requireFound(row, 'import');
}

async function addLines(
  { tx, tenant_id }: TransactionContext,
  { id }: JobRow,
  lines: ReadFile['lines'],
  from: number,
): Promise<void> {
  const rows = lines
    .slice(from, from + LINES_A_TRANSACTION)
    .map((cells, n) => ({ line: from + n + 1, cells }));
  await tx.execute(sql`
    insert into migration_lines (tenant_id, job_id, line, cells)
    select ${tenant_id}, ${id}, x.line, x.cells
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(line int, cells jsonb)`);
}

async function complete({ tx, tenant_id }: TransactionContext, { id, kind, mapping }: JobRow) {
  const state = isMapped(kind, mapping) ? ('mapped' as const) : ('uploaded' as const);
  const [row] = await tx
    .update(migrationJobs)
    .set({ state, failure: null, ended_at: null })
    .where(and(eq(migrationJobs.tenant_id, tenant_id), eq(migrationJobs.id, id)))
    .returning();
  return toJob(requireFound(row, 'import'));
}

type InTenant = <T>(act: (ctx: TransactionContext) => Promise<T>) => Promise<T>;
/** Until its last line is written it is one that was interrupted, which is what a kill leaves behind. */
export async function startMigration(
  audited: InTenant,
  { content, ...input }: Body<typeof contract.startMigration>,
): Promise<contract.MigrationJob> {
  const file = await readFile(toStorable(content));
  /** Most files are short: they are taken in with one transaction. */
  const isShort = file.lines.length <= LINES_A_TRANSACTION;
  const { job, server, user_id, done } = await audited(async ctx => {
    const job = await addJob(ctx, input, file);
    if (isShort) await addLines(ctx, job, file.lines, 0);
    const done = isShort ? await complete(ctx, job) : null;
    return { job, done, server: ctx.server, user_id: ctx.user_id };
  });
  if (done) return done;
  const run = <T>(act: (ctx: TransactionContext) => Promise<T>) =>
    inTenant(server, { tenant_id: job.tenant_id, user_id }, act);
  for (let from = 0; from < file.lines.length; from += LINES_A_TRANSACTION)
    await run(ctx => addLines(ctx, job, file.lines, from));
  return run(ctx => complete(ctx, job));
}
