/** A file is taken in: read in slices before any transaction, and its lines written in many short ones. */
import { and, desc, eq, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type * as contract from '../../../shared/contract/trust/migration.ts';
import { MAX_FILE_BYTES } from '../../../shared/contract/trust/migration.ts';
import {
  columnsByName,
  fieldsOfKind,
  isTabular,
  type ImportKind,
} from '../../../shared/contract/trust/migrationKinds.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Server } from '../../context/server.ts';
import { requireFound, toStorable } from '../../db/rows.ts';
import { migrationJobs } from '../../db/schema.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import type { JobRow } from './batch.ts';
import { toJob } from './jobs.ts';
import { readFile, type ReadFile } from './readFile.ts';
import { readXiboFile } from './xibo/upload.ts';

const LINES_A_TRANSACTION = 5_000;

const requiredOf = (kind: ImportKind) =>
  fieldsOfKind(kind)
    .filter(({ isRequired }) => isRequired)
    .map(({ name }) => name);
const isMapped = (kind: ImportKind, mapping: Record<string, string>) =>
  requiredOf(kind).every(name => mapping[name] !== undefined);

/** As a file with these very columns was mapped the last time; else by the names of its columns. One that was never mapped says nothing. */
async function mappingFor({ tx, tenant_id }: TransactionContext, kind: ImportKind, columns: string[]) {
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

type Input = Omit<Body<typeof contract.startMigration>, 'content'> & { id: string };
async function addJob(ctx: TransactionContext, input: Input, { columns, lines }: ReadFile): Promise<JobRow> {
  const { tx, tenant_id, user_id, now } = ctx;
  const mapping = await mappingFor(ctx, input.kind, columns);
  const at = { created_at: dateOf(now), updated_at: dateOf(now) };
  const [row] = await tx
    .insert(migrationJobs)
    .values({
      ...{ ...input, ...at, tenant_id, columns, mapping, lines: lines.length },
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
/** A layout has no rows that are there before: only what is not there yet is made of it. */
async function readContent(
  server: Server,
  id: string,
  { content, kind, mode, file_name }: Body<typeof contract.startMigration>,
): Promise<{ file: ReadFile; input: Input }> {
  if (!isTabular(kind))
    return {
      file: await readXiboFile(server, { job_id: id, file_name, content }),
      input: { id, kind, file_name, mode: 'create' },
    };
  const text = `A file has at most ${MAX_FILE_BYTES / 1_000_000} MB.`;
  if (content.length > MAX_FILE_BYTES) throw new AppError('VALIDATION', text, { content: [text] });
  return { file: await readFile(toStorable(content)), input: { id, kind, file_name, mode } };
}

/** Until its last line is written it is one that was interrupted, which is what a kill leaves behind. */
export async function startMigration(
  server: Server,
  audited: InTenant,
  body: Body<typeof contract.startMigration>,
): Promise<contract.MigrationJob> {
  const { file, input } = await readContent(server, uuid7(server.clock.now()), body);
  /** Most files are short: they are taken in with one transaction. */
  const isShort = file.lines.length <= LINES_A_TRANSACTION;
  const { job, user_id, done } = await audited(async ctx => {
    const job = await addJob(ctx, input, file);
    if (isShort) await addLines(ctx, job, file.lines, 0);
    const done = isShort ? await complete(ctx, job) : null;
    return { job, done, user_id: ctx.user_id };
  });
  if (done) return done;
  const run = <T>(act: (ctx: TransactionContext) => Promise<T>) =>
    inTenant(server, { tenant_id: job.tenant_id, user_id }, act);
  for (let from = 0; from < file.lines.length; from += LINES_A_TRANSACTION)
    await run(ctx => addLines(ctx, job, file.lines, from));
  return run(ctx => complete(ctx, job));
}
