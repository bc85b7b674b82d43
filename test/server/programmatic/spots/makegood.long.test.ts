/** A sold spot whose time an emergency alert took: a second spot at the price of the first, billed once or not at all. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { AuctionDetail } from '../../../../shared/contract/programmatic/auction.ts';
import type { dealDelivery } from '../../../../shared/contract/programmatic/dealFigures.ts';
import type { LeaseRow } from '../../../../shared/contract/programmatic/leaseLog.ts';
import type { Answer } from '../../../../shared/contract/wire/endpoint.ts';
import type { PulledLeases } from '../../../../shared/contract/playout/lease.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { alertAcks, alerts, auctions, bids, deals, leases } from '../../../../server/db/schema.ts';
import { addAlertRows } from '../../../support/server/rows/alertRows.ts';
import { call } from '../../../support/server/playlist.ts';
import {
  bidFor,
  faults,
  noticesOf,
  jumpTo,
  MINUTE_MS,
  notices,
  partner,
  partner_id,
  plan,
  playsUnder,
  sold,
  useSellingWorld,
  w,
} from './sellingWorld.ts';

useSellingWorld();

const DAY_MS = 86_400_000;
const rowOf = async (id: string) => {
  const [row] = await w.test.db.select().from(bids).where(eq(bids.id, id));
  return row!;
};
const read = async <T>(path: string) =>
  (await call(w.test, w.test.admin, 'GET', `/api/programmatic/${path}`)).json<T>();
/** Its answers name the deal from here on. */
async function addDeal(more: object = {}) {
  const now = w.clock.now();
  const id = uuid7(now);
  await w.test.db.insert(deals).values({
    ...{ id, tenant_id: w.test.tenant_id, partner_id, deal_code: `D-${id}`, name: 'Mornings' },
    ...{ type: 'pmp', state: 'active', private_auction: false, at: 1, priority: 8, tz: 'UTC', dayparts: [] },
    floor: { mode: 'cpm', amount_micros: 500_000, currency: 'EUR' },
    ...{ starts_at: new Date(now - DAY_MS), ends_at: new Date(now + 9 * DAY_MS) },
    inventory: { placement_ids: [], tags: [], venue_ids: [], geo: [], media: [] },
    ...more,
  });
  partner.state.answer = asked => {
    if (asked.path !== '/bid') return { status: 204 };
    const answer = JSON.parse(bidFor(asked)) as { seatbid: { bid: object[] }[] };
    answer.seatbid[0]!.bid[0] = { ...answer.seatbid[0]!.bid[0], dealid: `D-${id}` };
    return { status: 200, body: JSON.stringify(answer) };
  };
  return id;
}
const deliveryOf = (deal_id: string) => read<Answer<typeof dealDelivery>>(`deals/${deal_id}/delivery`);
const stepsOf = async (auction_id: string) =>
  (await read<AuctionDetail>(`auctions/${auction_id}`)).timeline
    .filter(({ at }) => at !== null)
    .map(({ step }) => step);
const spent = (lease: PulledLeases['leases'][number]) => ({
  held: [],
  returned: [{ id: lease.id, used: 0 }],
});

/** The screen began to show it, and an alert cut it off. */
async function interrupted() {
  const { spot, lease } = await sold();
  jumpTo(spot.play_from!);
  expect(
    await playsUnder(w.screen, lease, 1, {
      kind: 'programmatic',
      result: 'interrupted_by_alert',
      completion: 0.4,
    }),
  ).toEqual(['accepted']);
  return { spot, lease };
}
async function pulledFor(lease_id: string | null) {
  await w.advance();
  const answer = await w.screen.call('POST', '/api/player/leases/pull', { held: [], returned: [] });
  return answer.json<PulledLeases>().leases.find(({ id }) => id === lease_id)!;
}

describe('a spot that an emergency alert cut off', () => {
  it('is owed a second spot without an auction, which alone is billed, at the price of the first and once', async () => {
    const deal_id = await addDeal();
    const { spot, lease } = await interrupted();
    expect(await rowOf(spot.id)).toMatchObject({
      ...{ spot_state: 'makegood', spot_reason: 'alert', ended_at: null, replanned_at: null },
    });
    expect((await deliveryOf(deal_id)).total).toMatchObject({
      won: 1,
      plays: 0,
      makegood_owed: 1,
      made_good: 0,
    });
    expect(await stepsOf(spot.auction_id)).toEqual([
      ...['auction', 'bids', 'win', 'lease', 'played', 'reported', 'displaced'],
    ]);
    await notices();
    expect([noticesOf('lost'), noticesOf('billed')]).toEqual([[], []]);

    const held = await w.test.db.$count(auctions);
    partner.state.answer = () => ({ status: 204 });
    await plan();
    expect(faults).toEqual([]);
    const second = await rowOf(spot.id);
    expect(second).toMatchObject({ spot_state: 'granted', price_micros: spot.price_micros, play_id: null });
    expect(second.displaced_lease_id).toBe(lease.id);
    expect(second.play_from!.getTime()).toBeGreaterThanOrEqual(spot.play_to!.getTime());
    const own = await w.test.db.select().from(auctions).where(eq(auctions.winner_bid_id, spot.id));
    expect(own).toHaveLength(1);
    /** What is auctioned meanwhile is for other times. */
    const others = (await w.test.db.select().from(auctions)).slice(held);
    expect(others.map(one => one.play_from.getTime())).not.toContain(second.play_from!.getTime());

    const again = await pulledFor(second.lease_id);
    expect(again.line_id).toBe(spot.id);
    jumpTo(second.play_from!);
    w.clock.jump(MINUTE_MS);
    const played = w.clock.now();
    expect(await playsUnder(w.screen, again, 1, { kind: 'programmatic' })).toEqual(['accepted']);
    await notices();
    await notices();
    expect(noticesOf('billed')).toEqual([`/billed?price=2.5&at=${played}&n=1.0000`]);
    expect(noticesOf('lost')).toEqual([]);
    expect(noticesOf('won')).toHaveLength(1);
    expect(await rowOf(spot.id)).toMatchObject({ spot_state: 'billed', spot_reason: null });

    /** The first lease is worth nothing any more. */
    expect(await playsUnder(w.screen, lease, 1, { kind: 'programmatic' })).not.toEqual(['accepted']);
    await notices();
    expect(noticesOf('billed')).toHaveLength(1);
    const { total } = await deliveryOf(deal_id);
    expect(total).toMatchObject({ won: 1, plays: 1, makegood_owed: 0, made_good: 1, impressions: '1.0000' });
    expect(await stepsOf(spot.auction_id)).toEqual([
      ...['auction', 'bids', 'win', 'displaced', 'replanned', 'lease', 'played', 'reported', 'billed'],
    ]);
    const listed = await read<{ items: { id: string }[] }>(`bids?displaced=true&deal_id=${deal_id}`);
    expect(listed.items.map(({ id }) => id)).toEqual([spot.id]);
    const { items } = await read<{ items: LeaseRow[] }>(`leases?deal_id=${deal_id}`);
    expect(items.map(({ id, state, bid_id }) => [id, state, bid_id])).toEqual([
      [second.lease_id, 'billed', spot.id],
      [lease.id, 'makegood', spot.id],
    ]);
    expect((await read<{ items: LeaseRow[] }>('leases?source=campaign')).items).toEqual([]);
  });

  it('is owed no third one: cut off again it ends unbilled, and its partner hears so once', async () => {
    const { spot } = await interrupted();
    partner.state.answer = () => ({ status: 204 });
    await plan();
    const second = await rowOf(spot.id);
    const again = await pulledFor(second.lease_id);
    jumpTo(second.play_from!);
    const cut = { kind: 'programmatic', result: 'interrupted_by_alert', completion: 0.4 };
    await playsUnder(w.screen, again, 1, cut);
    await notices();
    expect(noticesOf('lost')).toEqual(['/lost?why=2']);
    await plan();
    const ended = await rowOf(spot.id);
    expect(ended).toMatchObject({ spot_state: 'makegood', lease_id: second.lease_id });
    expect(ended.ended_at).not.toBeNull();
    expect(noticesOf('billed')).toEqual([]);
  });

  it('waits while its deal may not be shown, and is lost after a day', async () => {
    const deal_id = await addDeal();
    const { spot } = await interrupted();
    await w.test.db.update(deals).set({ state: 'paused' }).where(eq(deals.id, deal_id));
    partner.state.answer = () => ({ status: 204 });
    await plan();
    expect((await rowOf(spot.id)).replanned_at).toBeNull();
    w.clock.jump(DAY_MS + MINUTE_MS);
    await plan();
    await notices();
    expect(await rowOf(spot.id)).toMatchObject({ spot_state: 'makegood', replanned_at: null });
    expect((await rowOf(spot.id)).ended_at).not.toBeNull();
    expect(noticesOf('lost')).toEqual(['/lost?why=2']);
    await w.test.db.update(deals).set({ state: 'active' }).where(eq(deals.id, deal_id));
    await plan();
    expect((await rowOf(spot.id)).replanned_at).toBeNull();
  });
});

describe('a spot that never began', () => {
  let alert_id: string | undefined;
  /** Shown from a minute before its time on. */
  async function alertDuring(from: number, more: Partial<typeof alerts.$inferInsert> = {}) {
    alert_id ??= (await addAlertRows(w.test, w.test.tenant_id)).active;
    await w.test.db
      .update(alerts)
      .set({ template: 'takeover', expires_at: new Date(from + 60 * MINUTE_MS), ...more })
      .where(eq(alerts.id, alert_id));
    await w.test.db.insert(alertAcks).values({
      ...{ tenant_id: w.test.tenant_id, alert_id, alert_version: 1, device_id: w.screen.id, state: 'shown' },
      ...{ at: new Date(from), taken_at: new Date(from) },
    });
  }

  it.each([
    ['while its screen showed an alert over everything is owed a second', {}, 'makegood'],
    ['while a line of text ran below it is released', { template: 'ticker' as const }, 'released'],
    ['after the alert was over is released', { expires_at: new Date(0) }, 'released'],
  ])('%s', async (_, more, state) => {
    await w.test.db.delete(alertAcks);
    const { spot, lease } = await sold();
    await alertDuring(spot.play_from!.getTime() - MINUTE_MS, more);
    jumpTo(spot.play_to!);
    w.clock.jump(MINUTE_MS);
    await w.screen.call('POST', '/api/player/leases/pull', spent(lease));
    partner.state.answer = () => ({ status: 204 });
    await notices();
    const ended = await rowOf(spot.id);
    expect(ended.spot_state).toBe(state);
    await plan();
    const later = await rowOf(spot.id);
    expect(later.spot_state).toBe(state === 'makegood' ? 'granted' : state);
    expect(await w.test.db.$count(leases, eq(leases.line_id, spot.id))).toBe(state === 'makegood' ? 2 : 1);
  });
});
