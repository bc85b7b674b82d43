import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { uuid7 } from '../../../../shared/random.ts';
import {
  auctionCalls,
  auctions,
  bidNotices,
  bidPayloads,
  bids,
  creativeMappings,
  devices,
  inventoryMappings,
  leases,
  locations,
  partners,
  placements,
  playerConfigs,
  playerConfigVersions,
  tenants,
} from '../../../../server/db/schema.ts';
import { DEFAULT_WEIGHTS } from '../../../../shared/contract/playout/mix.ts';
import { call } from '../../../support/server/playlist.ts';
import { noticeCalls } from '../../../../server/programmatic/notices/worker.ts';
import { bidOf, faults, ids, partner, plan, test, usePlannerWorld, type BidRequest } from './world.ts';

usePlannerWorld();

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

  it('is not held for a screen on which programmatic has no share of the time', async () => {
    const path = '/api/player-config/weights';
    const at = async () => (await call(test, test.admin, 'GET', path)).json<{ version: number }>().version;
    const weights = { ...DEFAULT_WEIGHTS, ads: 60, programmatic: 0 };
    await call(test, test.admin, 'PATCH', path, { payload: weights, version: await at() });
    const published = await call(test, test.admin, 'POST', `${path}/publish`, {
      payload: {},
      version: await at(),
    });
    expect(published.statusCode).toBe(200);
    expect(await plan()).toBe(0);
    expect([partner.requests, await test.db.select().from(auctions)]).toEqual([[], []]);
    await test.db.delete(playerConfigVersions);
    await test.db.delete(playerConfigs);
  });

  it('says where a screen stands that does not move, to about a kilometre, and nothing where nobody knows', async () => {
    const geo = () =>
      partner.requests.map(({ body }) => (JSON.parse(body) as { device: { geo?: object } }).device.geo);
    const location = uuid7(test.server.clock.now());
    const { tenant_id } = test;
    const place = { lat: 38.71667, lng: -9.13333, radius_m: 50, tz: 'Europe/Lisbon' };
    await plan();
    expect(geo()).toEqual([undefined, undefined]);
    await test.db.insert(locations).values({ id: location, tenant_id, name: 'Ferry hall', ...place });
    await test.db.update(devices).set({ location_id: location });
    await test.db.delete(auctions);
    partner.requests.length = 0;
    await plan();
    const at = expect.objectContaining({ lat: 38.72, lon: -9.13 }) as object;
    expect(geo()).toEqual([at, at]);
    /** The tenant says how exactly; the platform, how exactly at most. */
    const settings = (place_decimals: number) => ({ settings: { bid_requests: { place_decimals } } });
    const isPlatform = eq(tenants.kind, 'platform');
    const geoWith = async () => {
      await test.db.delete(auctions);
      partner.requests.length = 0;
      await plan();
      return geo()[0];
    };
    await test.db.update(tenants).set(settings(3)).where(eq(tenants.id, tenant_id));
    expect(await geoWith()).toMatchObject({ lat: 38.72 });
    await test.db.update(tenants).set(settings(3)).where(isPlatform);
    expect(await geoWith()).toMatchObject({ lat: 38.717, lon: -9.133 });
    await test.db.update(tenants).set(settings(0)).where(eq(tenants.id, tenant_id));
    expect(await geoWith()).toMatchObject({ lat: 39, lon: -9 });
    await test.db.update(tenants).set({ settings: {} });
    await test.db.update(devices).set({ location_id: null });
    await test.db.delete(locations).where(eq(locations.id, location));
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
    await test.db.update(partners).set({ tmax_ms: 300 }).where(eq(partners.id, ids.low));
    partner.state.answer = asked =>
      asked.path.startsWith('/low')
        ? { status: 200, body: bidOf(asked, 9), delay_ms: 1_200 }
        : { status: 200, body: bidOf(asked, 1) };
    await plan();
    await test.db.update(partners).set({ tmax_ms: 2_000 });
    const [auction] = await test.db.select().from(auctions);
    expect(auction?.status).toBe('won');
    expect(auction?.duration_ms).toBeLessThan(1_200);
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

  it.each([
    ['the first price', { fast: 1, low: 2 }, 2_500_000],
    ['the second', { fast: 2, low: 1 }, 1_800_000],
  ])('costs %s where that was agreed with who wins, whatever the others pay', async (_what, at, clearing) => {
    for (const name of ['fast', 'low'] as const)
      await test.db.update(partners).set({ at: at[name] }).where(eq(partners.id, ids[name]));
    partner.state.answer = asked => ({
      ...{ status: 200, body: bidOf(asked, asked.path.startsWith('/fast') ? 2.5 : 1.8) },
    });
    await plan();
    await test.db.update(partners).set({ at: 1 });
    const [auction] = await test.db.select().from(auctions);
    expect(auction).toMatchObject({ status: 'won', clearing_micros: clearing });
  });

  it('waits for its turn at a partner that takes two calls at once: of a dozen screens none is left out', async () => {
    const [first] = await test.db.select().from(placements);
    const now = test.server.clock.now();
    const more = Array.from({ length: 11 }, () => ({ ...first!, id: uuid7(now) }));
    await test.db.insert(placements).values(more);
    const [mapping] = await test.db
      .select()
      .from(inventoryMappings)
      .where(eq(inventoryMappings.partner_id, ids.fast));
    const added = more.map(({ id }, n) => ({
      ...{ ...mapping!, id: uuid7(now), placement_id: id, external_screen_id: `more-${n}` },
    }));
    await test.db.insert(inventoryMappings).values(added);
    await test.db.update(partners).set({ concurrency: 2 }).where(eq(partners.id, ids.fast));
    partner.state.answer = () => ({ status: 204, delay_ms: 20 });
    expect(await plan()).toBe(12);
    const calls = await test.db.select().from(auctionCalls).where(eq(auctionCalls.partner_id, ids.fast));
    await test.db.update(partners).set({ concurrency: 8 }).where(eq(partners.id, ids.fast));
    for (const { id } of added) await test.db.delete(inventoryMappings).where(eq(inventoryMappings.id, id));
    await test.db.delete(auctions);
    for (const { id } of more) await test.db.delete(placements).where(eq(placements.id, id));
    expect(calls.map(({ outcome }) => outcome)).toEqual(Array<string>(12).fill('nobid'));
  });

  it('asks no partner that does not buy in the country of the fleet', async () => {
    await test.db.update(tenants).set({ country: 'PT' }).where(eq(tenants.id, test.tenant_id));
    await test.db
      .update(partners)
      .set({ regions: ['US'] })
      .where(eq(partners.id, ids.fast));
    await test.db
      .update(partners)
      .set({ regions: ['PT', 'ES'] })
      .where(eq(partners.id, ids.low));
    partner.state.answer = () => ({ status: 204 });
    await plan();
    await test.db.update(partners).set({ regions: [] });
    expect((await test.db.select().from(auctions)).map(one => one.partners_called)).toEqual([[ids.low]]);
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
