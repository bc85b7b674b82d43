import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuid7 } from '../../../../shared/random.ts';
import { createPartnerLimits } from '../../../../server/programmatic/planner/limits.ts';
import { planTenant } from '../../../../server/programmatic/planner/plan.ts';
import {
  auctionCalls,
  auctions,
  bidNotices,
  bidPayloads,
  bids,
  creativeMappings,
  creatives,
  deals,
  devices,
  inventoryMappings,
  leases,
  partners,
  placements,
  tenants,
} from '../../../../server/db/schema.ts';
import { noticeCalls } from '../../../../server/programmatic/notices/worker.ts';
import {
  startPartner,
  type PartnerRequest,
  type TestPartner,
} from '../../../support/programmatic/partner.ts';
import { partnerRow } from '../../../support/server/rows/programmatic/auctionRows.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';

let partner: TestPartner;
let test: TestServer;
let ids: { fast: string; low: string; placement: string };
const faults: unknown[] = [];

interface BidRequest {
  id: string;
  tmax: number;
  imp: { id: string; exp: number; bidfloor: number }[];
  user?: unknown;
}
/** A picture that is approved; `crid` names another. */
const bidOf = ({ body }: PartnerRequest, price: number, more: object = {}) => {
  const request = JSON.parse(body) as BidRequest;
  const imp = request.imp[0];
  const bid = {
    ...{ id: `b-${price}`, impid: imp?.id, price, crid: 'cr1', adomain: ['brand.example'], mtype: 1 },
    ...{ w: 1280, h: 800, adm: '<img src="https://cdn.example/a.png">', exp: imp?.exp },
    nurl: `${partner.origin}/won?price=\${AUCTION_PRICE}&min=\${AUCTION_MIN_TO_WIN}`,
    lurl: `${partner.origin}/lost?why=\${AUCTION_LOSS}&price=\${AUCTION_PRICE}`,
    ...more,
  };
  return JSON.stringify({ id: request.id, cur: 'EUR', seatbid: [{ seat: 's1', bid: [bid] }] });
};

beforeAll(async () => {
  partner = await startPartner();
  test = await startTestServer({ partnerCalls: partner.calls });
  const { db, server, tenant_id } = test;
  const creative = await addCreative(test, test.admin);
  const now = server.clock.now();
  const [device, fast, low, placement] = [uuid7(now), uuid7(now), uuid7(now), uuid7(now)];
  ids = { fast, low, placement };
  await db.update(creatives).set({ approved_sha256: creative.asset.sha256 });
  await db.insert(devices).values({ id: device, tenant_id, name: 'Harbour cab' });
  await db.insert(partners).values([
    partnerRow(fast, tenant_id, {
      name: 'Fast DSP',
      endpoint_url: `${partner.origin}/fast`,
      tmax_ms: 2_000,
    }),
    partnerRow(low, tenant_id, { name: 'Low DSP', endpoint_url: `${partner.origin}/low`, tmax_ms: 150 }),
  ]);
  await db.insert(placements).values({
    ...{ id: placement, tenant_id, device_id: device, zone: 'full', w: 1280, h: 800, media: ['banner'] },
    ...{ mimes: ['image/png'], spot_len_s: [10], allow_audio: false, boxing_allowed: true, movable: false },
    venue_ids: { openooh_1_1: '103', openooh_1_2: null, dmi: null },
  });
  for (const partner_id of [fast, low]) {
    await db.insert(inventoryMappings).values({
      ...{ id: uuid7(now), tenant_id, partner_id, placement_id: placement, state: 'mapped' },
      ...{ external_screen_id: `screen-${partner_id}`, venuetypetax: 5, venuetype: ['103'] },
    });
    await db.insert(creativeMappings).values({
      ...{ id: uuid7(now), tenant_id, partner_id, crid: 'cr1', creative_id: creative.id, state: 'approved' },
      sha256: creative.asset.sha256,
    });
  }
});
afterAll(async () => {
  await test.close();
  await partner.close();
});
beforeEach(async () => {
  partner.requests.length = 0;
  faults.length = 0;
  await test.db.delete(auctions);
  await test.db.delete(leases);
});

const plan = () =>
  planTenant(test.server, createPartnerLimits(test.server.clock), {
    tenant_id: test.tenant_id,
    onFault: fault => faults.push(fault),
  });

describe('an auction ahead of play', () => {
  it('is not held where the tenant has programmatic selling switched off', async () => {
    const own = eq(tenants.id, test.tenant_id);
    await test.db
      .update(tenants)
      .set({ settings: { flags: { programmatic: 'off' } } })
      .where(own);
    expect(await plan()).toBe(0);
    await test.db.update(tenants).set({ settings: {} }).where(own);
    expect(partner.requests).toEqual([]);
    expect(await test.db.select().from(auctions)).toEqual([]);
  });

  it('sells a spot to the higher bid, and tells both', async () => {
    partner.state.answer = asked =>
      asked.path.startsWith('/fast')
        ? { status: 200, body: bidOf(asked, 2.5) }
        : asked.path.startsWith('/low')
          ? { status: 200, body: bidOf(asked, 1.8) }
          : { status: 204 };
    expect(await plan()).toBe(1);
    expect(faults).toEqual([]);
    const [auction] = await test.db.select().from(auctions);
    expect(auction).toMatchObject({
      status: 'won',
      clearing_micros: 2_500_000,
      min_to_win_micros: 1_800_000,
    });
    expect(auction?.partners_called).toHaveLength(2);
    const rows = await test.db.select().from(bids);
    const won = rows.find(({ outcome }) => outcome === 'won');
    expect(won).toMatchObject({ partner_id: ids.fast, spot_state: 'granted', multiplier: '1.0000' });
    expect(won?.report_deadline?.getTime()).toBeGreaterThan(won?.play_deadline?.getTime() ?? Infinity);
    expect(rows.find(({ outcome }) => outcome === 'lost')).toMatchObject({
      partner_id: ids.low,
      loss_code: 102,
    });
    const [lease] = await test.db.select().from(leases);
    expect(lease).toMatchObject({ id: won?.lease_id, line_id: won?.id, max_plays: 1 });
    const sent = JSON.parse(partner.requests[0]?.body ?? '{}') as BidRequest;
    expect([sent.user, sent.imp[0]?.bidfloor]).toEqual([undefined, 0]);
    expect(partner.requests[0]?.headers['x-openrtb-version']).toBe('2.6');
    await noticeCalls(test.server, fault => faults.push(fault)).round();
    const heard = partner.requests.map(({ path }) => path).filter(path => /won|lost/.test(path));
    expect(heard.sort()).toEqual(['/lost?why=102&price=', '/won?price=2.5&min=1.8']);
    const [payload] = await test.db.select().from(bidPayloads);
    expect(payload?.request).toContain(auction?.id);
  });

  it('offers each spot once, and the next one after it', async () => {
    partner.state.answer = () => ({ status: 204 });
    await plan();
    await plan();
    const rows = await test.db.select().from(auctions).orderBy(auctions.play_from);
    expect(rows.map(({ status }) => status)).toEqual(['no_fill', 'no_fill']);
    expect(rows[1]?.play_from).toEqual(rows[0]?.play_to);
  });

  it('does not wait for a partner beyond its time, and says why it has no bid', async () => {
    partner.state.answer = asked =>
      asked.path.startsWith('/low')
        ? { status: 200, body: bidOf(asked, 9), delay_ms: 600 }
        : { status: 200, body: bidOf(asked, 1) };
    await plan();
    const [auction] = await test.db.select().from(auctions);
    expect(auction?.status).toBe('won');
    expect(auction?.duration_ms).toBeLessThan(600);
    const calls = await test.db.select().from(auctionCalls);
    expect(calls.find(({ partner_id }) => partner_id === ids.low)).toMatchObject({
      ...{ outcome: 'timeout', error_class: 'timeout', nonbid_code: 101, bytes_in: 0 },
    });
  });

  it.each([
    ['a server error', { status: 500 }, 'error', 'badserverresponse'],
    ['a refused request', { status: 400 }, 'error', 'badinput'],
    ['text that is not JSON', { status: 200, body: '{' }, 'error', 'badserverresponse'],
    ['an answer that is too large', { status: 200, body: 'x'.repeat(300_000) }, 'error', 'badserverresponse'],
    ['no bid', { status: 204 }, 'nobid', null],
  ])('counts %s', async (_what, answer, outcome, error_class) => {
    partner.state.answer = () => answer;
    await plan();
    const calls = await test.db.select().from(auctionCalls);
    expect(calls.map(call => [call.outcome, call.error_class])).toEqual([
      ...[
        [outcome, error_class],
        [outcome, error_class],
      ],
    ]);
    expect(await test.db.$count(leases)).toBe(0);
  });

  it('refuses a creative that nobody has approved, and puts it before those who do', async () => {
    partner.state.answer = asked => ({ status: 200, body: bidOf(asked, 2, { crid: 'new-one' }) });
    await plan();
    const rows = await test.db.select().from(bids);
    expect(rows.map(({ outcome, loss_code }) => [outcome, loss_code])).toEqual([
      ...[
        ['rejected', 201],
        ['rejected', 201],
      ],
    ]);
    const pending = await test.db.select().from(creativeMappings);
    expect(pending.filter(({ crid }) => crid === 'new-one').map(({ state }) => state)).toEqual([
      ...['pending', 'pending'],
    ]);
    expect(await test.db.$count(leases)).toBe(0);
  });

  it('puts a creative that is bid for two screens at once before people once', async () => {
    const [first] = await test.db.select().from(placements);
    const second = { ...first!, id: uuid7(test.server.clock.now()) };
    await test.db.insert(placements).values(second);
    const mappings = await test.db.select().from(inventoryMappings);
    const more = mappings.map(one => ({
      ...one,
      ...{ id: uuid7(test.server.clock.now()), placement_id: second.id },
      external_screen_id: `second-${one.partner_id}`,
    }));
    await test.db.insert(inventoryMappings).values(more);
    partner.state.answer = asked => ({ status: 200, body: bidOf(asked, 2, { crid: 'newest' }) });
    expect(await plan()).toBe(2);
    for (const { id } of more) await test.db.delete(inventoryMappings).where(eq(inventoryMappings.id, id));
    await test.db.delete(auctions);
    await test.db.delete(placements).where(eq(placements.id, second.id));
    const rows = await test.db.select().from(creativeMappings);
    expect(rows.filter(({ crid }) => crid === 'newest')).toHaveLength(2);
  });

  it('keeps deals of two partners apart that have one code', async () => {
    const now = test.server.clock.now();
    const day = 86_400_000;
    const deal = (partner_id: string, priority: number) => ({
      ...{
        id: uuid7(now),
        tenant_id: test.tenant_id,
        partner_id,
        deal_code: 'D-1',
        name: 'Mornings',
        priority,
      },
      ...{ type: 'pmp' as const, state: 'active' as const, private_auction: false, at: 1 },
      floor: { mode: 'cpm' as const, amount_micros: 500_000, currency: 'EUR' },
      ...{ starts_at: new Date(now - day), ends_at: new Date(now + day), tz: 'UTC', dayparts: [] },
      inventory: { placement_ids: [], tags: [], venue_ids: [] },
    });
    await test.db.insert(deals).values([deal(ids.fast, 9), deal(ids.low, 1)]);
    partner.state.answer = asked => ({
      ...{ status: 200, body: bidOf(asked, asked.path === '/fast' ? 9 : 1, { dealid: 'D-1' }) },
    });
    await plan();
    await test.db.delete(deals);
    const rows = await test.db.select().from(bids);
    expect(rows.find(({ outcome }) => outcome === 'won')).toMatchObject({
      ...{ partner_id: ids.low, dealid: 'D-1' },
    });
  });

  it('of partners in test mode sells nothing', async () => {
    await test.db.update(partners).set({ test_mode: true });
    partner.state.answer = asked => ({ status: 200, body: bidOf(asked, 2) });
    await plan();
    await test.db.update(partners).set({ test_mode: false });
    expect((await test.db.select().from(auctions)).map(({ status }) => status)).toEqual(['test']);
    expect([await test.db.$count(leases), await test.db.$count(bidNotices)]).toEqual([0, 0]);
  });
});
