import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instant } from '../../../shared/clock.ts';
import { targeting } from '../../../shared/contract/sales/campaign.ts';
import type { Diagnosis, Forecast } from '../../../shared/contract/sales/campaignCalls.ts';
import { creatives } from '../../../server/db/schema.ts';
import {
  act,
  addCampaign,
  addLiveCampaign,
  campaignBody,
} from '../../support/server/rows/sales/campaigns.ts';
import { call } from '../../support/server/playlist.ts';
import { campaignWorld, DAY_MS } from './world.ts';

let w: Awaited<ReturnType<typeof campaignWorld>>;
beforeAll(async () => {
  w = await campaignWorld();
});
afterAll(() => w.test.close());

describe('what is asked about a campaign', () => {
  it('sells no more than an hour holds', async () => {
    const now = w.clock.now();
    const flights = [
      { starts_at: instant(now), ends_at: instant(now + DAY_MS), dayparts: [], sov_s_per_h: 2_000 },
    ];
    const sold = {
      creatives: w.shown(),
      class: 'guaranteed' as const,
      goal: 'share' as const,
      goal_amount: null,
      flights,
    };
    const first = await addLiveCampaign(w.test, w.both(), sold);
    const second = await addCampaign(w.test, w.seller, sold);
    const asked = (
      await call(w.test, w.seller, 'POST', '/api/campaigns/forecast', {
        payload: { ...campaignBody(w.test, sold) },
      })
    ).json<Forecast>();
    expect(asked).toMatchObject({ screens: 1, sold_s_per_h: 2_000, conflicts: [{ id: first.id }] });
    await act(w.test, w.seller, second.id, 'submit');
    const answer = await call(w.test, w.test.admin, 'POST', `/api/campaigns/${second.id}/approve`, {
      payload: {},
    });
    expect(answer.json()).toMatchObject({
      error: 'RULE',
      details: { because: 'share_sold', left_s: 1_600, taken: [{ id: first.id }] },
    });
    await w.over(first.id);
  });

  it('sells no more of a screen that a rule or a group above puts there', async () => {
    const addGroup = async (payload: object) =>
      (await call(w.test, w.test.admin, 'POST', '/api/device-groups', { payload })).json<{ id: string }>().id;
    const above = await addGroup({ name: 'All of the city' });
    const below = await addGroup({ name: 'Airport line', parent_id: above, rule: { tags: ['airport'] } });
    const path = `/api/devices/${w.screen.id}`;
    const { version } = (await call(w.test, w.test.admin, 'GET', path)).json<{ version: number }>();
    await call(w.test, w.test.admin, 'PATCH', path, { payload: { tags: ['airport'] }, version });
    const now = w.clock.now();
    const of = (group_id: string) => ({
      ...{ creatives: w.shown(), class: 'guaranteed' as const, goal: 'share' as const, goal_amount: null },
      flights: [
        { starts_at: instant(now), ends_at: instant(now + DAY_MS), dayparts: [], sov_s_per_h: 2_000 },
      ],
      targeting: targeting.parse({ group_ids: [group_id] }),
    });
    const first = await addLiveCampaign(w.test, w.both(), of(below));
    expect(first.screens).toBe(1);
    const second = await addCampaign(w.test, w.seller, of(above));
    await act(w.test, w.seller, second.id, 'submit');
    const answer = await call(w.test, w.test.admin, 'POST', `/api/campaigns/${second.id}/approve`, {
      payload: {},
    });
    expect(answer.json()).toMatchObject({ error: 'RULE', details: { taken: [{ id: first.id }] } });
    await w.over(first.id);
  });

  it('says why it plays or not, in the order of the contract', async () => {
    const { id } = await addLiveCampaign(w.test, w.both(), { creatives: w.shown() });
    const of = async () =>
      (await call(w.test, w.seller, 'GET', `/api/campaigns/${id}/diagnose`)).json<Diagnosis>().checks;
    expect((await of()).map(({ check }) => check)).toEqual([
      ...[
        'state',
        'flight',
        'daypart',
        'targeting',
        'conditions',
        'creatives',
        'budget',
        'goal',
        'pacing',
        'caps',
        'competing',
        'sync',
      ],
    ]);
    expect((await of()).filter(({ result }) => result === 'fail').map(({ check }) => check)).toEqual([
      'sync',
    ]);
    expect((await of())[1]).toMatchObject({
      facts: { next: null, ended: null, ends: (await w.read(id)).ends_at },
    });
    /** What came in was played by an earlier document: nothing stops it. */
    const file = { id: w.spot.id, sha256: w.spot.asset.sha256 };
    await w.screen.send([await w.screen.ledger().play(file, { campaign_id: id })]);
    expect((await of()).at(-1)).toMatchObject({
      check: 'sync',
      result: 'warn',
      facts: { synced: 0, recent: 1 },
    });
    await act(w.test, w.seller, id, 'pause');
    expect((await of())[0]).toEqual({ check: 'state', result: 'fail', facts: { state: 'paused' } });
    await w.test.db.update(creatives).set({ state: 'archived' }).where(eq(creatives.id, w.spot.id));
    expect((await of())[5]).toMatchObject({
      check: 'creatives',
      result: 'fail',
      facts: { playable: 0, all: 1 },
    });
    await w.test.db.update(creatives).set({ state: 'approved' }).where(eq(creatives.id, w.spot.id));
    await w.over(id);
  });

  it('says by the clock of the campaign whether this is one of its hours', async () => {
    const tz = 'Asia/Macau';
    const hours = async (start: string, end: string) => {
      const dayparts = [{ days: [1, 2, 3, 4, 5, 6, 7], start, end }];
      const flights = campaignBody(w.test).flights.map(one => ({ ...one, dayparts, sov_s_per_h: null }));
      const { id } = await addLiveCampaign(w.test, w.both(), { creatives: w.shown(), tz, flights });
      const answer = await call(w.test, w.seller, 'GET', `/api/campaigns/${id}/diagnose`);
      await w.over(id);
      return answer.json<Diagnosis>().checks.find(({ check }) => check === 'daypart');
    };
    /** It is 17:00 there, and 09:00 by UTC. */
    expect(await hours('16:00', '18:00')).toEqual({ check: 'daypart', result: 'pass', facts: { tz } });
    expect(await hours('08:00', '10:00')).toEqual({ check: 'daypart', result: 'fail', facts: { tz } });
  });

  it('says of a counted goal what its leases allow', async () => {
    const { id } = await addLiveCampaign(w.test, w.both(), { creatives: w.shown(), goal_amount: 1_000 });
    const answer = await call(w.test, w.seller, 'GET', `/api/campaigns/${id}/diagnose`);
    const found = answer.json<Diagnosis>().checks.find(({ check }) => check === 'goal');
    /** A twentieth may be out; 1,000 plays in the 144 hours that are left of its week, less eight. */
    expect(found).toEqual({
      ...{ check: 'goal', result: 'pass' },
      facts: { delivered: 0, goal: 1_000, outstanding: 0, may_hold: 50, per_hour: 7.35 },
    });
    await w.over(id);
  });

  it('says that a loop leaves advertising less time than its shortest creative takes', async () => {
    const { id } = await addLiveCampaign(w.test, w.both(), { creatives: w.shown() });
    const pacing = async () =>
      (await call(w.test, w.seller, 'GET', `/api/campaigns/${id}/diagnose`))
        .json<Diagnosis>()
        .checks.find(({ check }) => check === 'pacing');
    expect(await pacing()).toMatchObject({ result: 'pass', facts: { too_full: 0 } });
    const page = '/api/player-config/pacing';
    const publish = async (payload: object) => {
      for (const [method, url, body] of [
        ['PATCH', page, payload],
        ['POST', `${page}/publish`, {}],
      ] as const) {
        const { version } = (await call(w.test, w.test.admin, 'GET', page)).json<{ version: number }>();
        const answer = await call(w.test, w.test.admin, method, url, { payload: body, version });
        expect(answer.statusCode).toBe(200);
      }
    };
    await publish({ loop_s: 30, ad_load_max_pct: 30 });
    expect(await pacing()).toMatchObject({ result: 'fail', facts: { too_full: 1, screens: 1 } });
    await publish({ loop_s: 600, ad_load_max_pct: 60 });
    expect(await pacing()).toMatchObject({ result: 'pass', facts: { too_full: 0 } });
    await w.over(id);
  });

  it('shows what its screens counted of their decisions, each period once and of its own tenant alone', async () => {
    const { id } = await addLiveCampaign(w.test, w.both(), { creatives: w.shown() });
    const at = instant(w.clock.now());
    const counts = [
      { campaign_id: id, reason: 'daypart', n: 7 },
      { campaign_id: id, reason: 'chosen', n: 3 },
      { campaign_id: '0190aaaa-0000-7000-8000-0000000000ff', reason: 'chosen', n: 9 },
    ];
    const period = { period_id: '0190aaaa-0000-7000-8000-0000000000aa', from: at, to: at, counts };
    const send = (more = {}) => w.screen.call('POST', '/api/player/decisions', { ...period, ...more });
    expect([(await send()).statusCode, (await send()).statusCode]).toEqual([200, 200]);
    /** A sum of such numbers would be one that nobody can be answered with. */
    const period_id = '0190aaaa-0000-7000-8000-0000000000ac';
    const tooMany = await send({ period_id, counts: [{ ...counts[0], n: Number.MAX_SAFE_INTEGER }] });
    expect(tooMany.statusCode).toBe(400);
    const losses = () => call(w.test, w.seller, 'GET', `/api/campaigns/${id}/losses`);
    expect((await losses()).json()).toEqual({
      decisions: 10,
      reasons: [
        { reason: 'daypart', n: 7 },
        { reason: 'chosen', n: 3 },
      ],
    });
    await w.over(id);
  });

  it('a campaign for riders reaches its screens as one, and says how often who is in the car kept it back', async () => {
    const conditions = [{ on: 'ride' as const, is: ['riding' as const] }];
    const targets = (more: object) => ({ creatives: w.shown(), targeting: targeting.parse(more) });
    const { id } = await addLiveCampaign(w.test, w.both(), targets({ conditions }));
    expect((await w.read(id)).targeting.conditions).toEqual(conditions);
    expect(await w.lines()).toMatchObject([{ campaign_id: id, conditions }]);
    const at = instant(w.clock.now());
    const period_id = '0190aaaa-0000-7000-8000-0000000000ab';
    const counts = [
      { campaign_id: id, reason: 'ride', n: 4 },
      { campaign_id: id, reason: 'ride_unknown', n: 2 },
    ];
    await w.screen.call('POST', '/api/player/decisions', { period_id, from: at, to: at, counts });
    const check = async (of: string) =>
      (await call(w.test, w.seller, 'GET', `/api/campaigns/${of}/diagnose`))
        .json<Diagnosis>()
        .checks.find(one => one.check === 'conditions');
    expect(await check(id)).toMatchObject({
      result: 'fail',
      facts: { ride: 4, ride_unknown: 2, chosen: null },
    });
    await w.over(id);
    const rain = { conditions: [{ on: 'sky', is: ['rain'] }] };
    const wet = await addCampaign(w.test, w.seller, targets(rain));
    expect(await check(wet.id)).toMatchObject({ result: 'fail', facts: { source: 'off' } });
  });

  it('says that it plays nowhere where the places it was to play in are deleted', async () => {
    const at = { lat: 38.7, lng: -9.1, radius_m: 500, tz: 'Europe/Lisbon' };
    const place = { name: 'Old quay', address: '', external_id: null, ...at };
    const made = await call(w.test, w.test.admin, 'POST', '/api/locations', { payload: place });
    const quay = made.json<{ id: string; version: number }>();
    const targets = { creatives: w.shown(), targeting: targeting.parse({ location_ids: [quay.id] }) };
    const { id } = await addLiveCampaign(w.test, w.both(), targets);
    const check = async () =>
      (await call(w.test, w.seller, 'GET', `/api/campaigns/${id}/diagnose`))
        .json<Diagnosis>()
        .checks.find(one => one.check === 'targeting');
    expect(await check()).toMatchObject({ result: 'warn', facts: { places: 1 } });
    const { version } = quay;
    await call(w.test, w.test.admin, 'DELETE', `/api/locations/${quay.id}`, { version });
    expect(await check()).toMatchObject({ result: 'fail', facts: { places: 0, gone: 1 } });
    await w.over(id);
  });

  it('says how often a limit kept it back, and warns of none that no screen came to', async () => {
    const { id } = await addLiveCampaign(w.test, w.both(), { creatives: w.shown(), max_per_hour: 2 });
    const check = async () =>
      (await call(w.test, w.seller, 'GET', `/api/campaigns/${id}/diagnose`))
        .json<Diagnosis>()
        .checks.find(one => one.check === 'caps');
    expect(await check()).toMatchObject({ result: 'pass', facts: { hour: 2 } });
    const at = instant(w.clock.now());
    const count = async (period: string, reason: string, n: number) => {
      const period_id = `0190aaaa-0000-7000-8000-0000000000${period}`;
      const counts = [{ campaign_id: id, reason, n }];
      await w.screen.call('POST', '/api/player/decisions', { period_id, from: at, to: at, counts });
    };
    await count('b1', 'cap_hour', 40);
    expect(await check()).toMatchObject({ result: 'fail', facts: { capped: 40, chosen: null } });
    await count('b2', 'chosen', 3);
    expect(await check()).toMatchObject({ result: 'warn', facts: { capped: 40, chosen: 3 } });
    await w.over(id);
  });

  it('refuses what cannot be: a flight that ends first, a day dearer than the whole, what is not there', async () => {
    const post = async (more: object) =>
      (
        await call(w.test, w.seller, 'POST', '/api/campaigns', {
          payload: { ...campaignBody(w.test), ...more },
        })
      ).json<{
        error: string;
        details: Record<string, string[]>;
      }>();
    const [flight] = campaignBody(w.test).flights;
    const turned = { starts_at: flight!.ends_at, ends_at: flight!.starts_at };
    expect(Object.keys((await post({ flights: [turned] })).details)).toEqual(['flights.0.ends_at']);
    expect((await post({ budget_minor: 1_000, daily_minor: 2_000 })).details).toEqual({
      daily_minor: ['At most the whole budget'],
    });
    const upsideDown = { conditions: [{ on: 'temperature', min: 20, max: 10 }] };
    expect(Object.keys((await post({ targeting: upsideDown })).details)).toEqual(['targeting.conditions.0']);
    const creative_id = '0190aaaa-0000-7000-8000-000000000001';
    expect((await post({ creatives: [{ creative_id, weight: 1 }] })).details).toHaveProperty('creatives');
  });
});
