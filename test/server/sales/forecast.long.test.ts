/**
 * What a forecast says beside what the same days bring: a fleet with four weeks behind it, campaigns that compete, and a
 * simulation of each screen by the code that decides on it.
 */
import { setImmediate } from 'node:timers/promises';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { instant } from '../../../shared/clock.ts';
import type { FlightsDocument } from '../../../shared/contract/playout/flights.ts';
import { targeting, type CampaignPatch, type Targeting } from '../../../shared/contract/sales/campaign.ts';
import type { Diagnosis, Forecast } from '../../../shared/contract/sales/campaignCalls.ts';
import { createSimulation } from '../../../shared/playout/simulate.ts';
import { seededUnit } from '../../../shared/random.ts';
import { plays } from '../../../server/db/schema.ts';
import { rollUpPlays } from '../../../server/proof/analytics/rollUp.ts';
import { uuid7 } from '../../../shared/random.ts';
import { idOf, picture } from '../../player/items.ts';
import { makeScreen, type Screen } from '../../support/device.ts';
import { addLiveCampaign, campaignBody } from '../../support/server/rows/sales/campaigns.ts';
import { call } from '../../support/server/playlist.ts';
import { campaignWorld, DAY_MS } from './world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const ROUNDS = process.env['AT_LENGTH'] ? 100 : 3;
const SEED = 20261124;
const random = seededUnit(SEED);
const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
const chance = (share: number) => random() < share;

interface Taxi {
  screen: Screen;
  /** Hours of the day in which it is on, most days. */
  from: number;
  to: number;
}
let w: Awaited<ReturnType<typeof campaignWorld>>;
const fleet: Taxi[] = [];
/** The hours that a taxi is on within a day, from its midnight. */
const shift = ({ from, to }: Taxi) => (chance(0.9) ? { from: from + random(), to: to - random() } : null);

/** Four weeks of plays, one row for each hour on the street. */
async function history({ screen, from, to }: Taxi): Promise<void> {
  const taxi = { screen, from, to };
  const midnight = Math.floor(w.clock.now() / DAY_MS) * DAY_MS;
  const { tenant_id } = w.test.admin;
  const rows = [];
  for (let day = 28; day > 0; day--) {
    const hours = shift(taxi);
    if (!hours) continue;
    for (let hour = Math.floor(hours.from); hour < hours.to; hour++) {
      const at = midnight - day * DAY_MS + Math.max(hour, hours.from) * HOUR_MS;
      const duration_ms = Math.round((Math.min(hour + 1, hours.to) - Math.max(hour, hours.from)) * HOUR_MS);
      rows.push({
        ...{ play_id: uuid7(at), tenant_id, device_id: screen.id, epoch: idOf(1), seq: rows.length + 1 },
        ...{ creative_id: w.spot.id, result: 'completed', state: 'accepted', started_at: new Date(at) },
        ...{ duration_ms, expected_ms: duration_ms, completion: 1, visible_share: 1 },
        ...{ record_hash: 'f'.repeat(64), record: {} as never, batch_id: idOf(2) },
      });
    }
  }
  await w.test.db.insert(plays).values(rows);
}

/** Plays of a campaign on a taxi over its days, by the document that it holds. */
async function playsOn(taxi: Taxi, campaign_id: string, days: number): Promise<number> {
  const named = (await taxi.screen.head()).documents.find(({ kind }) => kind === 'flights');
  const document = await taxi.screen.call('GET', `/api/player/documents/${named?.sha256}`);
  const { lines } = document.json<FlightsDocument>();
  const loop = { playlist_id: idOf(3), items: [picture(0x90), picture(0x91), picture(0x92)] };
  const start = w.clock.now();
  const midnight = Math.floor(start / DAY_MS) * DAY_MS;
  let count = 0;
  for (let day = 0; day <= days; day++) {
    const hours = shift(taxi);
    if (!hours) continue;
    const [from, to] = [
      midnight + day * DAY_MS + hours.from * HOUR_MS,
      midnight + day * DAY_MS + hours.to * HOUR_MS,
    ];
    const begin = Math.max(start, from);
    const end = Math.min(start + days * DAY_MS, to);
    if (begin >= end) continue;
    const moment = (at: number) => ({ at, tz: 'UTC', weather: null, place: null });
    const simulation = createSimulation({ loop, lines }, moment, begin);
    /** Hour by hour, so that the server gets its turn. */
    for (let at = begin; at < end; at += HOUR_MS) {
      const { shows } = simulation.until(Math.min(end, at + HOUR_MS));
      count += shows.filter(({ item }) => item.line?.campaign_id === campaign_id).length;
      await setImmediate();
    }
  }
  return count;
}

beforeAll(async () => {
  w = await campaignWorld();
  fleet.push({ screen: w.screen, from: 6, to: 16 });
  for (let n = 1; n < 6; n++) {
    const screen = makeScreen(w.test);
    await screen.pair(w.test.admin, { name: `Taxi ${101 + n}` });
    fleet.push({ screen, from: whole(4, 10), to: whole(14, 22) });
  }
  for (const taxi of fleet) await history(taxi);
  const lasting = { flights: [flight(40)], creatives: w.shown() };
  const on = (...screens: number[]) => targeting.parse({ device_ids: screens.map(n => fleet[n]!.screen.id) });
  for (const more of [
    { name: 'As it comes', pacing: 'asap', targeting: on(0, 1, 2, 3) },
    { name: 'By its plan', goal_amount: 20_000, targeting: on(2, 3, 4) },
  ] as CampaignPatch[])
    await addLiveCampaign(w.test, w.both(), { ...lasting, ...more });
  const sold = { ...flight(40), sov_s_per_h: 600 };
  const share = {
    class: 'guaranteed',
    goal: 'share',
    goal_amount: null,
    flights: [sold],
  } satisfies CampaignPatch;
  await addLiveCampaign(w.test, w.both(), { ...lasting, ...share, targeting: on(4, 5), name: 'Sold share' });
});
afterAll(() => w.test.close());

const flight = (days: number) => ({
  ...{ starts_at: instant(w.clock.now()), ends_at: instant(w.clock.now() + days * DAY_MS) },
  ...{ dayparts: [] as { days: number[]; start: string; end: string }[], sov_s_per_h: null as number | null },
});

async function askFor(wanted: CampaignPatch): Promise<Forecast> {
  const payload = campaignBody(w.test, { creatives: w.shown(), ...wanted });
  return (await call(w.test, w.seller, 'POST', '/api/campaigns/forecast', { payload })).json();
}

it('counts no hour of a screen twice, and none of plays that do not count', async () => {
  const [taxi] = fleet;
  const wanted = { targeting: targeting.parse({ device_ids: [taxi!.screen.id] }), flights: [flight(7)] };
  const hours = async () =>
    (
      await call(w.test, w.seller, 'POST', '/api/campaigns/forecast', {
        payload: campaignBody(w.test, { ...wanted, creatives: w.shown() }),
      })
    ).json<Forecast>().screen_hours;
  const before = await hours();
  const own = await w.test.db.select().from(plays).where(eq(plays.device_id, taxi!.screen.id));
  const again = async (epoch: string, state: string) => {
    const rows = own.map(row => ({ ...row, epoch, state, play_id: uuid7(w.clock.now()) }));
    await w.test.db.insert(plays).values(rows);
  };
  await again(idOf(8), 'quarantined');
  expect(await hours()).toBe(before);
  /** Beside the first, as a second zone is: only hours that were not full hold any more. */
  await again(idOf(9), 'accepted');
  expect(await hours()).toBeLessThan(1.2 * before);
  await w.test.db.delete(plays).where(inArray(plays.epoch, [idOf(8), idOf(9)]));
});

it('costs no more than its budget and the budgets of its days, and says what the goal asks for', async () => {
  const device_ids = fleet.slice(0, 3).map(({ screen }) => screen.id);
  const wanted = { targeting: targeting.parse({ device_ids }), flights: [flight(3)], creatives: w.shown() };
  const forecastOf = (more: CampaignPatch) => askFor({ ...wanted, ...more });
  const bid_micros = 10_000_000;
  const spend = { goal: 'budget', goal_amount: null, pacing: 'asap', bid_micros } satisfies CampaignPatch;
  const small = await forecastOf({ ...spend, budget_minor: 1_000 });
  expect([small.plays.likely, small.goal_plays, small.cost_minor]).toEqual([1_000, 1_000, 1_000]);
  const daily = await forecastOf({ ...spend, budget_minor: 100_000, daily_minor: 100 });
  expect(daily.plays.likely).toBeLessThanOrEqual(4 * 100);
  expect([daily.goal_plays, daily.limits.includes('daily_budget')]).toEqual([100_000, true]);
  const large = await forecastOf({ goal: 'plays', goal_amount: 5_000_000, pacing: 'asap' });
  expect(large.goal_plays).toBe(5_000_000);
  expect(large.plays.likely).toBeLessThan(5_000_000);
});

it('says of a share what each of its flights brings by itself', async () => {
  const device_ids = [fleet[0]!.screen.id];
  const week = (n: number, sov_s_per_h: number) => ({
    ...{
      starts_at: instant(w.clock.now() + (n - 1) * 7 * DAY_MS),
      ends_at: instant(w.clock.now() + n * 7 * DAY_MS),
    },
    ...{ dayparts: [], sov_s_per_h },
  });
  const playsOf = async (...flights: ReturnType<typeof week>[]) => {
    const share = { class: 'guaranteed', goal: 'share', goal_amount: null } as const;
    return (await askFor({ ...share, flights, targeting: targeting.parse({ device_ids }) })).plays.likely;
  };
  const [small, large] = [await playsOf(week(1, 60)), await playsOf(week(2, 600))];
  expect(small).toBeGreaterThan(100);
  expect(Math.abs((await playsOf(week(1, 60), week(2, 600))) - small - large)).toBeLessThanOrEqual(1);
  expect(Math.abs((await playsOf(week(1, 60), week(1, 60))) - 2 * small)).toBeLessThanOrEqual(1);
});

it('leaves nothing to others where a guaranteed campaign without an end of its goal comes first, and says so', async () => {
  const device_ids = [fleet[0]!.screen.id];
  const wanted = {
    ...{ creatives: w.shown(), flights: [flight(3)], targeting: targeting.parse({ device_ids }) },
    ...{ pacing: 'asap', goal_amount: 1_000_000 },
  } satisfies CampaignPatch;
  const ask = (more: CampaignPatch = {}) => askFor({ ...wanted, ...more });
  const alone = await ask();
  const first = await addLiveCampaign(w.test, w.both(), { ...wanted, class: 'guaranteed' });
  const beside = await ask();
  expect([beside.plays.likely, beside.limits.includes('rivals')]).toEqual([0, true]);
  expect((await ask({ class: 'guaranteed' })).plays.likely).toBeLessThan(alone.plays.likely);
  const other = await addLiveCampaign(w.test, w.both(), wanted);
  const { checks } = (
    await call(w.test, w.seller, 'GET', `/api/campaigns/${other.id}/diagnose`)
  ).json<Diagnosis>();
  expect(checks.find(({ check }) => check === 'competing')).toMatchObject({
    ...{ result: 'warn', facts: { taken_s: 0, served_first: 1 } },
  });
  for (const { id } of [first, other]) await w.over(id);
});

it('promises nothing of a place, where all of it may be elsewhere, and no more an hour than its limit', async () => {
  const device_ids = [fleet[0]!.screen.id];
  const forecastOf = ({ fences = [], ...more }: CampaignPatch & { fences?: Targeting['fences'] }) =>
    askFor({
      ...{ targeting: targeting.parse({ device_ids, fences }), flights: [flight(3)] },
      ...{ goal_amount: 1_000_000, ...more },
    });
  const anywhere = await forecastOf({ pacing: 'asap' });
  expect(anywhere.plays.low).toBeGreaterThan(0);
  const fences: Targeting['fences'] = [{ shape: 'circle', lat: 38.7, lng: -9.1, radius_m: 1_000 }];
  const there = await forecastOf({ pacing: 'asap', fences });
  expect(there.plays).toEqual({ ...anywhere.plays, low: 0 });
  expect(there.limits).toContain('place');
  const limited = await forecastOf({ pacing: 'asap', max_per_hour: 2 });
  expect(limited.plays.likely).toBeLessThan(anywhere.plays.likely);
  expect(Math.abs(limited.plays.likely - 2 * limited.screen_hours)).toBeLessThanOrEqual(1);
  expect(limited.limits).toContain('caps');
});

it(
  `says within 15 % in the median what ${ROUNDS} campaigns bring`,
  async () => {
    const errors: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const taxis = fleet.filter(() => chance(0.4)).slice(0, 3);
      if (taxis.length === 0) taxis.push(fleet[whole(0, 5)]!);
      const days = whole(1, 3);
      const own = flight(days);
      if (chance(0.3)) own.dayparts = [{ days: [1, 2, 3, 4, 5, 6, 7], start: '08:00', end: '13:00' }];
      const wanted: CampaignPatch = {
        ...{ name: `Round ${round}`, flights: [own], creatives: w.shown(), goal: 'plays' },
        pacing: chance(0.5) ? 'asap' : 'even',
        goal_amount: whole(500, 20_000),
        max_per_hour: chance(0.2) ? whole(5, 40) : null,
        targeting: targeting.parse({ device_ids: taxis.map(({ screen }) => screen.id) }),
      };
      const answer = await call(w.test, w.seller, 'POST', '/api/campaigns/forecast', {
        payload: campaignBody(w.test, wanted),
      });
      const { plays: forecast } = answer.json<Forecast>();
      const { id } = await addLiveCampaign(w.test, w.both(), wanted);
      let brought = 0;
      for (const taxi of taxis) brought += await playsOn(taxi, id, days);
      brought = Math.min(brought, wanted.goal_amount!);
      errors.push(Math.abs(forecast.likely - brought) / Math.max(1, brought));
      await w.over(id);
      /** Calls of a screen are limited by the minute. */
      await w.pass(MINUTE_MS);
    }
    const sorted = errors.sort((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)]!;
    const percent = (share: number) => Number((100 * share).toFixed(1));
    const p90 = sorted[Math.floor(sorted.length * 0.9)]!;
    const figures = { campaigns: ROUNDS, medianErrorPct: percent(median), p90ErrorPct: percent(p90) };
    process.stdout.write(`figures ${JSON.stringify(figures)}\n`);
    expect(median).toBeLessThanOrEqual(0.15);
  },
  15 * 60_000,
);

it('divides what a screen has shown by four weeks, whatever of the first hour lies in them', async () => {
  const screen = makeScreen(w.test);
  await screen.pair(w.test.admin, { name: 'Taxi of half hours' });
  const [like] = await w.test.db.select().from(plays).limit(1);
  const begin = Math.floor(w.clock.now() / HOUR_MS) * HOUR_MS - 5 * 7 * DAY_MS;
  const rows = Array.from({ length: 5 * 7 * 24 }, (_, seq) => ({
    ...{ ...like!, play_id: uuid7(begin), device_id: screen.id, epoch: idOf(7), seq },
    ...{ started_at: new Date(begin + seq * HOUR_MS + HOUR_MS / 2), duration_ms: HOUR_MS / 2 },
    ...{ received_at: new Date(begin), record: { zone: 'full' } as never },
  }));
  await w.test.db.insert(plays).values(rows);
  const wanted = { targeting: targeting.parse({ device_ids: [screen.id] }), flights: [flight(7)] };
  const forecast = async () =>
    (
      await call(w.test, w.seller, 'POST', '/api/campaigns/forecast', {
        payload: campaignBody(w.test, { ...wanted, creatives: w.shown(), goal_amount: 1_000_000 }),
      })
    ).json<Forecast>();
  const { screen_hours, plays: expected } = await forecast();
  expect(screen_hours).toBeGreaterThan(83);
  expect(screen_hours).toBeLessThanOrEqual(84);
  expect(expected.low / expected.likely).toBeCloseTo(0.9, 2);
  /** Once the hours are rolled up, too. */
  await rollUpPlays(w.test.server, error => expect.unreachable(String(error)));
  expect(await forecast()).toMatchObject({ screen_hours, plays: expected });
});
