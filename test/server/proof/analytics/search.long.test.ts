/** One field finds plays by name or id: list, totals, export and analytics the same ones. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { instant } from '../../../../shared/clock.ts';
import type { analyticsOverview } from '../../../../shared/contract/proof/analytics.ts';
import type { analyticsGallery } from '../../../../shared/contract/proof/gallery.ts';
import type { listPlays, playTotals } from '../../../../shared/contract/proof/play.ts';
import type { Answer } from '../../../../shared/contract/wire/endpoint.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { campaigns, creatives, devices, plays } from '../../../../server/db/schema.ts';
import { insertCampaigns } from '../../../../server/demo/campaigns.ts';
import { rollUpPlays } from '../../../../server/proof/analytics/rollUp.ts';
import { inTenant } from '../../../../server/transaction/context.ts';
import { eq } from 'drizzle-orm';
import { manualClock } from '../../../support/clock.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';
import { insertPlayRows, type PlayRow } from '../analyticsPlays.ts';

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 9, 23, 8);
const clock = manualClock(START);
const [cab, tram] = [uuid7(START), uuid7(START)] as const;
let test: TestServer;
let ferry = '';
let market = '';
let campaign = '';

const play = (agoMs: number, more: Partial<PlayRow> = {}): PlayRow => ({
  ...{ device_id: cab, creative_id: ferry, campaign_id: null, zone: 'full', result: 'completed' },
  ...{ state: 'accepted', started: START - agoMs, received: START, duration_ms: 10_000, fix: null },
  ...more,
});
const SPAN = { from: instant(START - 24 * HOUR_MS), to: instant(START) };
const ask = async (path: string, query: Record<string, string>, who = test.admin) => {
  const params = new URLSearchParams({ ...SPAN, ...query });
  const answer = await call(test, who, 'GET', `${path}?${params.toString()}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer;
};
/** How many plays each of them finds. */
async function foundBy(q: string) {
  const log = '/api/programmatic/plays';
  const list = (await ask(log, { q, limit: '200' })).json<Answer<typeof listPlays>>();
  const totals = (await ask(`${log}/summary`, { q, group_by: 'day' })).json<Answer<typeof playTotals>>();
  const overview = (await ask('/api/analytics/overview', { q })).json<Answer<typeof analyticsOverview>>();
  const gallery = (await ask('/api/analytics/gallery', { q })).json<Answer<typeof analyticsGallery>>();
  return {
    list: list.items.length,
    totals: totals.plays,
    groups: totals.groups?.reduce((sum, group) => sum + group.plays, 0),
    csv: (await ask(`${log}/export`, { q, format: 'csv' })).body.trim().split('\r\n').length - 1,
    analytics: overview.now.plays,
    gallery: gallery.items.length,
  };
}
const each = (n: number) => ({ list: n, totals: n, groups: n, csv: n, analytics: n, gallery: n });

beforeAll(async () => {
  test = await startTestServer({ clock });
  await test.db.insert(devices).values([
    { id: cab, tenant_id: test.tenant_id, name: 'Cab 0417', state: 'active' },
    { id: tram, tenant_id: test.tenant_id, name: 'Tram 28 100%', state: 'active' },
  ]);
  ferry = (await addCreative(test, test.admin)).id;
  market = (await addCreative(test, test.admin, 'h264.mp4')).id;
  await test.db.update(creatives).set({ name: 'Harbour ferry' }).where(eq(creatives.id, ferry));
  await test.db.update(creatives).set({ name: 'Night market 夜市' }).where(eq(creatives.id, market));
  await inTenant(test.server, { tenant_id: test.tenant_id, user_id: null }, ctx =>
    insertCampaigns(ctx, {
      ...{ creatives: new Map([['Night market', market]]), airport: cab, screens: 1, submitted_by: null },
      ...{ tz: 'UTC', today: START },
    }),
  );
  const [found] = await test.db.select().from(campaigns).where(eq(campaigns.name, 'Autumn nights'));
  campaign = found?.id ?? '';
  await insertPlayRows(test, test.tenant_id, [
    ...[1, 2, 3].map(n => play(n * HOUR_MS)),
    ...[4, 5].map(n => play(n * HOUR_MS, { device_id: tram })),
    play(6 * HOUR_MS, { creative_id: market, device_id: tram, campaign_id: campaign }),
    play(7 * HOUR_MS, { state: 'quarantined' }),
  ]);
});
afterAll(() => test.close());

/** What is quarantined stands in list and file, and in no figure. */
const withQuarantined = (n: number) => ({ ...each(n), list: n + 1, csv: n + 1 });

it.each(['before', 'after'] as const)('finds the same plays everywhere %s they are rolled up', async when => {
  if (when === 'after') {
    clock.jump(10 * 60_000);
    await rollUpPlays(test.server, error => expect.unreachable(String(error)));
  }
  expect(await foundBy('cab 04')).toEqual(withQuarantined(3));
  expect(await foundBy('Tram')).toEqual(each(3));
  expect(await foundBy('harbour FERRY')).toEqual(withQuarantined(5));
  expect(await foundBy('夜市')).toEqual(each(1));
  expect(await foundBy('autumn')).toEqual(each(1));
  expect(await foundBy('no such name')).toEqual(each(0));
  expect(await foundBy('   ')).toEqual(withQuarantined(6));
});

it('finds one play by its id, and takes signs of a pattern for what they are', async () => {
  const [one] = await test.db.select().from(plays).where(eq(plays.creative_id, market));
  expect(await foundBy(one?.play_id ?? '')).toEqual(each(1));
  expect(await foundBy((one?.play_id ?? '').toUpperCase())).toEqual(each(1));
  expect(await foundBy(uuid7(START))).toEqual(each(0));
  expect(await foundBy('100%')).toEqual(each(3));
  expect(await foundBy('%')).toEqual(each(3));
  expect(await foundBy('_')).toEqual(each(0));
});

it('narrows together with the other filters, and within the own tenant alone', async () => {
  const log = '/api/programmatic/plays';
  const both = (await ask(log, { q: 'ferry', device_id: tram })).json<Answer<typeof listPlays>>();
  expect(both.items).toHaveLength(2);
  const stranger = await test.signIn('admin', await test.addTenant('elsewhere'));
  expect((await ask(log, { q: 'Cab' }, stranger)).json<Answer<typeof listPlays>>().items).toEqual([]);
});
