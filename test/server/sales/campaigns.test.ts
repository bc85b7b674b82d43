import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instant } from '../../../shared/clock.ts';
import {
  CAMPAIGN_STATES,
  CAMPAIGN_TRANSITIONS,
  type Campaign,
  type CampaignState,
} from '../../../shared/contract/sales/campaign.ts';
import {
  type Delivery,
  type Diagnosis,
  type Forecast,
} from '../../../shared/contract/sales/campaignCalls.ts';
import type { FlightsDocument } from '../../../shared/contract/playout/flights.ts';
import { mayBecome } from '../../../shared/contract/wire/entity.ts';
import { creatives, mediaAssets } from '../../../server/db/schema.ts';
import { advanceCampaigns, nextState } from '../../../server/sales/campaigns/advance.ts';
import { manualClock } from '../../support/clock.ts';
import { makeScreen, type Screen } from '../../support/device.ts';
import { act, addCampaign, addLiveCampaign, campaignBody } from '../../support/server/rows/campaigns.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';

const DAY_MS = 86_400_000;
const clock = manualClock(Date.parse('2026-11-24T09:00:00.000Z'));
let test: TestServer;
let seller: TestServer['admin'];
let screen: Screen;
let spot: Awaited<ReturnType<typeof addCreative>>;
beforeAll(async () => {
  test = await startTestServer({ clock });
  seller = await test.signIn('manager');
  screen = makeScreen(test);
  await screen.pair(test.admin, { name: 'Taxi 101' });
  spot = await addCreative(test, test.admin);
});
afterAll(() => test.close());

/** Nobody stays signed in for a day. */
async function passDay() {
  await clock.advance(DAY_MS);
  test.admin = await test.signIn('admin');
  seller = await test.signIn('manager');
}
const shown = () => [{ creative_id: spot.id, weight: 10 }];
const read = async (id: string) => (await call(test, seller, 'GET', `/api/campaigns/${id}`)).json<Campaign>();
const advance = () =>
  advanceCampaigns(test.server, error => {
    throw error;
  });
/** What the screen holds of campaigns; null where its head names no such document. */
async function linesOn(device: Screen) {
  const named = (await device.head()).documents.find(({ kind }) => kind === 'flights');
  if (!named) return null;
  const answer = await device.call('GET', `/api/player/documents/${named.sha256}`);
  return answer.json<FlightsDocument>().lines;
}
const both = () => ({ by: seller, decider: test.admin });
const over = async (id: string) => {
  await act(test, test.admin, id, 'end', { reason: 'The booking was cancelled.' });
};

describe('a campaign', () => {
  it('ADMIN-02 OPEN-ENT-02 goes from a draft by approval onto the screens it is meant for, and its plays are counted', async () => {
    const made = await addCampaign(test, seller, {
      creatives: shown(),
      bid_micros: 5_000_000,
      class: 'standard',
    });
    expect(made).toMatchObject({ state: 'draft', currency: 'EUR', delivered: 0, screens: 1, health: 'none' });
    expect(await linesOn(screen)).toBeNull();
    expect((await act(test, seller, made.id, 'submit')).state).toBe('submitted');
    const approved = await act(test, test.admin, made.id, 'approve');
    expect(approved).toMatchObject({ state: 'live', screens: 1 });

    const [line] = (await linesOn(screen)) ?? [];
    expect(line).toMatchObject({
      campaign_id: made.id,
      class: 'standard',
      items: [{ creative_id: spot.id, kind: 'image', asset: { sha256: spot.asset.sha256 }, weight: 10 }],
    });
    expect(line!.plays_per_h).toBeGreaterThan(0);
    expect(JSON.stringify(line)).not.toContain('Harbour');

    const ledger = screen.ledger();
    const of = (campaign_id: string) => ({ campaign_id, playlist_id: null, playlist_version: null });
    const records = [
      await ledger.play({ id: spot.id, sha256: spot.asset.sha256 }, of(made.id)),
      await ledger.play({ id: spot.id, sha256: spot.asset.sha256 }, of(made.id)),
      await ledger.play(
        { id: spot.id, sha256: spot.asset.sha256 },
        { ...of(made.id), result: 'interrupted' },
      ),
    ];
    await screen.send(records);
    expect(await read(made.id)).toMatchObject({ delivered: 2, spent_minor: 1 });
    const delivery = (await call(test, seller, 'GET', `/api/campaigns/${made.id}/delivery`)).json<Delivery>();
    expect(delivery.days.map(({ day, plays }) => [day, plays])).toEqual([
      ['2026-11-23', 0],
      ['2026-11-24', 2],
    ]);
    expect(delivery.creatives).toMatchObject([{ id: spot.id, plays: 2 }]);
    expect(delivery.devices).toMatchObject([{ name: 'Taxi 101', plays: 2 }]);
    await over(made.id);
    expect(await linesOn(screen)).toBeNull();
  });

  it('takes no play for a campaign the screen was never given', async () => {
    const { id } = await addCampaign(test, seller, { creatives: shown() });
    const record = await screen
      .ledger()
      .play({ id: spot.id, sha256: spot.asset.sha256 }, { campaign_id: id });
    const answer = (await screen.send([record])).json<{ verdicts: { verdict: string; reason?: string }[] }>();
    expect(answer.verdicts[0]).toMatchObject({ verdict: 'quarantined' });
    expect(answer.verdicts[0]!.reason).toContain('campaign');
    expect((await read(id)).delivered).toBe(0);
  });

  it('is approved by somebody else, with what it must have, or not at all', async () => {
    const { id } = await addCampaign(test, test.admin);
    const refused = async (by: TestServer['admin'], verb: string, payload: object = {}) => {
      const answer = await call(test, by, 'POST', `/api/campaigns/${id}/${verb}`, { payload });
      return [answer.statusCode, answer.json<{ details: object }>().details];
    };
    expect(await refused(test.admin, 'submit')).toEqual([
      422,
      { creatives: ['A campaign needs a creative.'] },
    ]);
    const { version } = await read(id);
    await call(test, test.admin, 'PATCH', `/api/campaigns/${id}`, {
      payload: { creatives: shown() },
      version,
    });
    await act(test, test.admin, id, 'submit');
    expect((await refused(seller, 'approve'))[0]).toBe(403);
    const other = await test.signIn('admin');
    expect((await refused(test.admin, 'approve'))[0]).toBe(403);
    expect(
      await act(test, other, id, 'reject', { reason: 'The offer is not in force any more.' }),
    ).toMatchObject({
      state: 'rejected',
      reason: 'The offer is not in force any more.',
    });
    expect((await act(test, test.admin, id, 'redraft')).state).toBe('draft');
  });

  it('on screens is changed by an edit that waits for approval beside it', async () => {
    const live = await addLiveCampaign(test, both(), { creatives: shown() });
    const path = `/api/campaigns/${live.id}`;
    const changed = await call(test, seller, 'PATCH', path, {
      payload: { max_per_hour: 4 },
      version: live.version,
    });
    expect(changed.json<Campaign>()).toMatchObject({ max_per_hour: null, change: { max_per_hour: 4 } });
    expect((await linesOn(screen))?.[0]?.max_per_hour).toBeUndefined();
    expect(await act(test, test.admin, live.id, 'approve-change')).toMatchObject({
      max_per_hour: 4,
      change: null,
    });
    expect((await linesOn(screen))?.[0]?.max_per_hour).toBe(4);
    await over(live.id);
  });

  it('is on the screens of its groups alone, and follows what is put into them', async () => {
    const group = (
      await call(test, test.admin, 'POST', '/api/device-groups', { payload: { name: 'Airport line' } })
    ).json<{ id: string }>();
    const targeting = { device_ids: [], group_ids: [group.id], location_ids: [], fences: [], conditions: [] };
    const live = await addLiveCampaign(test, both(), {
      creatives: shown(),
      targeting: { ...targeting, max_fix_age_s: 60, max_accuracy_m: 100, when_unknown: 'closed' },
    });
    expect([live.screens, await linesOn(screen)]).toEqual([0, null]);
    const { version } = (await call(test, test.admin, 'GET', `/api/devices/${screen.id}`)).json<{
      version: number;
    }>();
    await call(test, test.admin, 'PATCH', `/api/devices/${screen.id}`, {
      payload: { group_ids: [group.id] },
      version,
    });
    await advance();
    expect((await linesOn(screen))?.length).toBe(1);
    await over(live.id);
  });

  it('begins and ends by the clock, and stops while nothing of it may be shown', async () => {
    const now = clock.now();
    const flights = [
      {
        starts_at: instant(now + DAY_MS),
        ends_at: instant(now + 2 * DAY_MS),
        dayparts: [],
        sov_s_per_h: null,
      },
    ];
    const { id, state } = await addLiveCampaign(test, both(), { creatives: shown(), flights });
    expect(state).toBe('scheduled');
    expect((await linesOn(screen))?.length).toBe(1);
    await passDay();
    await advance();
    expect((await read(id)).state).toBe('live');
    await test.db.update(mediaAssets).set({ state: 'quarantined' }).where(eq(mediaAssets.id, spot.asset.id));
    await advance();
    expect([(await read(id)).state, await linesOn(screen)]).toEqual(['paused_creative', null]);
    await test.db.update(mediaAssets).set({ state: 'ready' }).where(eq(mediaAssets.id, spot.asset.id));
    await advance();
    expect((await read(id)).state).toBe('live');
    await passDay();
    await advance();
    expect([(await read(id)).state, await linesOn(screen)]).toEqual(['completed', null]);
  });

  it('stops by itself when its budget is spent, and goes on when there is more', async () => {
    const { id } = await addLiveCampaign(test, both(), {
      ...{ creatives: shown(), goal: 'budget', goal_amount: null },
      ...{ budget_minor: 100, bid_micros: 500_000_000 },
    });
    const ledger = screen.ledger();
    const records = [];
    for (let n = 0; n < 2; n++)
      records.push(await ledger.play({ id: spot.id, sha256: spot.asset.sha256 }, { campaign_id: id }));
    await screen.send(records);
    await advance();
    expect(await read(id)).toMatchObject({ state: 'paused_budget', delivered: 2, spent_minor: 100 });
    expect(await linesOn(screen)).toBeNull();
    const { version } = await read(id);
    await call(test, seller, 'PATCH', `/api/campaigns/${id}`, { payload: { budget_minor: 900 }, version });
    await act(test, test.admin, id, 'approve-change');
    await advance();
    expect((await read(id)).state).toBe('live');
    await over(id);
  });

  it('sells no more than an hour holds', async () => {
    const now = clock.now();
    const flights = [
      { starts_at: instant(now), ends_at: instant(now + DAY_MS), dayparts: [], sov_s_per_h: 2_000 },
    ];
    const sold = {
      creatives: shown(),
      class: 'guaranteed' as const,
      goal: 'share' as const,
      goal_amount: null,
      flights,
    };
    const first = await addLiveCampaign(test, both(), sold);
    const second = await addCampaign(test, seller, sold);
    const asked = (
      await call(test, seller, 'POST', '/api/campaigns/forecast', {
        payload: { ...campaignBody(test, sold) },
      })
    ).json<Forecast>();
    expect(asked).toMatchObject({ screens: 1, sold_s_per_h: 2_000, conflicts: [{ id: first.id }] });
    await act(test, seller, second.id, 'submit');
    const answer = await call(test, test.admin, 'POST', `/api/campaigns/${second.id}/approve`, {
      payload: {},
    });
    expect(answer.json()).toMatchObject({
      error: 'RULE',
      details: { left_s: 1_600, taken: [{ id: first.id }] },
    });
    await over(first.id);
  });

  it('says why it plays or not, in the order of the contract', async () => {
    const { id } = await addLiveCampaign(test, both(), { creatives: shown() });
    const of = async () =>
      (await call(test, seller, 'GET', `/api/campaigns/${id}/diagnose`)).json<Diagnosis>().checks;
    expect((await of()).map(({ check }) => check)).toEqual([
      ...[
        'state',
        'flight',
        'daypart',
        'targeting',
        'creatives',
        'budget',
        'goal',
        'caps',
        'competing',
        'sync',
      ],
    ]);
    expect((await of()).filter(({ result }) => result === 'fail').map(({ check }) => check)).toEqual([
      'sync',
    ]);
    await act(test, seller, id, 'pause');
    expect((await of())[0]).toEqual({ check: 'state', result: 'fail', facts: { state: 'paused' } });
    await test.db.update(creatives).set({ state: 'archived' }).where(eq(creatives.id, spot.id));
    expect((await of())[4]).toMatchObject({
      check: 'creatives',
      result: 'fail',
      facts: { playable: 0, all: 1 },
    });
    await test.db.update(creatives).set({ state: 'approved' }).where(eq(creatives.id, spot.id));
    await over(id);
  });

  it('shows what its screens counted of their decisions, each period once and of its own tenant alone', async () => {
    const { id } = await addLiveCampaign(test, both(), { creatives: shown() });
    const at = instant(clock.now());
    const counts = [
      { campaign_id: id, reason: 'daypart', n: 7 },
      { campaign_id: id, reason: 'chosen', n: 3 },
      { campaign_id: '0190aaaa-0000-7000-8000-0000000000ff', reason: 'chosen', n: 9 },
    ];
    const period = { period_id: '0190aaaa-0000-7000-8000-0000000000aa', from: at, to: at, counts };
    const send = () => screen.call('POST', '/api/player/decisions', period);
    expect([(await send()).statusCode, (await send()).statusCode]).toEqual([200, 200]);
    const losses = () => call(test, seller, 'GET', `/api/campaigns/${id}/losses`);
    expect((await losses()).json()).toEqual({
      decisions: 10,
      reasons: [
        { reason: 'daypart', n: 7 },
        { reason: 'chosen', n: 3 },
      ],
    });
    await over(id);
  });

  it('refuses what cannot be: a flight that ends first, a day dearer than the whole, what is not there', async () => {
    const post = async (more: object) =>
      (
        await call(test, seller, 'POST', '/api/campaigns', { payload: { ...campaignBody(test), ...more } })
      ).json<{
        error: string;
        details: Record<string, string[]>;
      }>();
    const [flight] = campaignBody(test).flights;
    const turned = { starts_at: flight!.ends_at, ends_at: flight!.starts_at };
    expect(Object.keys((await post({ flights: [turned] })).details)).toEqual(['flights.0.ends_at']);
    expect((await post({ budget_minor: 1_000, daily_minor: 2_000 })).details).toEqual({
      daily_minor: ['At most the whole budget'],
    });
    const creative_id = '0190aaaa-0000-7000-8000-000000000001';
    expect((await post({ creatives: [{ creative_id, weight: 1 }] })).details).toHaveProperty('creatives');
  });
});

describe('the states of a campaign', () => {
  it('OPEN-LIFE-01 follow each other as the contract draws them', () => {
    const drawn: Record<CampaignState, string> = {
      draft: 'submitted',
      submitted: 'approved rejected',
      approved: 'scheduled',
      scheduled: 'live ended',
      live: 'paused paused_budget paused_creative completed ended',
      paused: 'live completed ended',
      paused_budget: 'live completed ended',
      paused_creative: 'live completed ended',
      completed: '',
      ended: '',
      rejected: 'draft',
    };
    for (const from of CAMPAIGN_STATES)
      for (const to of CAMPAIGN_STATES)
        expect([from, to, mayBecome(CAMPAIGN_TRANSITIONS, from, to)]).toEqual([
          from,
          to,
          drawn[from].split(' ').includes(to),
        ]);
  });

  it('move by themselves only along the drawn ways', () => {
    const times = { starts_at: new Date(1_000), ends_at: new Date(2_000) };
    const flags = [true, false];
    for (const state of CAMPAIGN_STATES.filter(
      one => !['draft', 'submitted', 'rejected', 'completed', 'ended'].includes(one),
    ))
      for (const now of [500, 1_500, 2_500])
        for (const isSpent of flags)
          for (const isDelivered of flags)
            for (const hasCreative of flags) {
              const next = nextState({ state, ...times }, { now, isSpent, isDelivered, hasCreative });
              expect(next === state || mayBecome(CAMPAIGN_TRANSITIONS, state, next)).toBe(true);
            }
  });
});
