/** A sold spot whose time an emergency alert took: a second spot is owed for it, and only one, at the price of the first. */
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import { rowsOf } from '../../db/rows.ts';
import { bids } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { BidRow } from '../auctions/rows.ts';

/** What could not be planned within a day is lost: campaigns end, and a partner waits no longer for its bill. */
const OWED_MS = 86_400_000;

export const mayBeOwed = ({ replanned_at, ended_at }: Pick<BidRow, 'replanned_at' | 'ended_at'>) =>
  replanned_at === null && ended_at === null;
/** What makes a spot one for which a second is owed. */
export const owedSince = (now: number): Partial<typeof bids.$inferInsert> => ({
  ...{ spot_state: 'makegood', spot_reason: 'alert', displaced_at: dateOf(now), ended_at: null },
});

/** Its screen showed an alert over the whole picture while it was to play. */
export async function wasDisplaced(
  { tx, tenant_id }: TransactionContext,
  { device_id, play_from, play_deadline }: BidRow,
): Promise<boolean> {
  if (!play_from || !play_deadline) return false;
  const [from, to] = [instant(play_from.getTime()), instant(play_deadline.getTime())];
  const [row] = rowsOf<{ found: boolean }>(
    await tx.execute(sql`
      select exists (
        select from alert_acks s join alerts al on al.id = s.alert_id
        where s.tenant_id = ${tenant_id} and s.device_id = ${device_id} and s.state = 'shown'
          and al.template = 'takeover' and s.at < ${to}::timestamptz and al.expires_at > ${from}::timestamptz
          and not exists (select from alert_acks c where c.alert_id = s.alert_id and c.device_id = s.device_id
            and c.state = 'cleared' and c.at >= s.at and c.at <= ${from}::timestamptz)) as found`),
  );
  return row?.found ?? false;
}

export const isOwed = ({ tenant_id }: TransactionContext) =>
  and(
    ...[eq(bids.tenant_id, tenant_id), eq(bids.spot_state, 'makegood'), isNotNull(bids.displaced_at)],
    ...[isNull(bids.replanned_at), isNull(bids.ended_at)],
  );

/** Those for which no second spot was found in time. */
export const overdueOwed = (ctx: TransactionContext): Promise<BidRow[]> =>
  ctx.tx
    .select()
    .from(bids)
    .where(and(isOwed(ctx), lt(bids.displaced_at, dateOf(ctx.now - OWED_MS))))
    .orderBy(bids.id)
    .for('update', { skipLocked: true });
