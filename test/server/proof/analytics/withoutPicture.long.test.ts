/** Screens that were in service and played nothing: uptime has no hour of theirs, so they are named by themselves. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { instant } from '../../../../shared/clock.ts';
import type { analyticsOverview } from '../../../../shared/contract/proof/analytics.ts';
import type { Answer } from '../../../../shared/contract/wire/endpoint.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { devices } from '../../../../server/db/schema.ts';
import { rollUpPlays } from '../../../../server/proof/analytics/rollUp.ts';
import { manualClock } from '../../../support/clock.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';
import { insertPlayRows, type PlayRow } from '../analyticsPlays.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Where midnight cuts an hour of UTC in two. */
const TZ = 'Asia/Kolkata';
const MIDNIGHT = Date.UTC(2026, 2, 19, 18, 30);
const clock = manualClock(MIDNIGHT + DAY_MS + 9 * HOUR_MS);
const lastSeen = MIDNIGHT - 3 * DAY_MS;
const NAMES = [
  'Played',
  'Only early',
  'Off',
  'Not shown',
  'Retired',
  'Deleted',
  'Later',
  'Never seen',
] as const;
const ids = Object.fromEntries(NAMES.map(name => [name, uuid7(lastSeen)])) as Record<
  (typeof NAMES)[number],
  string
>;
let test: TestServer;
let creative_id: string;

const play = (device_id: string, started: number, more: Partial<PlayRow> = {}): PlayRow => ({
  ...{ device_id, creative_id, campaign_id: null, zone: 'full', result: 'completed', state: 'accepted' },
  ...{ started, received: started + 60_000, duration_ms: 10_000, fix: null },
  ...more,
});
const dark = async (query: Record<string, string> = {}) => {
  const day = { from: instant(MIDNIGHT), to: instant(MIDNIGHT + DAY_MS), tz: TZ };
  const params = new URLSearchParams({ ...day, ...query });
  const answer = await call(test, test.admin, 'GET', `/api/analytics/overview?${params.toString()}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Answer<typeof analyticsOverview>>().uptime.without_picture;
};
const namesOf = (answer: Awaited<ReturnType<typeof dark>>) => answer?.screens.map(({ name }) => name);

beforeAll(async () => {
  test = await startTestServer({ clock });
  await test.db.insert(devices).values(
    NAMES.map(name => ({
      ...{ id: ids[name], tenant_id: test.tenant_id, name, state: name === 'Retired' ? 'retired' : 'active' },
      created_at: new Date(name === 'Later' ? MIDNIGHT + DAY_MS : MIDNIGHT - 9 * DAY_MS),
      deleted_at: name === 'Deleted' ? new Date(clock.now()) : null,
      last_seen_at: name === 'Never seen' ? null : new Date(lastSeen),
    })),
  );
  creative_id = (await addCreative(test, test.admin)).id;
  await insertPlayRows(test, test.tenant_id, [
    play(ids.Played, MIDNIGHT + 9 * HOUR_MS),
    play(ids['Only early'], MIDNIGHT + 60_000),
    play(ids['Not shown'], MIDNIGHT + 9 * HOUR_MS, { result: 'not_shown', duration_ms: 0 }),
    /** In the same hour of UTC as the midnights, and not of this day. */
    play(ids.Off, MIDNIGHT - 60_000),
    play(ids.Off, MIDNIGHT + DAY_MS),
  ]);
});
afterAll(() => test.close());

it.each(['fresh', 'rolled up'])('are those without a play of the day, of plays that are %s', async how => {
  if (how === 'rolled up')
    await rollUpPlays(test.server, error => {
      throw error;
    });
  const answer = await dark();
  expect([answer?.total, namesOf(answer)]).toEqual([2, ['Not shown', 'Off']]);
  expect(answer?.screens[1]).toEqual({ id: ids.Off, name: 'Off', last_seen_at: instant(lastSeen) });
});

it('are asked of one screen alone where one is chosen', async () => {
  expect(namesOf(await dark({ device_id: ids.Off }))).toEqual(['Off']);
  expect(await dark({ device_id: ids.Played })).toEqual({ total: 0, screens: [] });
});

it('are none of a time that is still to come', async () => {
  const ahead = { from: instant(clock.now() + DAY_MS), to: instant(clock.now() + 2 * DAY_MS) };
  expect(await dark(ahead)).toEqual({ total: 0, screens: [] });
});

it('are counted where there are more than are named, and none of another tenant is among them', async () => {
  await test.db.execute(sql`
    insert into devices (id, tenant_id, name, created_at, last_seen_at)
    select gen_random_uuid(), ${test.tenant_id}, 'Cab ' || n, ${instant(lastSeen)}::timestamptz, ${instant(lastSeen)}::timestamptz
    from generate_series(10, 39) as n`);
  const answer = await dark();
  expect([answer?.total, answer?.screens.length, answer?.screens[0]?.name]).toEqual([32, 20, 'Cab 10']);
  const stranger = await test.signIn('admin', await test.addTenant('elsewhere'));
  const other = await call(test, stranger, 'GET', '/api/analytics/overview');
  expect(other.json<Answer<typeof analyticsOverview>>().uptime.without_picture).toEqual({
    total: 0,
    screens: [],
  });
});
