/** A forecast and a diagnosis beside guaranteed campaigns that are there for a part of the time or on a part of the screens. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { instant } from '../../../../shared/clock.ts';
import { targeting, type CampaignPatch } from '../../../../shared/contract/sales/campaign.ts';
import type { Diagnosis, Forecast } from '../../../../shared/contract/sales/campaignCalls.ts';
import { openTogether } from '../../../../shared/sales/openTime.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { plays } from '../../../../server/db/schema.ts';
import { makeScreen, type Screen } from '../../../support/device.ts';
import { call } from '../../../support/server/playlist.ts';
import { addLiveCampaign, campaignBody } from '../../../support/server/rows/sales/campaigns.ts';
import { idOf } from '../../../player/items.ts';
import { campaignWorld, DAY_MS } from '../world.ts';

const HOUR_MS = 3_600_000;
const WEEK_H = 168;
const HISTORY_H = 4 * WEEK_H;
let w: Awaited<ReturnType<typeof campaignWorld>>;
let other: Screen;
beforeAll(async () => {
  w = await campaignWorld();
  other = makeScreen(w.test);
  await other.pair(w.test.admin, { name: 'Taxi 102' });
  const { tenant_id } = w.test.admin;
  const begin = Math.floor(w.clock.now() / HOUR_MS) * HOUR_MS - HISTORY_H * HOUR_MS;
  /** On day and night for four weeks. */
  const rows = Array.from({ length: HISTORY_H }, (_, n) => ({
    ...{ play_id: uuid7(begin + n), tenant_id, device_id: w.screen.id, epoch: idOf(1), seq: n + 1 },
    ...({ creative_id: w.spot.id, result: 'completed', state: 'accepted' } as const),
    ...{ started_at: new Date(begin + n * HOUR_MS), duration_ms: HOUR_MS, expected_ms: HOUR_MS },
    ...{ completion: 1, visible_share: 1, record_hash: 'f'.repeat(64), record: {} as never },
    batch_id: idOf(2),
  }));
  await w.test.db.insert(plays).values(rows);
});
afterAll(() => w.test.close());

const flight = (from_h: number, to_h: number, sov_s_per_h: number | null = null) => ({
  starts_at: instant(w.clock.now() + from_h * HOUR_MS),
  ends_at: instant(w.clock.now() + to_h * HOUR_MS),
  ...{ dayparts: [], sov_s_per_h },
});
const on = (...screens: Screen[]) => targeting.parse({ device_ids: screens.map(({ id }) => id) });
const SHARE = { class: 'guaranteed', goal: 'share', goal_amount: null } satisfies CampaignPatch;
const AS_MANY = { pacing: 'asap', goal_amount: 1_000_000 } satisfies CampaignPatch;
async function askFor(more: CampaignPatch): Promise<Forecast> {
  const payload = campaignBody(w.test, { creatives: w.shown(), targeting: on(w.screen), ...more });
  return (await call(w.test, w.seller, 'POST', '/api/campaigns/forecast', { payload })).json();
}
const book = (more: CampaignPatch) =>
  addLiveCampaign(w.test, w.both(), { creatives: w.shown(), targeting: on(w.screen), ...more });
const pause = async (id: string) =>
  expect(
    (await call(w.test, w.test.admin, 'POST', `/api/campaigns/${id}/pause`, { payload: {} })).statusCode,
  ).toBe(200);
const near = (n: number, wanted: number, of = 0.01) =>
  expect(Math.abs(n - wanted), `${n}, expected ${wanted}`).toBeLessThanOrEqual(of * wanted + 1);

it('an hour of a guaranteed campaign takes an hour of four weeks', async () => {
  const wanted = { ...AS_MANY, flights: [flight(0, HISTORY_H)] };
  const alone = (await askFor(wanted)).plays.likely;
  const first = await book({ ...AS_MANY, class: 'guaranteed', flights: [flight(0, 1)] });
  near((await askFor(wanted)).plays.likely, (alone * (HISTORY_H - 1)) / HISTORY_H);
  await w.over(first.id);
  const rival = await book({ ...AS_MANY, flights: [flight(0, HISTORY_H / 4)] });
  near((await askFor(wanted)).plays.likely, alone * (1 - 1 / 8));
  await w.over(rival.id);
});

it('what is sold in the second week is not missing in the first', async () => {
  const [early, late] = [flight(0, WEEK_H, 600), flight(WEEK_H, 2 * WEEK_H, 60)];
  const likely = async (...flights: ReturnType<typeof flight>[]) =>
    (await askFor({ ...SHARE, flights })).plays.likely;
  const [one, two] = [await likely(early), await likely(late)];
  const sold = await book({ ...SHARE, flights: [flight(WEEK_H, 2 * WEEK_H, 3_500)] });
  near(await likely(early, late), one + two);
  near(await likely(early, flight(WEEK_H, 2 * WEEK_H, 200)), one + (two * 100) / 60);
  await w.over(sold.id);
});

it('flights at the same time get no more of an hour than it has, and one without a share takes its turn', async () => {
  const both = await askFor({ ...SHARE, flights: [flight(0, WEEK_H, 2_400), flight(0, WEEK_H, 2_400)] });
  near(both.plays.likely, (await askFor({ ...SHARE, flights: [flight(0, WEEK_H, 3_600)] })).plays.likely);
  expect(both.limits).toContain('own_share');
  const twice = { ...AS_MANY, flights: [flight(0, WEEK_H), flight(0, WEEK_H)] };
  const once = await askFor({ ...AS_MANY, flights: [flight(0, WEEK_H)] });
  expect(await askFor(twice)).toMatchObject({ screen_hours: once.screen_hours, plays: once.plays });
  const mixed = [flight(0, WEEK_H, 600), flight(WEEK_H, 2 * WEEK_H)];
  const shared = (await askFor({ ...SHARE, flights: [mixed[0]!] })).plays.likely;
  const all = await askFor({ ...AS_MANY, class: 'guaranteed', flights: mixed });
  near(all.plays.likely, shared + once.plays.likely);
});

it('a campaign is stopped by guaranteed ones where all its screens are full now, not where one is or will be', async () => {
  const own = await book({ ...AS_MANY, flights: [flight(0, 2 * WEEK_H)], targeting: on(w.screen, other) });
  const competing = async () => {
    const path = `/api/campaigns/${own.id}/diagnose`;
    const { checks } = (await call(w.test, w.seller, 'GET', path)).json<Diagnosis>();
    return checks.find(({ check }) => check === 'competing')?.result;
  };
  expect(await competing()).toBe('pass');
  const later = await book({
    ...SHARE,
    flights: [flight(WEEK_H, 2 * WEEK_H, 3_600)],
    targeting: on(w.screen, other),
  });
  expect(await competing()).toBe('warn');
  const one = await book({ ...SHARE, flights: [flight(0, WEEK_H, 3_600)] });
  expect(await competing()).toBe('warn');
  const full = { ...SHARE, flights: [flight(0, WEEK_H, 3_600)], targeting: on(other) };
  const rest = await book(full);
  expect(await competing()).toBe('fail');
  await pause(rest.id);
  expect(await competing()).toBe('warn');
  await w.over(rest.id);
  const hour = (at: number) =>
    `${String(new Date(w.clock.now() + at * HOUR_MS).getUTCHours()).padStart(2, '0')}:00`;
  const inHours = async (start: string, end: string) => {
    const dayparts = [{ days: [1, 2, 3, 4, 5, 6, 7], start, end }];
    const flights = [{ ...flight(0, WEEK_H, 3_600), dayparts }];
    const booked = await book({ ...full, flights, tz: 'UTC' });
    const found = await competing();
    await w.over(booked.id);
    return found;
  };
  expect(await inHours(hour(6), hour(8))).toBe('warn');
  expect(await inHours(hour(0), hour(2))).toBe('fail');
  for (const { id } of [own, later, one]) await w.over(id);
});

it('are open together by their days and by their hours', () => {
  const at = (day: number) => instant(Date.UTC(2026, 10, 2) + day * DAY_MS);
  const of = (from: number, to: number, ...hours: [string, string][]) => ({
    ...{ starts_at: at(from), ends_at: at(to) },
    dayparts: hours.map(([start, end]) => ({ days: [1, 2, 3, 4, 5, 6, 7], start, end })),
  });
  const share = (own: ReturnType<typeof of>, theirs: ReturnType<typeof of>) =>
    openTogether({ flights: [own], tz: 'UTC' }, Date.parse(at(0)))(theirs);
  expect(share(of(0, 28), of(0, 28))).toBe(1);
  expect(share(of(0, 28), of(7, 14))).toBe(1 / 4);
  expect(share(of(0, 28, ['08:00', '12:00']), of(0, 28, ['10:00', '20:00']))).toBe(1 / 2);
  expect(share(of(0, 28), of(0, 28, ['10:00', '16:00']))).toBe(1 / 4);
  expect(share(of(0, 28, ['08:00', '12:00']), of(0, 28, ['14:00', '20:00']))).toBe(0);
  expect(share(of(0, 28), of(28, 30))).toBe(0);
  /** The hours of a day count on that day alone: 7 November is a Saturday, 8 November a Sunday. */
  const on = (from: number, to: number, ...days: number[]) => ({
    ...{ starts_at: at(from), ends_at: at(to) },
    dayparts: days.length === 0 ? [] : [{ days, start: '00:00', end: '24:00' }],
  });
  const [week, saturday] = [on(0, 7), on(5, 6)];
  expect(share(week, saturday)).toBeCloseTo(1 / 7, 9);
  expect(share(week, on(5, 6, 6))).toBeCloseTo(1 / 7, 9);
  expect(share(week, on(5, 6, 7))).toBe(0);
  expect(share(saturday, on(0, 7, 6))).toBe(1);
  expect(share(saturday, on(0, 7, 7))).toBe(0);
  expect(share(on(0, 7, 5, 6), on(0, 7, 6, 7))).toBe(1 / 2);
});
