/** What a deal delivered, against the rows it is counted from, and what it could deliver. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import type { Bid } from '../../../../shared/contract/programmatic/bid.ts';
import type { dealDelivery, forecastDeal } from '../../../../shared/contract/programmatic/dealFigures.ts';
import type { Answer } from '../../../../shared/contract/wire/endpoint.ts';
import { minorOfCost } from '../../../../shared/openrtb/auction/cost.ts';
import { uuid7 } from '../../../../shared/random.ts';
import {
  auctions,
  bids,
  creativeMappings,
  creatives,
  deals,
  devices,
  inventoryMappings,
  partners,
  placements,
  plays,
} from '../../../../server/db/schema.ts';
import { idOf } from '../../../player/items.ts';
import { manualClock } from '../../../support/clock.ts';
import { partnerRow } from '../../../support/server/rows/programmatic/auctionRows.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';

type Delivery = Answer<typeof dealDelivery>;
type Forecast = Answer<typeof forecastDeal>;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SPOTS_PER_HOUR = 12;
/** The clocks of Lisbon change on 25 October 2026. */
const NOW = Date.parse('2026-10-27T12:00:00.000Z');
let test: TestServer;
let ids: Record<'device' | 'partner' | 'other' | 'placement' | 'deal', string>;
let creative: Awaited<ReturnType<typeof addCreative>>;

const dealRow = (id: string, more: Partial<typeof deals.$inferInsert> = {}): typeof deals.$inferInsert => ({
  ...{ id, tenant_id: test.tenant_id, partner_id: ids.partner, deal_code: `D-${id}`, name: 'Mornings' },
  ...{ type: 'guaranteed', state: 'active', private_auction: false, at: 1, priority: 8, tz: 'Europe/Lisbon' },
  ...{ dayparts: [], floor: { mode: 'cpm', amount_micros: 2_000_000, currency: 'EUR' } },
  ...{ starts_at: new Date(NOW - 20 * DAY_MS), ends_at: new Date(NOW + 7 * DAY_MS) },
  inventory: { placement_ids: [], tags: [], venue_ids: [], geo: [], media: [] },
  commit: { impressions: 1_000, plays: 100, spend_micros: 5_000_000 },
  ...more,
});

interface Spec {
  at: number;
  /** null: nobody bid under the deal. */
  price?: number | null;
  state?: typeof bids.$inferInsert.spot_state;
  multiplier?: string;
  status?: 'won' | 'no_fill' | 'test';
  of?: string;
  more?: Partial<typeof bids.$inferInsert>;
}
const PAID = ['billable', 'billed', 'disputed'];
async function auctioned({ at, price = 2_500_000, state = null, multiplier = '1.5000', ...rest }: Spec) {
  const { db, tenant_id } = test;
  const [id, bid] = [uuid7(at), uuid7(at)];
  const of = rest.of ?? ids.deal;
  const where = { tenant_id, placement_id: ids.placement, device_id: ids.device, at: new Date(at) };
  const times = { play_from: new Date(at + HOUR_MS), play_to: new Date(at + HOUR_MS + 300_000) };
  await db.insert(auctions).values({
    ...{ ...where, ...times, id, floor_micros: 0, cur: 'EUR', deals: [`D-${of}`], multiplier },
    ...{ partners_called: [ids.partner], status: rest.status ?? (state ? 'won' : 'no_fill') },
    ...{ winner_bid_id: state ? bid : null, clearing_micros: state ? price : null },
    ...{ tmax_ms: 300, duration_ms: 40, sampled: false },
  });
  if (price === null) return;
  await db.insert(bids).values({
    ...{ ...where, id: bid, auction_id: id, call_id: uuid7(at), partner_id: ids.partner, deal_id: of },
    ...{ dealid: `D-${of}`, price_micros: price, cur: 'EUR', latency_ms: 9, outcome: state ? 'won' : 'lost' },
    ...(state && {
      ...{ ...times, spot_state: state, multiplier, play_deadline: times.play_to },
      report_deadline: new Date(at + 2 * HOUR_MS),
      ...(PAID.includes(state) && { billable_at: new Date(at + HOUR_MS), play_id: uuid7(at) }),
    }),
    ...rest.more,
  });
}

beforeAll(async () => {
  test = await startTestServer({ clock: manualClock(NOW) });
  const { db, tenant_id } = test;
  const fresh = () => uuid7(NOW);
  ids = { device: fresh(), partner: fresh(), other: fresh(), placement: fresh(), deal: fresh() };
  creative = await addCreative(test, test.admin);
  await db.update(creatives).set({ approved_sha256: creative.asset.sha256 });
  await db.insert(devices).values({ id: ids.device, tenant_id, name: 'Harbour cab', state: 'active' });
  await db
    .insert(partners)
    .values([partnerRow(ids.partner, tenant_id), partnerRow(ids.other, tenant_id, { name: 'Other DSP' })]);
  await db.insert(placements).values({
    ...{ id: ids.placement, tenant_id, device_id: ids.device, zone: 'full', w: 1280, h: 800 },
    ...{ media: ['banner'], mimes: ['image/png'], spot_len_s: [10], allow_audio: false },
    ...{ boxing_allowed: true, movable: false },
    venue_ids: { openooh_1_1: '103', openooh_1_2: null, dmi: null },
  });
  await db.insert(inventoryMappings).values({
    ...{ id: fresh(), tenant_id, partner_id: ids.partner, placement_id: ids.placement, state: 'mapped' },
    ...{ external_screen_id: 'R-1', venuetypetax: 5, venuetype: ['103'] },
  });
  await db.insert(creativeMappings).values({
    ...{ id: fresh(), tenant_id, partner_id: ids.partner, crid: 'cr1', creative_id: creative.id },
    ...{ state: 'approved', sha256: creative.asset.sha256 },
  });
  await db.insert(deals).values(dealRow(ids.deal));
});
afterAll(() => test.close());

const delivery = async (id: string, query = '') =>
  (await call(test, test.admin, 'GET', `/api/programmatic/deals/${id}/delivery${query}`)).json<Delivery>();
const forecastOf = async (id: string) =>
  (await call(test, test.admin, 'POST', `/api/programmatic/deals/${id}/forecast`, {})).json<Forecast>();
const sum = (rows: readonly Delivery['total'][], key: keyof Delivery['total']) =>
  rows.reduce((all, row) => all + Number(row[key]), 0);

describe('the delivery of a deal', () => {
  beforeAll(async () => {
    const at = (hoursBefore: number) => NOW - hoursBefore * HOUR_MS;
    for (const spec of [
      ...[
        { at: at(1), state: 'billed' },
        { at: at(2), state: 'billable', price: 3_333_333 },
      ],
      ...[{ at: at(3), state: 'expired_unplayed' }, { at: at(3.5) }, { at: at(4), price: null }],
      /** The night in which an hour comes twice. */
      ...[60, 59.5, 59, 58.5, 58].map(h => ({ at: at(h), state: 'billed' })),
      { at: at(30), state: 'billed', status: 'test' },
      { at: at(70), state: 'makegood', more: { displaced_at: new Date(at(69)) } },
      {
        at: at(71),
        state: 'billed',
        more: { displaced_at: new Date(at(69)), replanned_at: new Date(at(69)) },
      },
      /** By another deal of the same partner. */
      { at: at(5), state: 'billed', of: uuid7(NOW) },
    ] as Spec[])
      await auctioned(spec);
  });

  it('PROG-01 equals the bid log to the last one, and its cost is rounded once', async () => {
    const { total, currency } = await delivery(ids.deal);
    const log = await call(test, test.admin, 'GET', `/api/programmatic/bids?deal_id=${ids.deal}&limit=200`);
    const listed = log.json<{ items: Bid[] }>().items;
    const tests = 1;
    expect(total.auctions).toBe(12);
    expect(total.bids).toBe(listed.length - tests);
    expect(total.won).toBe(listed.filter(({ spot }) => spot !== null).length - tests);
    const paid = listed.filter(({ spot }) => spot !== null && spot.billable_at !== null).length - tests;
    expect(total.plays).toBe(paid);
    expect(total.plays).toBe(8);
    expect(total.impressions).toBe('12.0000');
    const cost = 15_000n * (7n * 2_500_000n + 3_333_333n);
    expect([currency, total.spend_minor]).toEqual(['EUR', minorOfCost(cost, 'EUR')]);
    expect([total.makegood_owed, total.made_good]).toEqual([1, 1]);
  });

  it.each(['', '?granularity=day', '?granularity=hour'])(
    'adds up over its periods with "%s"',
    async query => {
      const { total, periods } = await delivery(ids.deal, query);
      for (const key of ['auctions', 'bids', 'won', 'plays', 'impressions', 'makegood_owed'] as const)
        expect([key, sum(periods, key)]).toEqual([key, Number(total[key])]);
      const starts = periods.map(({ at }) => Date.parse(at));
      expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
    },
  );

  it('begins each day at the midnight of its zone, and leaves none out', async () => {
    const { periods, tz } = await delivery(ids.deal, '?granularity=day');
    expect(tz).toBe('Europe/Lisbon');
    expect(periods.map(({ at, plays }) => [at, plays])).toEqual([
      ['2026-10-23T23:00:00.000Z', 1],
      ['2026-10-24T23:00:00.000Z', 5],
      ['2026-10-26T00:00:00.000Z', 0],
      ['2026-10-27T00:00:00.000Z', 2],
    ]);
  });

  it('says what it owes, in the money of its floor, and what of today is sold', async () => {
    const { commit, daily_cap, sold_today } = await delivery(ids.deal);
    expect(commit).toEqual({ impressions: 1_000, plays: 100, spend_minor: 500 });
    expect([daily_cap, sold_today]).toEqual([null, 2]);
  });

  it('is nothing of a deal that nobody was offered, and refuses another step', async () => {
    const id = uuid7(NOW);
    await test.db.insert(deals).values(dealRow(id, { commit: null, state: 'draft', type: 'pmp' }));
    expect(await delivery(id)).toMatchObject({ periods: [], total: { auctions: 0, impressions: '0.0000' } });
    const url = `/api/programmatic/deals/${id}/delivery?granularity=week`;
    expect((await call(test, test.admin, 'GET', url)).statusCode).toBe(400);
  });
});

describe('the forecast of a deal', () => {
  const HOURS_A_DAY = 10;
  beforeAll(async () => {
    const rows = [];
    for (let day = 28; day > 0; day--)
      for (let hour = 8; hour < 8 + HOURS_A_DAY; hour++) {
        const at = Date.parse('2026-10-27T00:00:00.000Z') - day * DAY_MS + hour * HOUR_MS;
        rows.push({
          ...{ play_id: uuid7(at), tenant_id: test.tenant_id, device_id: ids.device, epoch: idOf(1) },
          ...{ seq: rows.length + 1, creative_id: creative.id, result: 'completed', state: 'accepted' },
          ...{ started_at: new Date(at), received_at: new Date(at + 1), duration_ms: HOUR_MS },
          ...{ expected_ms: HOUR_MS, completion: 1, visible_share: 1, record_hash: 'f'.repeat(64) },
          ...{ record: {} as never, batch_id: idOf(2) },
        });
      }
    await test.db.insert(plays).values(rows as never);
  });

  it('is a spot in each five minutes that its screens were on, by the share of sold spots that were played', async () => {
    const { plays: expected, ...rest } = await forecastOf(ids.deal);
    const hours = 7 * HOURS_A_DAY;
    expect(rest.screens).toBe(1);
    expect(rest.screen_hours).toBeGreaterThan(hours * 0.95);
    expect(rest.screen_hours).toBeLessThan(hours * 1.05);
    const settled = await test.db.select().from(bids);
    const won = settled.filter(({ spot_state }) => spot_state !== null).length - 1;
    const played = settled.filter(({ billable_at }) => billable_at !== null).length - 1;
    expect(rest.played_pct).toBe(Math.round((100 * played) / won));
    expect(expected.likely).toBeCloseTo((rest.screen_hours * SPOTS_PER_HOUR * played) / won, -1);
    expect(expected.low).toBeLessThan(expected.likely);
    expect(expected.high).toBeGreaterThan(expected.likely);
    expect(rest.impressions?.likely).toBe(Math.floor(expected.likely * 1.5));
    const floor = 15_000n * 2_000_000n;
    expect(rest.spend_minor).toBe(minorOfCost(BigInt(expected.likely) * floor, 'EUR'));
    expect(rest.limits).toEqual(['unplayed']);
  });

  it.each([
    [{ daily_cap: 3 }, { likely: 3 * 8, high: 3 * 8 }, 'daily_cap'],
    [{ ends_at: new Date(NOW - 1) }, { likely: 0, high: 0 }, 'over'],
    [{ partner_id: () => ids.other }, { likely: 0 }, 'no_screens'],
    [{ allowed_crids: ['other'] }, {}, 'no_creatives'],
    [{ type: 'pmp' as const }, { low: 0 }, 'rivals'],
    [{ dayparts: [{ days: [1, 2, 3, 4, 5, 6, 7], start: '08:00', end: '09:00' }] }, {}, 'hours'],
  ])(
    'of a deal with %o is held down',
    async ({ partner_id, ...more }: Record<string, unknown>, figures, limit) => {
      const id = uuid7(NOW);
      const of = typeof partner_id === 'function' ? { partner_id: (partner_id as () => string)() } : {};
      await test.db.insert(deals).values(dealRow(id, { ...more, ...of, state: 'paused' }));
      const found = await forecastOf(id);
      expect(found.limits).toContain(limit);
      expect(found.plays).toMatchObject(figures);
      await test.db.delete(deals).where(eq(deals.id, id));
    },
  );
});
