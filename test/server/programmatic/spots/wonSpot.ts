/** A spot that was won for a screen: the auction and the bid as an auction would have written them. */
import { dateOf } from '../../../../shared/clock.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { grantSpot } from '../../../../server/programmatic/spots/grantSpot.ts';
import { auctions, bids } from '../../../../server/db/schema.ts';
import { inTenant } from '../../../../server/transaction/context.ts';
import type { campaignWorld } from '../../sales/world.ts';

type World = Awaited<ReturnType<typeof campaignWorld>>;
export const SPOT_MS = 10_000;
const MINUTE_MS = 60_000;

export async function wonSpot(w: World, more: Partial<typeof bids.$inferInsert> = {}) {
  const { test, clock, screen, spot } = w;
  const now = clock.now();
  const [auction_id, id] = [uuid7(now), uuid7(now)];
  const place = {
    tenant_id: test.tenant_id,
    device_id: screen.id,
    placement_id: uuid7(now),
    at: dateOf(now),
  };
  const times = { play_from: dateOf(now + MINUTE_MS), play_to: dateOf(now + 5 * MINUTE_MS) };
  await inTenant(test.server, { tenant_id: test.tenant_id, user_id: null }, async ctx => {
    await ctx.tx.insert(auctions).values({
      ...{ id: auction_id, ...place, ...times, floor_micros: 1_000_000, cur: 'EUR', status: 'won' },
      ...{ winner_bid_id: id, multiplier: '1.0000', tmax_ms: 300, duration_ms: 40, sampled: false },
    });
    await ctx.tx.insert(bids).values({
      ...{ id, auction_id, call_id: uuid7(now), partner_id: uuid7(now), ...place, ...times },
      ...{ outcome: 'won', bid_id: 'b-1', imp_id: '1', price_micros: 2_500_000, cur: 'EUR', latency_ms: 40 },
      ...{ adomain: ['brand.example'], crid: 'c-1', multiplier: '1.0000' },
      ...{ creative_id: spot.id, creative_sha256: spot.asset.sha256, length_ms: SPOT_MS },
      ...{ play_deadline: dateOf(now + 30 * MINUTE_MS), report_deadline: dateOf(now + 60 * MINUTE_MS) },
      ...more,
    });
    await grantSpot(ctx, id);
  });
  await w.advance();
  return id;
}

export const spotOf = async ({ test }: World, id: string) => {
  const rows = await test.db.select().from(bids);
  return rows.find(row => row.id === id);
};
