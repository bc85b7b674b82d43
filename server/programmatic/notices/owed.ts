/** Notes within the transaction that wins, loses or bills a bid that its partner is to be told. */
import { and, eq, isNull } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { Notice } from '../../../shared/contract/programmatic/notice.ts';
import { decimalOf } from '../../../shared/openrtb/auction/price.ts';
import { renderMacros, type MacroValues } from '../../../shared/openrtb/macros.ts';
import { uuid7 } from '../../../shared/random.ts';
import { bidNotices } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { BidRow } from '../auctions/rows.ts';

export interface Owed {
  kind: Notice['kind'];
  /** ms. */
  deadline: number;
  values?: MacroValues;
}

/** A macro without a value becomes nothing. */
const valuesOf = (bid: BidRow): MacroValues => ({
  AUCTION_ID: bid.auction_id,
  AUCTION_LOSS: 0,
  ...known({
    AUCTION_BID_ID: bid.bid_id,
    AUCTION_IMP_ID: bid.imp_id,
    AUCTION_SEAT_ID: bid.seat,
    AUCTION_AD_ID: bid.crid,
    AUCTION_PRICE: bid.price_micros === null ? null : decimalOf(bid.price_micros),
    AUCTION_CURRENCY: bid.cur,
    AUCTION_MIN_TO_WIN: bid.min_to_win_micros === null ? null : decimalOf(bid.min_to_win_micros),
    AUCTION_MULTIPLIER: bid.multiplier,
    AUCTION_IMP_TS: bid.played_at?.getTime() ?? null,
  }),
});
const known = (values: Record<string, string | number | null>): MacroValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));

/** Each kind is owed once for a bid, however often it is said. False where the partner has named no address for it. */
export async function oweNotice(
  { tx, tenant_id, now }: TransactionContext,
  bid: BidRow,
  { kind, deadline, values = {} }: Owed,
): Promise<boolean> {
  const template = bid[kind];
  if (template === null) return false;
  const at = dateOf(now);
  const url = renderMacros(template, { ...valuesOf(bid), ...values }).text;
  await tx
    .insert(bidNotices)
    .values({
      ...{ id: uuid7(now), tenant_id, bid_id: bid.id, auction_id: bid.auction_id, kind, url },
      ...{ partner_id: bid.partner_id, due_at: at, deadline_at: dateOf(deadline), created_at: at },
    })
    /** One that was cancelled before anybody heard of it is owed anew. */
    .onConflictDoUpdate({
      target: [bidNotices.bid_id, bidNotices.kind],
      set: { state: 'pending', url, due_at: at, deadline_at: dateOf(deadline), ended_at: null },
      setWhere: eq(bidNotices.state, 'cancelled'),
    });
  return true;
}

const noticeOf = (
  { tenant_id }: Pick<TransactionContext, 'tenant_id'>,
  bid_id: string,
  kind: Notice['kind'],
) => and(...[eq(bidNotices.tenant_id, tenant_id), eq(bidNotices.bid_id, bid_id), eq(bidNotices.kind, kind)]);

/** Whether the partner may have heard of it: one that was called and not answered may have arrived all the same. */
export async function mayBeKnown(ctx: TransactionContext, bid_id: string, kind: Notice['kind']) {
  const [row] = await ctx.tx
    .select()
    .from(bidNotices)
    .where(noticeOf(ctx, bid_id, kind))
    .for('update');
  return row !== undefined && (row.state === 'ok' || row.tries > 0 || row.claim_id !== null);
}
/** One that nobody has heard of is not sent any more. */
export async function cancelNotice(ctx: TransactionContext, bid_id: string, kind: Notice['kind']) {
  await ctx.tx
    .update(bidNotices)
    .set({ state: 'cancelled', ended_at: dateOf(ctx.now) })
    .where(and(noticeOf(ctx, bid_id, kind), eq(bidNotices.tries, 0), isNull(bidNotices.claim_id)));
}
