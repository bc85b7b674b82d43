/** What waits to be worked off one by one, and what of it was given up within the last 30 days. */
import { sql } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import type { QUEUES, systemJobs } from '../../../shared/contract/trust/system.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { RESET_LINK_JOB } from '../../identity/passwords/resetLinks.ts';
import type { Db } from '../../db/database.ts';
import { rowsOf } from '../../db/rows.ts';
import { MAIL_JOB } from '../../mail/queue.ts';

type Queue = Answer<typeof systemJobs>['queues'][number];
const FAILED_MS = 30 * 86_400_000;

interface Counts {
  waiting: number;
  failed: number;
  oldest_at: Date | string | null;
  failure: string | null;
}
const stateOf = (name: (typeof QUEUES)[number], row: Counts | undefined): Queue => ({
  name,
  waiting: row?.waiting ?? 0,
  failed: row?.failed ?? 0,
  oldest_at: row?.oldest_at == null ? null : instant(Date.parse(String(row.oldest_at))),
  failure: row?.failure ?? null,
});

const jobsOf = (kind: string, since: string) => sql`
  select count(*) filter (where state = 'queued')::int as waiting,
    count(*) filter (where state = 'failed' and ended_at > ${since}::timestamptz)::int as failed,
    to_char(min(created_at) filter (where state = 'queued') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as oldest_at,
    (array_agg(failure order by ended_at desc) filter (where state = 'failed' and ended_at > ${since}::timestamptz))[1] as failure
  from jobs where kind = ${kind}`;

const renditions = (since: string) => sql`
  select count(*) filter (where processing in ('queued', 'running'))::int as waiting,
    count(*) filter (where processing = 'failed' and updated_at > ${since}::timestamptz)::int as failed,
    to_char(min(processing_at) filter (where processing in ('queued', 'running')) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as oldest_at,
    (array_agg(failure order by updated_at desc) filter (where processing = 'failed' and updated_at > ${since}::timestamptz))[1] as failure
  from media_assets where deleted_at is null`;

const reports = (since: string) => sql`
  select count(*) filter (where state in ('queued', 'running'))::int as waiting,
    count(*) filter (where state = 'failed' and ended_at > ${since}::timestamptz)::int as failed,
    to_char(min(created_at) filter (where state in ('queued', 'running')) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as oldest_at,
    (array_agg(failure order by ended_at desc) filter (where state = 'failed' and ended_at > ${since}::timestamptz))[1] as failure
  from report_runs`;

/** `tx` reaches all tenants. */
export async function queueStates(tx: Db, now: number): Promise<Queue[]> {
  const since = dateOf(now - FAILED_MS).toISOString();
  const read = async (query: ReturnType<typeof sql>) => rowsOf<Counts>(await tx.execute(query))[0];
  return [
    stateOf('mail', await read(jobsOf(MAIL_JOB, since))),
    stateOf('reset_links', await read(jobsOf(RESET_LINK_JOB, since))),
    stateOf('renditions', await read(renditions(since))),
    stateOf('reports', await read(reports(since))),
  ];
}
