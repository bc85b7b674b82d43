import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auctions, bids, plays } from '../../../../server/db/schema.ts';
import type { ReportPreview } from '../../../../shared/contract/reports/report.ts';
import { call } from '../../../support/server/playlist.ts';
import { addAuctions } from '../../../support/server/rows/programmatic/auctionRows.ts';
import { earningWorld, START, type EarningWorld } from './world.ts';

let world: EarningWorld;
beforeAll(async () => {
  world = await earningWorld();
});
afterAll(() => world.test.close());

const AT = '2026-10-10T10:00:00.000Z';
/** A spot of the first screen that was played, and what the report of partners says of it: 75.75 euros for a thousand. */
async function soldSpot(more: Partial<typeof bids.$inferInsert>, cur = 'EUR') {
  const { test, first, play } = world;
  const { won, auction, partner } = await addAuctions(test, { tenant_id: test.tenant_id, device_id: first });
  await test.db.update(auctions).set({ cur, clearing_micros: 250_000_000 }).where(eq(auctions.id, auction));
  await play(AT, 1, { campaign_id: won });
  const [found] = await test.db.select().from(plays).where(eq(plays.campaign_id, won));
  await test.db
    .update(bids)
    .set({ spot_state: 'delivered', play_id: found!.play_id, ...more })
    .where(eq(bids.id, won));
  return { won, partner };
}
const billed = { spot_state: 'billed' as const, billable_at: new Date(START), billed_at: new Date(START) };

it('OPEN-OWNER-01 a screen earns its owner what partners are billed for its plays, later bills as an adjustment', async () => {
  await world.startAnew();
  const { partner } = await soldSpot(billed);
  const waiting = await soldSpot({ partner_id: partner });
  await soldSpot(billed, 'USD');
  await world.recalculate('2026-10');
  const [row] = await world.list(world.admin, '?period=2026-10');
  /** 250 for a thousand, 30.3 impressions: 7.575. */
  expect(row).toMatchObject({ plays: 3, gross_minor: 758, net_minor: 531 });
  const { lines } = await world.read(world.admin, row!.id);
  expect(lines).toHaveLength(2);
  expect(lines.find(line => line.campaign_id === partner)).toEqual({
    ...{ campaign_id: partner, name: 'Harbour DSP', plays: 2, bid_micros: null, is_sold: true },
    gross_minor: 758,
  });
  const version = row!.version;
  await world.recalculate('2026-10');
  expect((await world.read(world.admin, row!.id)).version).toBe(version);

  await world.goTo('2026-11-02T10:00:00.000Z');
  await world.recalculate('2026-10');
  const ended = await world.read(world.admin, row!.id);
  expect(ended.state).toBe('calculated');
  expect((await world.act(world.admin, row!.id, 'approve')).body.state).toBe('approved');
  await world.test.db.update(bids).set(billed).where(eq(bids.id, waiting.won));
  await world.recalculate('2026-10');
  await world.recalculate('2026-10');
  /** Both together are 15.15, rounded once; the owner's share is 10.60, of which 5.31 is paid. */
  const [next] = await world.list(world.admin, '?period=2026-11');
  expect(next).toMatchObject({ adjustment_minor: 529 });
});

it('a month whose auctions are deleted stays as it was counted last', async () => {
  await world.startAnew();
  const { won } = await soldSpot(billed);
  await world.recalculate('2026-10');
  await world.test.db.delete(bids).where(eq(bids.id, won));
  await world.goTo('2028-01-10T10:00:00.000Z');
  await world.recalculate('2026-10');
  const [row] = await world.list(world.admin, '?period=2026-10');
  expect(row).toMatchObject({ plays: 1, gross_minor: 758 });
});

it('BIZ-08 the statement names plays that were sold by auction as such, added up by place', async () => {
  await world.startAnew();
  await soldSpot(billed);
  await soldSpot(billed);
  const payload = {
    ...{ preset: 'statement', format: 'csv', language: 'en', period: 'custom', tz: 'UTC' },
    ...{ first_day: '2026-10-10', last_day: '2026-10-10', campaign_ids: [], creative_ids: [], zone: null },
  };
  const answer = await call(world.test, world.admin, 'POST', '/api/reports/preview', { payload });
  expect(answer.json<ReportPreview>().rows.map(([name, , , plays]) => [name, plays])).toEqual([
    ['Sold by auction', 2],
  ]);
});
