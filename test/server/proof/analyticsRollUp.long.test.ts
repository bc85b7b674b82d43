import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instant } from '../../../shared/clock.ts';
import type { analyticsOverview } from '../../../shared/contract/proof/analytics.ts';
import { PLAY_STATES, PLAY_ZONES, RESULTS, type playTotals } from '../../../shared/contract/proof/play.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { uuid7 } from '../../../shared/random.ts';
import { rowsOf } from '../../../server/db/rows.ts';
import { devices } from '../../../server/db/schema.ts';
import {
  recomputeHours,
  rollUpPlays,
  screenHoursOf,
  SETTLED_MS,
} from '../../../server/proof/analytics/rollUp.ts';
import { isDelivered } from '../../../server/proof/delivered.ts';
import { rolledAtLeast } from '../../../server/proof/analytics/source.ts';
import { deliveredPlays } from '../../../server/proof/sums/delivered.ts';
import { shownHours } from '../../../server/proof/analytics/shown.ts';
import { inTenant } from '../../../server/transaction/context.ts';
import { manualClock } from '../../support/clock.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { insertPlayRows, type PlayRow } from './analyticsPlays.ts';

type Overview = Answer<typeof analyticsOverview>;
type Totals = Answer<typeof playTotals>;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.UTC(2026, 9, 23, 8);
const ZONES = ['UTC', 'Europe/Lisbon', 'Asia/Kolkata', 'America/St_Johns'];

const ids = (n: number) => Array.from({ length: n }, () => uuid7(START));
const screens = ids(3);
const creatives = ids(4);
const campaigns = [null, ...ids(2)];

const clock = manualClock(START);
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ clock });
  await test.db
    .insert(devices)
    .values(screens.map((id, i) => ({ id, tenant_id: test.tenant_id, name: `Cab ${i}` })));
});
afterAll(() => test.close());

/** A play of the last three days, received when it is inserted. */
const aPlay = fc.record({
  device_id: fc.constantFrom(...screens),
  creative_id: fc.constantFrom(...creatives),
  campaign_id: fc.constantFrom(...campaigns),
  zone: fc.constantFrom(...PLAY_ZONES),
  result: fc.constantFrom(...RESULTS),
  state: fc.constantFrom(...PLAY_STATES),
  agoMs: fc.integer({ min: 0, max: 3 * DAY_MS }),
  duration_ms: fc.integer({ min: 0, max: 60_000 }),
  fix: fc.constantFrom(null, { lat: 38.7372, lng: -9.1445 }, { lat: -33.4501, lng: 70.999 }),
});
type APlay = typeof aPlay extends fc.Arbitrary<infer T> ? T : never;
const received = ({ agoMs, ...play }: APlay): PlayRow => ({
  ...play,
  started: clock.now() - agoMs,
  received: clock.now(),
});
const aFilter = fc.record(
  {
    device_id: fc.constantFrom(...screens),
    creative_id: fc.constantFrom(...creatives),
    campaign_id: fc.constantFrom(...campaigns.filter(id => id !== null)),
    zone: fc.constantFrom(...PLAY_ZONES),
    result: fc.subarray([...RESULTS], { minLength: 1 }).map(words => words.join(',')),
  },
  { requiredKeys: [] },
);
/** Bounds in whole minutes: whole hours in no zone but by chance. */
const aSpan = fc
  .tuple(
    fc.integer({ min: 0, max: 4 * 1_440 }),
    fc.integer({ min: 1, max: 5 * 1_440 }),
    fc.constantFrom(...ZONES),
  )
  .map(([ago, length, tz]) => ({ ago: ago * 60_000, length: length * 60_000, tz }));

const rollUp = () => rollUpPlays(test.server, error => expect.unreachable(String(error)));
const ask = async <T>(path: string, query: Record<string, string>): Promise<T> => {
  const answer = await call(test, test.admin, 'GET', `/api/${path}?${new URLSearchParams(query).toString()}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
};
/** Sums that have come to nothing again are as good as none. */
const hoursNow = async () =>
  rowsOf<{ row: string }>(
    await test.db.execute(sql`
      select (h.*)::text as row from play_hours h where tenant_id = ${test.tenant_id}
      union all
      select (s.*)::text from play_sums s where tenant_id = ${test.tenant_id}
        and (plays, duration_ms, quarantined, delivered, failed, not_shown, sold_plays, sold_ms) <> (0, 0, 0, 0, 0, 0, 0, 0)
      union all
      select (s.*)::text from play_screens s where tenant_id = ${test.tenant_id} and plays <> 0
      order by 1`),
  ).map(({ row }) => row);
const allHours = () => screenHoursOf(sql`p.tenant_id = ${test.tenant_id}`);

/** Of each screen and hour: as it is read for forecasts, and as the plays themselves have it. */
async function expectShownHours() {
  const since = clock.now() - 2 * DAY_MS;
  const read = await inTenant(test.server, { tenant_id: test.tenant_id, user_id: null }, async ctx =>
    rowsOf(
      await ctx.tx.execute(sql`
        with ${await shownHours(ctx, { since: Math.ceil(since / HOUR_MS) * HOUR_MS, device_ids: screens.slice(1) })}
        select device_id, hour::text, ms from shown where ms > 0 order by 1, 2`),
    ),
  );
  const plays = await test.db.execute(sql`
    select * from (
      select device_id, date_trunc('hour', started_at, 'UTC')::text as hour,
        least(sum(duration_ms), ${HOUR_MS})::float8 as ms
      from plays where tenant_id = ${test.tenant_id} and device_id <> ${screens[0]!} and state <> 'quarantined'
        and started_at >= date_trunc('hour', ${instant(since + HOUR_MS - 1)}::timestamptz, 'UTC')
      group by 1, 2) as those
    where ms > 0 order by 1, 2`);
  expect(read).toEqual(rowsOf(plays));
}

/** Of all plays the figures are read from sums, of one zone from the plays themselves. */
async function expectSumOfZones(span: { from: string; to: string }, whole: Totals) {
  const keys = ['plays', 'not_shown', 'duration_ms', 'quarantined'] as const;
  const sums = Object.fromEntries(keys.map(key => [key, 0])) as Record<(typeof keys)[number], number>;
  for (const zone of PLAY_ZONES) {
    const part = await ask<Totals>('programmatic/plays/summary', { zone, from: span.from, to: span.to });
    for (const key of keys) sums[key] += part[key];
  }
  expect(whole).toMatchObject(sums);
}

/** Every result narrows nothing, yet is read hour by hour. */
async function expectSumsOfHours(span: { from: string; to: string; tz: string }) {
  const all = { ...span, result: RESULTS.join(',') };
  for (const what of ['overview', 'creatives', 'campaigns', 'map', 'map?hour=9']) {
    const [path = '', hour] = what.split('?hour=');
    const more: Record<string, string> = hour === undefined ? {} : { hour };
    const bySums = await ask<object>(`analytics/${path}`, { ...span, ...more });
    expect(bySums, what).toEqual(await ask(`analytics/${path}`, { ...all, ...more }));
  }
}

/** What counts of each campaign, from sums and the plays beside them, is what the plays say one by one. */
async function expectDelivered(span: { from: string; to: string }) {
  const [, one] = campaigns;
  const act = { tenant_id: test.tenant_id, user_id: null };
  for (const within of [undefined, span])
    for (const ids of [undefined, [one!]]) {
      const which = ids && sql`array[${ids[0]}::uuid]`;
      const read = await inTenant(test.server, act, async ctx =>
        rowsOf(
          await ctx.tx.execute(
            sql`select * from (${deliveredPlays({
              ...{ tenant_id: test.tenant_id, until: await rolledAtLeast(ctx) },
              ...(within && { within }),
              ...(which && { ids: which }),
            })}) as d order by id`,
          ),
        ),
      );
      const counted = await test.db.execute(sql`
        select p.campaign_id as id, count(*)::float8 as n from plays p
        where p.tenant_id = ${test.tenant_id} and p.campaign_id is not null and ${isDelivered}
          and ${which ? sql`p.campaign_id = any(${which})` : sql`true`}
          and ${within ? sql`p.started_at >= ${within.from}::timestamptz and p.started_at < ${within.to}::timestamptz` : sql`true`}
        group by 1 order by 1`);
      expect(read).toEqual(rowsOf(counted));
    }
}

/** Figures are the same before and after their plays are rolled up. */
async function expectSameRolledUp(span: { from: string; to: string; tz: string }) {
  const read = async () => {
    const {
      as_of: _as_of,
      expected: _expected,
      ...figures
    } = await ask<Overview>('analytics/overview', span);
    return figures;
  };
  const before = await read();
  clock.jump(2 * SETTLED_MS);
  await rollUp();
  expect(await read()).toEqual(before);
}

async function expectAgreement(
  filter: Record<string, string>,
  span: { from: string; to: string; tz: string },
) {
  const overview = await ask<Overview>('analytics/overview', { ...filter, ...span });
  const totals = await ask<Totals>('programmatic/plays/summary', { ...filter, from: span.from, to: span.to });
  await expectSumOfZones(
    span,
    await ask<Totals>('programmatic/plays/summary', { from: span.from, to: span.to }),
  );
  const { plays, not_shown, duration_ms, quarantined, screens: seen } = overview.now;
  expect({ plays, not_shown, duration_ms, quarantined, screens: seen }).toEqual({
    ...totals,
    groups: undefined,
  });
  const before = await ask<Totals>('programmatic/plays/summary', {
    ...{ ...filter, from: overview.before, to: span.from },
  });
  expect(overview.earlier).toMatchObject({ plays: before.plays, screens: before.screens });
  const grouped = await ask<Totals>('programmatic/plays/summary', {
    ...{ ...filter, ...span, group_by: 'day' },
  });
  expect(overview.groups.map(({ plays: n, duration_ms: ms }) => [n, ms])).toEqual(
    grouped.groups?.map(({ plays: n, duration_ms: ms }) => [n, ms]),
  );
  for (const { rows, rest_plays } of Object.values(overview.by))
    expect(rows.reduce((sum, row) => sum + row.plays, rest_plays)).toBe(plays);
}

describe('hours of plays', () => {
  it('are the plays, whatever came when and however often they were rolled up, to the last one and with every filter', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            { weight: 3, arbitrary: fc.record({ plays: fc.array(aPlay, { minLength: 1, maxLength: 40 }) }) },
            { weight: 2, arbitrary: fc.record({ waitMs: fc.integer({ min: 1, max: 3 * HOUR_MS }) }) },
          ),
          { minLength: 2, maxLength: 8 },
        ),
        aFilter,
        aSpan,
        async (steps, filter, { ago, length, tz }) => {
          test.admin = await test.signIn('admin');
          for (const step of steps)
            if ('plays' in step) await insertPlayRows(test, test.tenant_id, step.plays.map(received));
            else {
              clock.jump(step.waitMs);
              await rollUp();
            }
          test.admin = await test.signIn('admin');
          const from = clock.now() - ago;
          const span = { from: instant(from), to: instant(from + length), tz };
          await expectAgreement(filter, span);
          await expectAgreement({}, { ...span, tz: 'UTC' });
          await expectSumsOfHours(span);
          await expectDelivered(span);
          await expectSameRolledUp(span);
          await expectShownHours();
          const incremental = await hoursNow();
          await inTenant(test.server, { tenant_id: test.tenant_id, user_id: null }, ctx =>
            recomputeHours(ctx, allHours()),
          );
          expect(await hoursNow()).toEqual(incremental);
          await expectShownHours();
        },
      ),
      { numRuns: 12, endOnFailure: true },
    );
  });

  it('lose no play that comes after the clock was ahead and has been set right', async () => {
    const play = (): APlay => ({
      ...{ device_id: screens[0]!, creative_id: creatives[0]!, campaign_id: null, zone: 'full' },
      ...{ result: 'completed', state: 'accepted', agoMs: 0, duration_ms: 10_000, fix: null },
    });
    const right = clock.now() + 10 * DAY_MS;
    clock.jump(10 * DAY_MS + 2 * HOUR_MS);
    await insertPlayRows(test, test.tenant_id, [received(play())]);
    clock.jump(10 * 60_000);
    await rollUp();
    clock.jump(right - clock.now());
    await insertPlayRows(test, test.tenant_id, [received(play())]);
    await rollUp();
    test.admin = await test.signIn('admin');
    const span = { from: instant(right - HOUR_MS), to: instant(right + 3 * HOUR_MS), tz: 'UTC' };
    await expectAgreement({}, span);
    await expectShownHours();
    expect((await ask<Overview>('analytics/overview', span)).now.plays).toBe(2);
    clock.jump(DAY_MS);
    await rollUp();
    test.admin = await test.signIn('admin');
    await expectAgreement({}, span);
  });
});
