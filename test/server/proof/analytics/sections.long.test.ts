/** What the sections of analytics say of two screens, of the time before, and of an hour of another zone. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instant } from '../../../../shared/clock.ts';
import type {
  analyticsCreatives,
  analyticsMap,
  analyticsOverview,
} from '../../../../shared/contract/proof/analytics.ts';
import type { Answer } from '../../../../shared/contract/wire/endpoint.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { devices } from '../../../../server/db/schema.ts';
import { rollUpPlays } from '../../../../server/proof/analytics/rollUp.ts';
import { manualClock } from '../../../support/clock.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';
import { insertPlayRows, type PlayRow } from '../analyticsPlays.ts';

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 24 * 3_600_000];
const END = Date.UTC(2026, 9, 23);
const [TODAY, YESTERDAY] = [END - DAY_MS, END - 2 * DAY_MS];
const clock = manualClock(END + 8 * HOUR_MS);
const [cab, other] = [uuid7(END), uuid7(END)] as const;
let test: TestServer;
let creative: string;

const SQUARE = { lat: 38.7372, lng: -9.1445 };
const HARBOUR = { lat: 38.7572, lng: -9.1445 };
const played = (n: number, started: number, more: Partial<PlayRow> = {}) =>
  Array.from({ length: n }, (_, i): PlayRow => ({
    ...{ device_id: cab, creative_id: creative, campaign_id: null, zone: 'full', result: 'completed' },
    ...{ state: 'accepted', started: started + i * 1_000, received: clock.now(), duration_ms: 10_000 },
    fix: null,
    ...more,
  }));
const ask = async <T>(what: string, query: Record<string, string> = {}): Promise<T> => {
  const params = new URLSearchParams({ from: instant(TODAY), to: instant(END), ...query });
  const answer = await call(test, test.admin, 'GET', `/api/analytics/${what}?${params.toString()}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
};

async function addScans(found: readonly [screen: string, at: number, count: number][]) {
  const rule = uuid7(END);
  await test.db.execute(sql`
    insert into qr_rules (id, tenant_id, name, number, rank, kinds, dayparts, place, size_pct, min_show_s)
    values (${rule}, ${test.tenant_id}, 'All', 1, 1, '[]', '[]', 'bottom_left', 20, 3)`);
  for (const [screen, at, count] of found)
    await test.db.execute(sql`
      insert into qr_scans (tenant_id, creative_id, device_id, rule_id, hour, count)
      values (${test.tenant_id}, ${creative}, ${screen}, ${rule}, ${instant(at)}, ${count})`);
}

beforeAll(async () => {
  test = await startTestServer({ clock });
  await test.db
    .insert(devices)
    .values(
      [cab, other].map((id, i) => ({ id, tenant_id: test.tenant_id, name: `Cab ${i}`, state: 'active' })),
    );
  creative = (await addCreative(test, test.admin)).id;
  await insertPlayRows(test, test.tenant_id, [
    /** In Kolkata it is 07:45, in the same hour of UTC 08:10. */
    ...played(12, TODAY + 2 * HOUR_MS + 15 * MINUTE_MS, { fix: SQUARE }),
    ...played(11, TODAY + 2 * HOUR_MS + 40 * MINUTE_MS, { fix: HARBOUR }),
    ...played(2, TODAY + 12 * HOUR_MS, { device_id: other }),
    ...played(5, YESTERDAY + 2 * HOUR_MS),
    ...played(3, YESTERDAY + 12 * HOUR_MS, { device_id: other }),
  ]);
  await addScans([
    [cab, TODAY + 2 * HOUR_MS, 7],
    [other, TODAY + 12 * HOUR_MS, 4],
    [cab, YESTERDAY + 2 * HOUR_MS, 6],
    [other, YESTERDAY + 12 * HOUR_MS, 1],
  ]);
});
afterAll(() => test.close());

describe.each(['each play', 'sums'])('read from %s', from => {
  beforeAll(async () => {
    if (from === 'sums') await rollUpPlays(test.server, error => expect.unreachable(String(error)));
  });

  it.each([
    ['all screens', undefined, { plays: 25, before_plays: 8, scans: 11, before_scans: 7, screens: 2 }],
    ['one screen', cab, { plays: 23, before_plays: 5, scans: 7, before_scans: 6, screens: 1 }],
    ['the other', other, { plays: 2, before_plays: 3, scans: 4, before_scans: 1, screens: 1 }],
  ])('ADMIN-26 a creative is held against the time before, of %s', async (_of, device_id, figures) => {
    const query: Record<string, string> = device_id === undefined ? {} : { device_id };
    const { rows } = await ask<Answer<typeof analyticsCreatives>>('creatives', query);
    expect(rows).toMatchObject([{ id: creative, ...figures }]);
  });

  it('ADMIN-26 a screen is held against the time before', async () => {
    const { by, earlier } = await ask<Answer<typeof analyticsOverview>>('overview');
    expect(earlier.plays).toBe(8);
    expect(by.device.rows.map(({ name, plays, before_plays }) => [name, plays, before_plays])).toEqual([
      ['Cab 0', 23, 5],
      ['Cab 1', 2, 3],
    ]);
  });

  it.each([
    ['UTC', '2', ['3873:-915', '3875:-915']],
    ['UTC', '7', []],
    ['Asia/Kolkata', '7', ['3873:-915']],
    ['Asia/Kolkata', '8', ['3875:-915']],
    ['Asia/Kolkata', '2', []],
  ])('ADMIN-26 the map has by the clocks of %s at %s: %j', async (tz, hour, cells) => {
    const map = await ask<Answer<typeof analyticsMap>>('map', { tz, hour });
    expect(map.cells.map(({ cell }) => cell).sort()).toEqual(cells);
    const ofOne = await ask<Answer<typeof analyticsMap>>('map', { tz, hour, device_id: cab });
    expect(ofOne.cells.map(({ cell }) => cell).sort()).toEqual(cells);
  });
});
