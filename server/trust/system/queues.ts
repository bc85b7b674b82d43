/** What waits to be worked off one by one, and what of it was given up within the last 30 days. */
import { sql, type SQL } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { QUEUES, type systemJobs } from '../../../shared/contract/trust/system.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { RESET_LINK_JOB } from '../../identity/passwords/resetLinks.ts';
import type { Db } from '../../db/database.ts';
import { msOf, rowsOf } from '../../db/rows.ts';
import { MAIL_JOB } from '../../mail/queue.ts';

type Queue = Answer<typeof systemJobs>['queues'][number];
const FAILED_MS = 30 * 86_400_000;

interface Counts {
  waiting: number;
  failed: number;
  /** ms since 1970 */
  oldest_at: number | null;
  failure: string | null;
}
interface Source {
  /** A table, or the rows of one that are of the queue. */
  rows: SQL;
  isWaiting: SQL;
  isFailed: SQL;
  /** Since when a row waits. */
  since: SQL;
  ended: SQL;
}
const jobsOf = (kind: string): Source => ({
  rows: sql`jobs where kind = ${kind}`,
  isWaiting: sql`state = 'queued'`,
  isFailed: sql`state = 'failed'`,
  since: sql`created_at`,
  ended: sql`ended_at`,
});
const SOURCES: Record<(typeof QUEUES)[number], Source> = {
  mail: jobsOf(MAIL_JOB),
  reset_links: jobsOf(RESET_LINK_JOB),
  renditions: {
    rows: sql`media_assets where deleted_at is null`,
    isWaiting: sql`processing in ('queued', 'running')`,
    isFailed: sql`processing = 'failed'`,
    since: sql`processing_at`,
    ended: sql`updated_at`,
  },
  reports: {
    rows: sql`report_runs`,
    isWaiting: sql`state in ('queued', 'running')`,
    isFailed: sql`state = 'failed'`,
    since: sql`created_at`,
    ended: sql`ended_at`,
  },
};

/** `tx` reaches all tenants. */
export async function queueStates(tx: Db, now: number): Promise<Queue[]> {
  const failedSince = instant(now - FAILED_MS);
  const read = async (name: (typeof QUEUES)[number]): Promise<Queue> => {
    const { rows, isWaiting, isFailed, since, ended } = SOURCES[name];
    const isRecent = sql`${isFailed} and ${ended} > ${failedSince}::timestamptz`;
    const [row] = rowsOf<Counts>(
      await tx.execute(sql`
        select count(*) filter (where ${isWaiting})::int as waiting, count(*) filter (where ${isRecent})::int as failed,
          ${msOf(sql`min(${since}) filter (where ${isWaiting})`)} as oldest_at,
          (array_agg(failure order by ${ended} desc) filter (where ${isRecent}))[1] as failure
        from ${rows}`),
    );
    const { waiting = 0, failed = 0, oldest_at = null, failure = null } = row ?? {};
    return { name, waiting, failed, oldest_at: oldest_at === null ? null : instant(oldest_at), failure };
  };
  const found: Queue[] = [];
  for (const name of QUEUES) found.push(await read(name));
  return found;
}
