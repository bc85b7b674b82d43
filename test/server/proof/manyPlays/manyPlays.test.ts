/** At length: the pages of proof and analytics over a year of plays, each asked as the console asks it. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instant } from '../../../../shared/clock.ts';
import { rowsOf } from '../../../../server/db/rows.ts';
import { call } from '../../../support/server/playlist.ts';
import { DAY_MS } from '../../sales/world.ts';
import { addFleet, addLateBatch, LATE_PLAYS, rollUp, type Fleet } from './fleet.ts';

const isAtLength = process.env['AT_LENGTH'] === '1';
const SIZE = {
  plays: Number(process.env['MANY_PLAYS'] ?? 500_000),
  screens: Number(process.env['MANY_SCREENS'] ?? 50),
};
/** Of each answer; previews of reports are limited. */
const ROUNDS = 21;
const PREVIEWS = 5;
const TZ = 'Europe/Lisbon';
const PRESETS = ['statement', 'days', 'performance', 'plays'];

type Answers = Record<string, (w: Fleet) => string>;
const last30 = (w: Fleet) => `from=${instant(w.clock.now() - 30 * DAY_MS)}&to=${instant(w.clock.now())}`;
/** Without a span the figures of analytics are those of thirty days, and the list of plays is of all that there are. */
const ANSWERS: Answers = {
  'analytics: overview': () => `/api/analytics/overview?tz=${TZ}`,
  'analytics: overview of a screen': w => `/api/analytics/overview?tz=${TZ}&device_id=${w.device_id}`,
  'analytics: overview of a campaign': w => `/api/analytics/overview?tz=${TZ}&campaign_id=${w.campaign_id}`,
  'analytics: overview searched': () => `/api/analytics/overview?tz=${TZ}&q=Taxi 101 77`,
  'analytics: campaigns': () => `/api/analytics/campaigns?tz=${TZ}`,
  'analytics: creatives': () => `/api/analytics/creatives?tz=${TZ}`,
  'analytics: audience': () => `/api/analytics/audience?tz=${TZ}`,
  'analytics: map': () => `/api/analytics/map?tz=${TZ}`,
  'analytics: map at nine': () => `/api/analytics/map?tz=${TZ}&hour=9`,
  'analytics: gallery': () => `/api/analytics/gallery?tz=${TZ}`,
  'plays: list': () => '/api/programmatic/plays',
  'plays: list of 30 days': w => `/api/programmatic/plays?${last30(w)}`,
  'plays: list by screen': () => '/api/programmatic/plays?sort=device_name',
  'plays: list by length': () => '/api/programmatic/plays?sort=-duration_ms',
  'plays: list by receipt': () => '/api/programmatic/plays?sort=-received_at',
  'plays: list of a screen': w => `/api/programmatic/plays?device_id=${w.device_id}`,
  'plays: list searched': () => '/api/programmatic/plays?q=Taxi 101 77',
  'plays: list searched in vain': () => '/api/programmatic/plays?q=nothing is called so',
  'plays: list of the not shown': () => '/api/programmatic/plays?result=not_shown',
  'plays: list of the quarantined': () => '/api/programmatic/plays?state=quarantined',
  'plays: totals': () => '/api/programmatic/plays/summary',
  'plays: totals of 30 days': w => `/api/programmatic/plays/summary?${last30(w)}`,
  'plays: totals by state': w => `/api/programmatic/plays/summary?states=true&${last30(w)}`,
  'plays: totals of a screen': w => `/api/programmatic/plays/summary?device_id=${w.device_id}`,
  'plays: hours of a week': w =>
    `/api/programmatic/plays/summary?group_by=hour&tz=${TZ}&from=${instant(w.clock.now() - 7 * DAY_MS)}`,
  'plays: calendar': w => `/api/programmatic/plays/integrity?device_id=${w.device_id}&day=2026-10-14&days=42`,
  'plays: proofs': w => `/api/public/plays/roots?tenant_id=${w.test.tenant_id}`,
  'reports: definitions': () => '/api/reports/definitions',
  'reports: runs': () => '/api/reports/runs',
  'business: summary': () => '/api/business/summary',
};

describe.runIf(isAtLength)(`a year of ${SIZE.plays} plays of ${SIZE.screens} screens`, () => {
  let w: Fleet;
  const took: Record<string, { median: number; p95: number }> = {};
  beforeAll(async () => {
    w = await addFleet(SIZE);
  }, 900_000);
  afterAll(() => w.test.close());

  async function measure(
    what: string,
    rounds: number,
    act: () => Promise<unknown>,
    prepare = () => Promise.resolve(),
  ): Promise<void> {
    const all: number[] = [];
    for (let n = 0; n < rounds; n++) {
      await prepare();
      const began = performance.now();
      await act();
      all.push(performance.now() - began);
    }
    const at = (share: number) => Math.round(all[Math.floor(all.length * share)] ?? NaN);
    all.sort((a, b) => a - b);
    took[what] = { median: at(0.5), p95: at(0.95) };
    if (process.env['MANY_PLAYS_SAY']) process.stdout.write(`${what}: ${JSON.stringify(took[what])}\n`);
  }
  async function fetchOk(path: string) {
    const answer = await call(w.test, w.test.admin, 'GET', encodeURI(path));
    expect([path, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([path, 200, '']);
    return answer;
  }
  /** Of the table of plays; PostgreSQL alone counts them. */
  const wholeScans = async () => {
    const found = await w.test.db.execute(
      sql`select seq_scan::int as n from pg_stat_user_tables where relname = 'plays'`,
    );
    return rowsOf<{ n: number }>(found)[0]?.n ?? 0;
  };

  it('is looked at page by page, and no answer reads all plays', async () => {
    const before = await wholeScans();
    for (const [what, pathOf] of Object.entries(ANSWERS))
      await measure(what, ROUNDS, () => fetchOk(pathOf(w)));
    expect((await wholeScans()) - before).toBe(0);
  }, 600_000);

  it('is listed page after page', async () => {
    for (const sort of ['-started_at', '-received_at', 'device_name']) {
      let cursor = '';
      const next = async () => {
        const page = (await fetchOk(`/api/programmatic/plays?limit=200&sort=${sort}${cursor}`)).json<{
          items: unknown[];
          next_cursor: string;
        }>();
        expect(page.items).toHaveLength(200);
        cursor = `&cursor=${page.next_cursor}`;
      };
      await measure(`plays: next page ${sort}`, ROUNDS, next);
    }
  }, 600_000);

  it('shows reports before they are made', async () => {
    const rest = { period: 'last_30_days', first_day: null, last_day: null, tz: TZ, zone: null };
    for (const preset of PRESETS) {
      const payload = {
        ...{ ...rest, preset, format: 'csv', language: 'en', campaign_ids: [], creative_ids: [] },
      };
      await measure(`reports: preview of ${preset}`, PREVIEWS, async () => {
        const answer = await call(w.test, w.test.admin, 'POST', '/api/reports/preview', { payload });
        expect([preset, answer.statusCode]).toEqual([preset, 200]);
      });
    }
  }, 600_000);

  it('takes in a batch that comes late, and its figures are those of the plays', async () => {
    const overview = async () =>
      (await fetchOk(`/api/analytics/overview?tz=${TZ}`)).json<{ now: { plays: number } }>().now.plays;
    const before = await overview();
    await measure(
      'roll-up of a late batch',
      PREVIEWS,
      () => rollUp(w),
      () => addLateBatch(w),
    );
    expect((await overview()) - before).toBe(PREVIEWS * LATE_PLAYS);
    process.stdout.write(`figures ${JSON.stringify({ ...SIZE, rolledUpMs: w.rolledUpMs, ...took })}\n`);
  }, 600_000);
});
