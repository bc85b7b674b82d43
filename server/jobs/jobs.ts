/** The table of jobs: added within the transaction that wants them, claimed by one node under a lease, ended once. */
import { and, asc, eq, inArray, isNull, lt, lte, or } from 'drizzle-orm';
import { dateOf } from '../../shared/clock.ts';
import { uuid7 } from '../../shared/random.ts';
import type { Server } from '../context/server.ts';
import type { Db } from '../db/database.ts';
import { jobs } from '../db/schema.ts';
import { nextTry } from './retry.ts';

/** A node that was killed loses its job after this time; a mail server that answers slowly needs less. */
export const LEASE_MS = 5 * 60_000;

export interface JobContext {
  server: Pick<Server, 'secret' | 'newJobs' | 'clock'>;
  tx: Db;
  tenant_id: string;
}
export interface NewJob {
  kind: string;
  payload: object;
  /** ms; at once where it is left out. */
  due?: number;
}
export interface Job {
  id: string;
  tenant_id: string;
  kind: string;
  tries: number;
  lease_id: string;
  payload: unknown;
}

export async function addJob(
  { server, tx, tenant_id }: JobContext,
  { kind, payload, due = server.clock.now() }: NewJob,
): Promise<void> {
  const now = server.clock.now();
  await tx.insert(jobs).values({
    ...{ id: uuid7(now), tenant_id, kind },
    payload: server.secret.wrap(Buffer.from(JSON.stringify(payload))),
    due_at: dateOf(due),
    created_at: dateOf(now),
  });
  server.newJobs.note();
}

/**
 * The job of these kinds that has been due for longest; no other node gets it until the lease is over. Kinds that a node
 * cannot run are left to one that can: while nodes are updated one after the other, the older ones do not know all.
 */
export const claimJob = (
  { tenantTransactions, clock, secret }: Server,
  kinds: readonly string[],
): Promise<Job | undefined> =>
  tenantTransactions.acrossTenants(async tx => {
    const now = clock.now();
    const [row] = await tx
      .select()
      .from(jobs)
      .where(
        and(
          eq(jobs.state, 'queued'),
          inArray(jobs.kind, kinds),
          lte(jobs.due_at, dateOf(now)),
          or(isNull(jobs.leased_until), lt(jobs.leased_until, dateOf(now))),
        ),
      )
      .orderBy(asc(jobs.due_at), asc(jobs.id))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!row) return undefined;
    const lease_id = uuid7(now);
    const tries = row.tries + 1;
    await tx
      .update(jobs)
      .set({ lease_id, tries, leased_until: dateOf(now + LEASE_MS) })
      .where(eq(jobs.id, row.id));
    const { id, tenant_id, kind, payload } = row;
    return { id, tenant_id, kind, tries, lease_id, payload: unwrapped(secret, payload) };
  });

/** undefined where another secret wrapped it, which no later try changes. */
function unwrapped(secret: Server['secret'], payload: string): unknown {
  try {
    return JSON.parse(secret.unwrap(payload).toString('utf8'));
  } catch {
    return undefined;
  }
}

type End = Partial<typeof jobs.$inferInsert>;
/** Changes nothing where another node holds the job by now. */
const release = ({ tenantTransactions }: Server, { id, lease_id }: Job, set: End): Promise<void> =>
  tenantTransactions.acrossTenants(async tx => {
    await tx
      .update(jobs)
      .set({ ...set, lease_id: null, leased_until: null })
      .where(and(eq(jobs.id, id), eq(jobs.lease_id, lease_id)));
  });

export const finishJob = (server: Server, job: Job) =>
  release(server, job, { state: 'done', payload: '', failure: null, ended_at: dateOf(server.clock.now()) });

export const giveUpJob = (server: Server, job: Job, failure: string) =>
  release(server, job, { state: 'failed', payload: '', failure, ended_at: dateOf(server.clock.now()) });

/** Later, or never again where it has been tried often enough. */
export function retryJob(server: Server, job: Job, failure: string): Promise<void> {
  const due = nextTry(job.tries, server.clock.now());
  return due === null
    ? giveUpJob(server, job, failure)
    : release(server, job, { due_at: dateOf(due), failure });
}
