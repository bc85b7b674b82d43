/** Plans the second spots that are owed: in the next free time of their placement, without an auction and without a new price. */
import { and, asc, eq } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { dayOf } from '../../../shared/playout/rights.ts';
import { bids, deals } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { BidRow } from '../auctions/rows.ts';
import { soldByDay, soldOn } from '../deals/dailyCap.ts';
import { grantSpot } from '../spots/grantSpot.ts';
import { isOwed } from '../spots/makegood.ts';
import type { Histories } from './histories.ts';
import { floorOf, isOffered, offeredScreen, ownerOf } from './keptOut.ts';
import { mappedPlacements } from './mapped.ts';
import { lockPlacement, offeredUntil } from './offered.ts';
import { nextOffer } from './reach.ts';
import { expiryOf, type Slot } from './slots.ts';
import { isStillSold } from './stillSold.ts';

/** Of one tenant in one round. */
const IN_A_ROUND = 50;
type Mapped = Awaited<ReturnType<typeof mappedPlacements>>[number];

/** How many were planned; what cannot be planned now is tried again in the next round. */
export async function planSecondSpots(ctx: TransactionContext, histories: Histories): Promise<number> {
  const owed = await ctx.tx
    .select()
    .from(bids)
    .where(isOwed(ctx))
    .orderBy(asc(bids.displaced_at), asc(bids.id))
    .limit(IN_A_ROUND)
    .for('update', { skipLocked: true });
  if (owed.length === 0) return 0;
  const mapped = await mappedPlacements(ctx);
  let planned = 0;
  for (const row of owed) {
    const where = mapped.find(
      ({ placement, partner }) => placement.id === row.placement_id && partner.id === row.partner_id,
    );
    if (where && (await planOne(ctx, histories, { row, where }))) planned += 1;
  }
  return planned;
}

async function planOne(
  ctx: TransactionContext,
  histories: Histories,
  { row, where }: { row: BidRow; where: Mapped },
): Promise<boolean> {
  const { placement, partner } = where;
  await lockPlacement(ctx, placement.id);
  const offered_until = (await offeredUntil(ctx, [placement.id])).get(placement.id) ?? null;
  const offer = { histories, offered_until, max_lead_s: partner.max_lead_s };
  const { slot, offline_h } = await nextOffer(ctx, where, offer);
  if (!slot || !(await isStillSold(ctx, row)) || !(await isWithinDeal(ctx, { row, where, slot })))
    return false;
  const expires_s = expiryOf(slot, ctx.now, { report_s: partner.report_deadline_s, offline_h });
  await ctx.tx
    .update(bids)
    .set({
      ...{ displaced_lease_id: row.lease_id, displaced_play_id: row.play_id, play_id: null },
      ...{ delivered_at: null, ready_at: null, played_at: null, reported_at: null },
      ...{ play_from: dateOf(slot.from), play_to: dateOf(slot.to), play_deadline: dateOf(slot.to) },
      ...{ report_deadline: dateOf(ctx.now + expires_s * 1_000), replanned_at: dateOf(ctx.now) },
    })
    .where(eq(bids.id, row.id));
  await grantSpot(ctx, row.id);
  return true;
}

/** At its hours, on its screens, and no more of it on a day than was agreed; on the day it was sold for it is counted. */
async function isWithinDeal(
  ctx: TransactionContext,
  { row, where, slot }: { row: BidRow; where: Mapped; slot: Slot },
): Promise<boolean> {
  if (row.deal_id === null) return true;
  const [deal] = await ctx.tx
    .select()
    .from(deals)
    .where(and(eq(deals.tenant_id, ctx.tenant_id), eq(deals.id, row.deal_id)));
  const { currency } = await floorOf(ctx, where.placement.listing_id, (await ownerOf(ctx)).currency);
  const screen = { ...offeredScreen(where), currency };
  if (!deal || !isOffered(deal, screen, slot.from)) return false;
  if (deal.daily_cap === null) return true;
  const sold = await soldByDay(ctx, [deal]);
  const own = row.play_from && dayOf(row.play_from.getTime(), deal.tz) === dayOf(slot.from, deal.tz) ? 1 : 0;
  return soldOn(sold, deal, slot.from) - own < deal.daily_cap;
}
