import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { analyticsOverview } from '../../../shared/contract/proof/analytics.ts';
import { PLAY_STATES, PLAY_ZONES, RESULTS, type playTotals } from '../../../shared/contract/proof/play.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { dayStart } from '../../../shared/i18n/format.ts';
import { uuid7 } from '../../../shared/random.ts';
import { devices } from '../../../server/db/schema.ts';
import { rollUpPlays } from '../../../server/proof/analytics/rollUp.ts';
import { addCampaignRows } from '../../support/server/rows/sales/campaignRows.ts';
import { manualClock } from '../../support/clock.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';
import { insertPlayRows } from '../proof/analyticsPlays.ts';
import { download, make, preview } from './making.ts';

type Overview = Answer<typeof analyticsOverview>;
type Totals = Answer<typeof playTotals>;
const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 9, 23, 8);
const ZONES = ['UTC', 'Europe/Lisbon', 'Asia/Kolkata', 'America/St_Johns'];
const ids = (n: number) => Array.from({ length: n }, () => uuid7(START));
const screens = ids(3);
const creatives = ids(3);
const campaigns: string[] = [];

const clock = manualClock(START);
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ clock });
  await test.db
    .insert(devices)
    .values(screens.map((id, i) => ({ id, tenant_id: test.tenant_id, name: `Cab ${i}` })));
  const { live, paused } = await addCampaignRows(
    test,
    test.tenant_id,
    (await addCreative(test, test.admin)).id,
  );
  campaigns.push(live, paused);
});
afterAll(() => test.close());

const aPlay = fc.record({
  device_id: fc.constantFrom(...screens),
  creative_id: fc.constantFrom(...creatives),
  campaign: fc.constantFrom(null, 0, 1),
  zone: fc.constantFrom(...PLAY_ZONES),
  result: fc.constantFrom(...RESULTS),
  state: fc.constantFrom(...PLAY_STATES),
  agoMs: fc.integer({ min: 0, max: 4 * DAY_MS }),
  duration_ms: fc.integer({ min: 0, max: 60_000 }),
  fix: fc.constantFrom(null, { lat: 38.7372, lng: -9.1445 }, { lat: -33.4501, lng: 70.999 }),
});
const aFilter = fc.record(
  {
    creative_id: fc.constantFrom(...creatives),
    zone: fc.constantFrom(...PLAY_ZONES),
    campaign: fc.constantFrom(0, 1),
  },
  { requiredKeys: [] },
);
const read = async <T>(path: string, query: object): Promise<T> => {
  const params = new URLSearchParams(query as Record<string, string>);
  const answer = await call(test, test.admin, 'GET', `/api/${path}?${params.toString()}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
};
const columnSum = (rows: readonly (readonly unknown[])[], at: number) =>
  rows.reduce((sum, row) => sum + Number(row[at]), 0);

it('totals of a report are those of the proof page and of analytics for the same days and filter, and its rows add up to them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(aPlay, { minLength: 1, maxLength: 40 }),
      fc.boolean(),
      aFilter,
      fc.constantFrom(...ZONES),
      fc.integer({ min: 0, max: 3 }),
      async (made, isRolledUp, { campaign, ...filter }, tz, length) => {
        test.admin = await test.signIn('admin');
        await insertPlayRows(
          test,
          test.tenant_id,
          made.map(({ agoMs, campaign: of, ...play }) => ({
            ...{ ...play, campaign_id: of === null ? null : (campaigns[of] ?? null) },
            ...{ started: clock.now() - agoMs, received: clock.now() },
          })),
        );
        clock.jump(10 * 60_000);
        if (isRolledUp) await rollUpPlays(test.server, error => expect.unreachable(String(error)));
        const [first_day, last_day] = ['2026-10-20', `2026-10-2${length}`];
        const days = { from: dayStart(first_day, tz), to: dayStart(last_day, tz, 1) };
        const campaign_id = campaign === undefined ? undefined : campaigns[campaign];
        const spec = {
          ...{ first_day, last_day, tz, zone: filter.zone ?? null },
          creative_ids: filter.creative_id === undefined ? [] : [filter.creative_id],
          campaign_ids: campaign_id === undefined ? [] : [campaign_id],
        };
        const { now } = await read<Overview>('analytics/overview', {
          ...{ ...filter, ...days, tz },
          ...(campaign_id !== undefined && { campaign_id }),
        });
        const { plays, duration_ms, quarantined, not_shown, screens: seen } = now;
        const wanted = { plays, duration_ms, quarantined, not_shown, screens: seen };
        if (campaign_id === undefined)
          expect(await read<Totals>('programmatic/plays/summary', { ...filter, ...days })).toEqual(wanted);
        for (const preset of ['days', 'statement', 'plays'] as const)
          expect([preset, (await preview(test, { ...spec, preset })).totals]).toEqual([preset, wanted]);
        const byDay = await preview(test, { ...spec, preset: 'days' });
        expect(columnSum(byDay.rows, 1)).toBe(plays);
        const statement = await preview(test, { ...spec, preset: 'statement' });
        if (statement.row_count <= statement.rows.length) expect(columnSum(statement.rows, 3)).toBe(plays);
        const performance = await preview(test, { ...spec, preset: 'performance' });
        expect(performance.totals.plays).toBe(now.sold_plays);
        const parts = (kind: string) => performance.rows.filter(row => row[4] === kind);
        if (performance.row_count <= performance.rows.length)
          for (const kind of ['campaign', 'creative', 'place'])
            expect([kind, columnSum(parts(kind), 9)]).toEqual([kind, now.sold_plays]);
        const { id, row_count, totals } = await make(test, { ...spec, preset: 'plays', format: 'jsonl' });
        /** Those that do not count stand in it with their state. */
        expect([row_count, totals]).toEqual([plays + quarantined, wanted]);
        const lines = (await download(test, id)).body.trimEnd().split('\n');
        expect(lines).toHaveLength(plays + quarantined + 2);
        expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ totals: wanted });
        await test.db.execute(sql`delete from idempotency_keys`);
        await test.db.execute(sql`delete from rate_counters`);
      },
    ),
    { numRuns: 8, endOnFailure: true },
  );
});
