/** What could not be called in its time, because no server ran, is not called after it; its spot ends as with any notice that was given up. */
import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { bidNotices } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { inTenant } from '../../transaction/context.ts';
import { noticeEnded } from '../spots/spots.ts';

/** ms; the last try is at the deadline itself, and a look for it comes every two seconds. */
const GRACE_MS = 60_000;
const AT_ONCE = 500;

export async function giveUpLate(server: Server): Promise<void> {
  const now = server.clock.now();
  const isLate = and(
    ...[isNull(bidNotices.ended_at), lt(bidNotices.due_at, dateOf(now))],
    lt(bidNotices.deadline_at, dateOf(now - GRACE_MS)),
    or(isNull(bidNotices.claimed_until), lt(bidNotices.claimed_until, dateOf(now))),
  );
  const late = await server.tenantTransactions.acrossTenants(tx =>
    tx
      .select({ id: bidNotices.id, tenant_id: bidNotices.tenant_id })
      .from(bidNotices)
      .where(isLate)
      .orderBy(bidNotices.due_at)
      .limit(AT_ONCE),
  );
  for (const tenant_id of new Set(late.map(row => row.tenant_id))) {
    const ids = late.filter(row => row.tenant_id === tenant_id).map(({ id }) => id);
    await inTenant(server, { tenant_id, user_id: null }, async ctx => {
      const rows = await ctx.tx
        .update(bidNotices)
        .set({ state: 'failed', ended_at: dateOf(now) })
        .where(and(...[eq(bidNotices.tenant_id, tenant_id), inArray(bidNotices.id, ids), isLate]))
        .returning({ bid_id: bidNotices.bid_id, kind: bidNotices.kind });
      for (const row of rows) await noticeEnded(ctx, { ...row, isOk: false });
    });
  }
}
