import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instant } from '../../../shared/clock.ts';
import type {
  analyticsAudience,
  analyticsCampaigns,
  analyticsCreatives,
  analyticsMap,
  analyticsOverview,
} from '../../../shared/contract/proof/analytics.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { uuid7 } from '../../../shared/random.ts';
import { devices } from '../../../server/db/schema.ts';
import { insertCampaigns } from '../../../server/demo/campaigns.ts';
import { rollUpPlays } from '../../../server/proof/analytics/rollUp.ts';
import { inTenant } from '../../../server/transaction/context.ts';
import { manualClock } from '../../support/clock.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';
import { insertPlayRows, type PlayRow } from './analyticsPlays.ts';

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 9, 23, 8);
const FROM = instant(START - 24 * HOUR_MS);
const clock = manualClock(START);
const [cab, other] = [uuid7(START), uuid7(START)] as const;
let test: TestServer;
let creative: string;
let campaign: string;

const play = (agoMs: number, more: Partial<PlayRow> = {}): PlayRow => ({
  ...{ device_id: cab, creative_id: creative, campaign_id: null, zone: 'full', result: 'completed' },
  ...{ state: 'accepted', started: START - agoMs, received: START, duration_ms: 10_000, fix: null },
  ...more,
});
const ask = async <T>(what: string, query: Record<string, string> = {}): Promise<T> => {
  const params = new URLSearchParams({ from: FROM, to: instant(START), ...query });
  const answer = await call(test, test.admin, 'GET', `/api/analytics/${what}?${params.toString()}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
};

beforeAll(async () => {
  test = await startTestServer({ clock });
  await test.db.insert(devices).values(
    [cab, other].map((id, i) => ({
      ...{ id, tenant_id: test.tenant_id, name: `Cab ${i}`, state: 'active' },
      last_seen_at: new Date(START - (i === 0 ? 0 : 2 * HOUR_MS)),
    })),
  );
  const made = await addCreative(test, test.admin);
  creative = made.id;
  await inTenant(test.server, { tenant_id: test.tenant_id, user_id: null }, ctx =>
    insertCampaigns(ctx, {
      ...{ creatives: new Map([['Night market', creative]]), airport: cab, screens: 1, submitted_by: null },
      ...{ tz: 'UTC', today: START },
    }),
  );
  const found = await call(test, test.admin, 'GET', '/api/campaigns?q=Autumn');
  campaign = found.json<{ items: { id: string }[] }>().items[0]?.id ?? '';
});
afterAll(() => test.close());

describe('figures of plays', () => {
  it('say what of the hours within a drive had no picture, and what offline screens may still hand in', async () => {
    const minutes = (n: number) => n * 60_000;
    await insertPlayRows(test, test.tenant_id, [
      play(10 * HOUR_MS - minutes(30), { duration_ms: minutes(20) }),
      play(9 * HOUR_MS, { duration_ms: minutes(45) }),
      play(8 * HOUR_MS - minutes(5), { duration_ms: minutes(20) }),
    ]);
    const overview = await ask<Answer<typeof analyticsOverview>>('overview');
    expect(overview.uptime).toMatchObject({ on_ms: minutes(100), dark_ms: minutes(15), share: 0.85 });
    expect(overview.uptime.screens).toEqual([
      { id: cab, name: 'Cab 0', on_ms: minutes(100), dark_ms: minutes(15) },
    ]);
    expect(overview.expected).toEqual({ screens: 1, since: instant(START - 2 * HOUR_MS) });
    await test.db.execute(sql`delete from plays`);
  });

  it('ADMIN-26 count what a campaign delivered against what its plan has in that time, and what it cost', async () => {
    await insertPlayRows(test, test.tenant_id, [
      ...Array.from({ length: 40 }, (_, i) => play(HOUR_MS + i * 10_000, { campaign_id: campaign })),
      play(2 * HOUR_MS, { campaign_id: campaign, result: 'interrupted' }),
      play(3 * HOUR_MS, { campaign_id: campaign, state: 'quarantined' }),
    ]);
    const { rows, currency } = await ask<Answer<typeof analyticsCampaigns>>('campaigns');
    expect(currency).toBe('EUR');
    expect(rows[0]).toMatchObject({
      ...{ id: campaign, name: 'Autumn nights', plays: 41, delivered: 40, screens: 1 },
      /** One of fourteen days of 2,030 plays; forty at twelve euros a thousand. */
      ...{ planned: 145, spent_minor: 48, ecpm_minor: 1_200 },
    });
    const narrowed = await ask<Answer<typeof analyticsCampaigns>>('campaigns', { device_id: cab });
    expect(narrowed.rows[0]).toMatchObject({ delivered: 40, planned: null });
  });

  it('ADMIN-26 count completion, failures and scans of each creative', async () => {
    await insertPlayRows(test, test.tenant_id, [
      play(HOUR_MS, { result: 'failed' }),
      play(HOUR_MS, { result: 'not_shown', device_id: other }),
    ]);
    const rule = uuid7(START);
    await test.db.execute(sql`
      insert into qr_rules (id, tenant_id, name, number, rank, kinds, dayparts, place, size_pct, min_show_s)
      values (${rule}, ${test.tenant_id}, 'All', 1, 1, '[]', '[]', 'bottom_left', 20, 3)`);
    await test.db.execute(sql`
      insert into qr_scans (tenant_id, creative_id, device_id, rule_id, hour, count)
      values (${test.tenant_id}, ${creative}, ${cab}, ${rule}, ${instant(START - 2 * HOUR_MS)}, 7)`);
    const { rows } = await ask<Answer<typeof analyticsCreatives>>('creatives');
    expect(rows).toMatchObject([
      { id: creative, plays: 42, completed: 40, failed: 1, not_shown: 1, screens: 1, scans: 7 },
    ]);
  });

  it('ADMIN-26 leave out cells with fewer than ten plays, and name the screens of one that has more', async () => {
    const here = { lat: 38.7372, lng: -9.1445 };
    const there = { lat: 38.7572, lng: -9.1445 };
    await insertPlayRows(test, test.tenant_id, [
      ...Array.from({ length: 12 }, (_, i) => play(5 * HOUR_MS + i, { fix: here })),
      ...Array.from({ length: 3 }, (_, i) => play(6 * HOUR_MS + i, { fix: here, device_id: other })),
      ...Array.from({ length: 9 }, (_, i) => play(5 * HOUR_MS + i, { fix: there })),
    ]);
    clock.jump(10 * 60_000);
    await rollUpPlays(test.server, error => expect.unreachable(String(error)));
    const map = await ask<Answer<typeof analyticsMap>>('map', { cell: '3873:-915' });
    expect(map.cells).toEqual([{ cell: '3873:-915', plays: 15, duration_ms: 150_000, screens: 2 }]);
    expect(map.hidden).toEqual({ cells: 1, plays: 9 });
    expect(map.screens.map(({ name, plays }) => [name, plays])).toEqual([
      ['Cab 0', 12],
      ['Cab 1', 3],
    ]);
    const secret = await ask<Answer<typeof analyticsMap>>('map', { cell: '3875:-915' });
    expect(secret.screens).toEqual([]);
    const atTwo = await ask<Answer<typeof analyticsMap>>('map', { hour: '2' });
    expect(atTwo.cells).toMatchObject([{ cell: '3873:-915', plays: 12 }]);
    const atNine = await ask<Answer<typeof analyticsMap>>('map', { hour: '9' });
    expect(atNine).toMatchObject({ cells: [], hidden: { cells: 0 }, placeless: 0 });
  });

  it('ADMIN-26 S10 show no group of fewer than ten people, and hours of the day by the zone', async () => {
    const groups = [
      { age: '18_34', gender: 'female', people: 24 },
      { age: '35_54', gender: 'male', people: 9 },
    ];
    await test.db.execute(sql`
      insert into audience_counts (tenant_id, device_id, hour, people, groups, kept_until) values
        (${test.tenant_id}, ${cab}, ${instant(START - 3 * HOUR_MS)}, 30, ${JSON.stringify(groups)}::jsonb, ${instant(START + HOUR_MS)}),
        (${test.tenant_id}, ${other}, ${instant(START - 5 * HOUR_MS)}, 9, '[]', ${instant(START + HOUR_MS)})`);
    const audience = await ask<Answer<typeof analyticsAudience>>('audience', { tz: 'Europe/Berlin' });
    expect(audience).toMatchObject({ people: 39, before_people: null, screens: 2 });
    expect(audience.hours[7]).toEqual({ hour: 7, people: 30, screen_hours: 1 });
    expect(audience.hours[5]).toEqual({ hour: 5, people: null, screen_hours: 1 });
    expect(audience.groups).toContainEqual({ age: '18_34', gender: 'female', people: 24 });
    expect(audience.groups).toContainEqual({ age: '35_54', gender: 'male', people: null });
  });

  it('BIZ-09 ADMIN-05 are of the own tenant alone, in each section and by whichever id of another one they are narrowed', async () => {
    const stranger = await test.signIn('analyst', await test.addTenant('elsewhere'));
    const bodyOf = async (by: typeof stranger, what: string, narrowed: object = {}) => {
      const params = new URLSearchParams({ from: FROM, to: instant(START), ...narrowed });
      const answer = await call(test, by, 'GET', `/api/analytics/${what}?${params.toString()}`);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.body;
    };
    const read = async <T>(what: string) => JSON.parse(await bodyOf(stranger, what)) as T;
    expect(await read<Answer<typeof analyticsOverview>>('overview')).toMatchObject({
      now: { plays: 0, screens: 0 },
      expected: { screens: 0 },
      by: { device: { rows: [] } },
    });
    expect(await read('map')).toMatchObject({ cells: [], hidden: { cells: 0, plays: 0 }, placeless: 0 });
    expect(await read('audience')).toMatchObject({ people: null, before_people: null, screens: 0 });
    const theirs = [cab, other, creative, campaign, 'Cab 0', 'Autumn nights', '3873:-915'];
    const found = new Set<string>();
    for (const what of ['overview', 'campaigns', 'creatives', 'audience', 'map', 'gallery']) {
      const own = await bodyOf(test.admin, what);
      for (const one of theirs) if (own.includes(one)) found.add(one);
      for (const narrowed of [{}, { device_id: cab }, { campaign_id: campaign, q: 'Cab' }]) {
        const foreign = await bodyOf(stranger, what, narrowed);
        expect([what, narrowed, theirs.filter(one => foreign.includes(one))]).toEqual([what, narrowed, []]);
      }
    }
    expect([...found].sort()).toEqual([...theirs].sort());
  });

  it('are refused with the field that is wrong', async () => {
    for (const [query, field] of [
      ['from=2026-10-23T08:00:00.000Z&to=2026-10-22T08:00:00.000Z', 'to'],
      ['from=2020-01-01T00:00:00.000Z&to=2026-10-22T00:00:00.000Z', 'from'],
      ['tz=Moon/Base', 'tz'],
      ['result=nothing', 'result'],
      ['device_id=1', 'device_id'],
    ] as const) {
      const answer = await call(test, test.admin, 'GET', `/api/analytics/overview?${query}`);
      expect(answer.statusCode, query).toBe(400);
      expect(answer.json<{ details: object }>().details, query).toHaveProperty(field);
    }
  });
});
