/** Works off files that are brought over, one job at a time and step by step, as long as the process runs. */
import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { dateOf, every } from '../../../shared/clock.ts';
import { AT_WORK, type MigrationState } from '../../../shared/contract/trust/migration.ts';
import { allows } from '../../../shared/contract/wire/access.ts';
import { isStaff } from '../../../shared/contract/wire/roles.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { Server } from '../../context/server.ts';
import { migrationJobs, migrationLines, tenants, users } from '../../db/schema.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import {
  doneAfter,
  isLineOf,
  LINES_A_STEP,
  nextLines,
  noteProgress,
  refuseRepeated,
  type JobRow,
} from './batch.ts';
import type { ImportRights } from './kinds/importer.ts';
import { workOfKind, type JobWork } from './jobWork.ts';

const PAUSE_MS = 3_000;
/** ms; a job whose lease was not renewed for this long is free again. */
const LEASE_MS = 60_000;
const MAX_TRIES = 3;
type Fault = (error: unknown) => void;

const TAKES = { checking: null, running: ['ok', 'warn'], rolling_back: ['done'] } as const;
type Work = keyof typeof TAKES;

async function claimJob({ tenantTransactions, clock }: Server): Promise<JobRow | null> {
  const now = clock.now();
  return tenantTransactions.acrossTenants(async tx => {
    const [row] = await tx
      .select()
      .from(migrationJobs)
      .where(
        and(
          inArray(migrationJobs.state, [...AT_WORK]),
          or(isNull(migrationJobs.leased_until), lt(migrationJobs.leased_until, dateOf(now))),
        ),
      )
      .orderBy(asc(migrationJobs.created_at), asc(migrationJobs.id))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!row) return null;
    await tx
      .update(migrationJobs)
      .set({ leased_until: dateOf(now + LEASE_MS), tries: row.tries + 1 })
      .where(eq(migrationJobs.id, row.id));
    return row;
  });
}

/** The job as it stands now, locked; null: it was stopped or is another's. */
async function lockAtWork({ tx, tenant_id }: TransactionContext, job: JobRow): Promise<JobRow | null> {
  const [row] = await tx
    .select()
    .from(migrationJobs)
    .where(and(eq(migrationJobs.tenant_id, tenant_id), eq(migrationJobs.id, job.id)))
    .for('update');
  return row?.state === job.state ? row : null;
}
/** Whose rights count now, and not when he began; null: he may bring nothing here any more. */
async function actorOf(server: Server, { actor_id, tenant_id }: JobRow): Promise<ImportRights | null> {
  if (actor_id === null) return null;
  const found = await server.tenantTransactions.acrossTenants(async tx => {
    const [user] = await tx
      .select({ role: users.role, home: users.tenant_id, email: users.email })
      .from(users)
      .where(and(eq(users.id, actor_id), eq(users.status, 'active'), isNull(users.deleted_at)));
    const [tenant] = await tx
      .select({ status: tenants.status })
      .from(tenants)
      .where(eq(tenants.id, tenant_id));
    return { user, tenant };
  });
  const { user, tenant } = found;
  const isHere = user !== undefined && (user.home === tenant_id || isStaff(user.role));
  if (!isHere || tenant?.status !== 'active' || !allows(user.role, 'migration', 'W')) return null;
  return { id: actor_id, email: user.email, role: user.role, tenant_id };
}

const inTenantOf = <T>(server: Server, job: JobRow, act: (ctx: TransactionContext) => Promise<T>) =>
  inTenant(server, { tenant_id: job.tenant_id, user_id: job.actor_id }, act);
const renewed = (ctx: TransactionContext) => ({ leased_until: dateOf(ctx.now + LEASE_MS) });

/** Whoever may bring it goes on from where it was left, or takes back what is written. */
const stoppedAt = (ctx: TransactionContext, { state, version }: JobRow) => ({
  state: state === 'checking' ? ('mapped' as const) : ('failed' as const),
  ...{ failure: 'rights', leased_until: null, version: version + 1 },
  ...(state !== 'checking' && { ended_at: dateOf(ctx.now) }),
});

const RENEWED_MS = LEASE_MS / 3;
/** What the next line needs before its transaction; its job stays this node's while that takes its time. */
async function prepareNext(server: Server, job: JobRow, prepare: NonNullable<JobWork['prepare']>) {
  const [line] = await inTenantOf(server, job, async ctx => {
    const current = await lockAtWork(ctx, job);
    return current ? nextLines(ctx, current, TAKES[current.state as Work], 1) : [];
  });
  if (!line) return null;
  const end = every(server.clock, RENEWED_MS, () => {
    const renew = inTenantOf(server, job, ctx =>
      ctx.tx.update(migrationJobs).set(renewed(ctx)).where(eq(migrationJobs.id, job.id)),
    );
    /** A lease that could not be renewed is renewed the next time, or the step finds its line done. */
    renew.catch(() => undefined);
  });
  try {
    return await prepare(server, job, line);
  } finally {
    end();
  }
}

/** One step; false: there is none left, or the job is at work no more. `limit`: one at a time after a fault. */
async function step(server: Server, job: JobRow, limit?: number): Promise<boolean> {
  const actor = await actorOf(server, job);
  const kindWork = workOfKind(job.kind);
  const { prepare } = kindWork;
  const prepared = prepare && actor ? await prepareNext(server, job, prepare) : null;
  const goesOn = await inTenantOf(server, job, async ctx => {
    await kindWork.lock?.(ctx);
    const current = await lockAtWork(ctx, job);
    if (!current) return false;
    const work = current.state as Work;
    const lines = await nextLines(ctx, current, TAKES[work], prepare ? 1 : limit);
    /** Another node has done it meanwhile. */
    if (prepared && lines[0] && lines[0].line !== prepared.line) return true;
    const last = lines.at(-1);
    if (!last) {
      await finish(ctx, current);
      return false;
    }
    if (!actor) {
      await ctx.tx.update(migrationJobs).set(stoppedAt(ctx, current)).where(eq(migrationJobs.id, job.id));
      return false;
    }
    const counts = await kindWork[work](ctx, { job: current, actor, lines, prepared });
    await noteProgress(ctx, current, { done: doneAfter(current, last.line), counts });
    await ctx.tx.update(migrationJobs).set(renewed(ctx)).where(eq(migrationJobs.id, job.id));
    return true;
  });
  if (!goesOn && job.state === 'running') await kindWork.end?.(server, job);
  return goesOn;
}

async function finish(ctx: TransactionContext, job: JobRow): Promise<void> {
  const end = (state: MigrationState, more: Partial<JobRow> = {}) =>
    ctx.tx
      .update(migrationJobs)
      .set({
        ...more,
        state,
        done: job.lines,
        leased_until: null,
        version: job.version + 1,
        updated_at: dateOf(ctx.now),
      })
      .where(and(eq(migrationJobs.tenant_id, ctx.tenant_id), eq(migrationJobs.id, job.id)));
  if (job.state === 'rolling_back') return void (await end('rolled_back'));
  if (job.state === 'checking') {
    await refuseRepeated(ctx, job);
    return void (await end('validated', await countsOf(ctx, job)));
  }
  const { err } = await countsOf(ctx, job);
  const hasAny = job.created + job.updated + job.unchanged > 0;
  const ended = { err, ended_at: dateOf(ctx.now), ...(!hasAny && { failure: 'nothing' }) };
  await end(!hasAny ? 'failed' : err > 0 ? 'partial' : 'completed', ended);
}

async function countsOf(ctx: TransactionContext, job: JobRow) {
  const rows = await ctx.tx
    .select({ state: migrationLines.state, n: sql<number>`count(*)::int` })
    .from(migrationLines)
    .where(isLineOf(ctx, job))
    .groupBy(migrationLines.state);
  const of = (state: string) => rows.find(row => row.state === state)?.n ?? 0;
  return { ok: of('ok'), warn: of('warn'), err: of('err') };
}

/** A fault of the moment is over when a line is tried again. */
const TRIES_A_LINE = 3;
/** What one line of a step cannot do must not keep the others: they are done one by one, and it is named. */
async function stepOneByOne(server: Server, job: JobRow, onFault: Fault): Promise<boolean> {
  const tried = await nextLineOf(server, job);
  for (let tries = 1; ; tries += 1)
    try {
      return await step(server, job, 1);
    } catch (error) {
      const isRefusal = error instanceof AppError;
      if (!isRefusal) onFault(error);
      if (!isRefusal && tries < TRIES_A_LINE) continue;
      return refuseNext(server, job, tried, isRefusal ? error.message : 'This line could not be taken.');
    }
}
const nextLineOf = (server: Server, job: JobRow) =>
  inTenantOf(server, job, async ctx => {
    const current = await lockAtWork(ctx, job);
    const [line] = current ? await nextLines(ctx, current, TAKES[current.state as Work], 1) : [];
    return line?.line ?? null;
  });

/** `tried`: a step may have been written although its answer was lost, and the line after it was not tried yet. */
const refuseNext = (server: Server, job: JobRow, tried: number | null, text: string) =>
  inTenantOf(server, job, async ctx => {
    const current = await lockAtWork(ctx, job);
    const [line] = current ? await nextLines(ctx, current, TAKES[current.state as Work], 1) : [];
    if (!current) return false;
    if (!line || line.line !== tried) return true;
    const state = current.state === 'rolling_back' ? 'kept' : 'err';
    await ctx.tx
      .update(migrationLines)
      .set({ state, problems: [{ field: '_', text }] })
      .where(and(isLineOf(ctx, current), eq(migrationLines.line, line.line)));
    await noteProgress(ctx, current, {
      done: doneAfter(current, line.line),
      counts: { [state]: 1 },
    });
    return true;
  });

/** Whether there was one. */
export async function workOnNext(server: Server, stop: AbortSignal, onFault: Fault): Promise<boolean> {
  const job = await claimJob(server);
  if (!job) return false;
  if (job.tries >= MAX_TRIES) {
    await fail(server, job);
    return true;
  }
  /** Lines of a step that failed as a whole. */
  let alone = 0;
  while (!stop.aborted) {
    let goesOn = true;
    if (alone > 0) {
      alone -= 1;
      goesOn = await stepOneByOne(server, job, onFault);
    } else
      try {
        goesOn = await step(server, job);
      } catch {
        alone = LINES_A_STEP;
      }
    if (!goesOn) return true;
  }
  await inTenantOf(server, job, ctx =>
    ctx.tx.update(migrationJobs).set({ leased_until: null, tries: 0 }).where(eq(migrationJobs.id, job.id)),
  );
  return true;
}
const fail = (server: Server, job: JobRow) =>
  inTenantOf(server, job, ctx =>
    ctx.tx
      .update(migrationJobs)
      .set({ state: 'failed', failure: 'interrupted', ended_at: dateOf(ctx.now), leased_until: null })
      .where(eq(migrationJobs.id, job.id)),
  );

/** Returns what ends it; the job at work goes on with the next start, after the last step that was written. */
export function startMigrations(server: Server, onFault: Fault): () => Promise<void> {
  const stop = new AbortController();
  let working: Promise<unknown> = Promise.resolve();
  const work = async () => {
    while (!stop.signal.aborted && (await workOnNext(server, stop.signal, onFault)));
  };
  const end = every(server.clock, PAUSE_MS, () => (working = work().catch(onFault)));
  return async () => {
    end();
    stop.abort();
    await working;
  };
}
