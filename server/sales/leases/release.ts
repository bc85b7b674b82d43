/** Closes leases of which nothing counts against a goal any more, and forgets old ones. */
import { sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { Db } from '../../db/database.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { openPlays } from './needs.ts';

/** All of it is reported or came back, or its last day for reports is over. A row that is locked waits for the next time. */
export async function releaseLeases({ tx, tenant_id, now }: TransactionContext): Promise<void> {
  const at = instant(now);
  await tx.execute(sql`
    update leases set released_at = ${at}::timestamptz where id in (
      select l.id from leases l where l.tenant_id = ${tenant_id} and l.released_at is null
        and (${openPlays} = 0 or l.report_deadline <= ${at}::timestamptz)
      order by l.id for update skip locked)`);
}

const DAY_MS = 86_400_000;
/** As long as auctions are: a play that comes later than this names a lease nobody knows. */
const KEPT_DAYS = 400;
export async function sweepLeases(tx: Db, now: number): Promise<void> {
  const before = instant(now - KEPT_DAYS * DAY_MS);
  await tx.execute(sql`delete from leases where released_at < ${before}::timestamptz`);
  await tx.execute(sql`
    delete from lease_turns where greatest(waiting_at, granted_at) < ${before}::timestamptz`);
}
