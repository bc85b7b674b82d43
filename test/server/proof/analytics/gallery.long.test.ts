/** Plays with a still of their file, and with what their screen sent while they ran. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { instant } from '../../../../shared/clock.ts';
import type { analyticsOverview } from '../../../../shared/contract/proof/analytics.ts';
import type { analyticsGallery, GalleryPlay } from '../../../../shared/contract/proof/gallery.ts';
import type { Answer } from '../../../../shared/contract/wire/endpoint.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { devices, mediaAssets, plays, stagePictures } from '../../../../server/db/schema.ts';
import { pictureDuring } from '../../../../server/proof/analytics/gallery.ts';
import { manualClock } from '../../../support/clock.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';
import { insertPlayRows, type PlayRow } from '../analyticsPlays.ts';

type Gallery = Answer<typeof analyticsGallery>;
const HOUR_MS = 3_600_000;
const SECOND_MS = 1_000;
const START = Date.UTC(2026, 9, 23, 8);
const PICTURE = 'data:image/jpeg;base64,/9j/4AAQ';
const clock = manualClock(START);
const cab = uuid7(START);
const file = { id: '', asset_id: '', sha256: '' };
const other = { id: '', sha256: '' };
let test: TestServer;

const play = (agoMs: number, more: Partial<PlayRow> = {}): PlayRow => ({
  ...{ device_id: cab, creative_id: file.id, campaign_id: null, zone: 'full', result: 'completed' },
  ...{ state: 'accepted', started: START - agoMs, received: START, duration_ms: 30_000, fix: null },
  ...{ sha256: file.sha256, uncertainty_ms: 20 },
  ...more,
});
const SPAN = { from: instant(START - 24 * HOUR_MS), to: instant(START) };
const ask = async (query: Record<string, string> = {}, who = test.admin) => {
  const params = new URLSearchParams({ ...SPAN, ...query });
  const answer = await call(test, who, 'GET', `/api/analytics/gallery?${params.toString()}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Gallery>();
};

beforeAll(async () => {
  test = await startTestServer({ clock });
  await test.db
    .insert(devices)
    .values({ id: cab, tenant_id: test.tenant_id, name: 'Cab 0417', state: 'active', tz: 'Asia/Shanghai' });
  const [first, second] = [
    await addCreative(test, test.admin),
    await addCreative(test, test.admin, 'h264.mp4'),
  ];
  Object.assign(file, { id: first.id, asset_id: first.asset.id, sha256: first.asset.sha256 });
  Object.assign(other, { id: second.id, sha256: second.asset.sha256 });
  const here = { lat: 38.7372, lng: -9.1445 };
  await insertPlayRows(test, test.tenant_id, [
    ...Array.from({ length: 30 }, (_, i) => play(2 * HOUR_MS + i * 60_000, { fix: here })),
    play(3 * HOUR_MS, { picture: 'black', fix: { lat: 38.7572, lng: -9.1445 } }),
    play(4 * HOUR_MS, { creative_id: other.id, sha256: other.sha256, picture: 'same' }),
    play(5 * HOUR_MS, { state: 'quarantined' }),
    play(6 * HOUR_MS, { result: 'not_shown' }),
  ]);
});
afterAll(() => test.close());

it('BIZ-09 shows each play that the figures count once, page by page, newest first, with a still of its file', async () => {
  const pages: Gallery[] = [await ask()];
  while (pages.at(-1)?.next_cursor) pages.push(await ask({ cursor: pages.at(-1)?.next_cursor ?? '' }));
  const items = pages.flatMap(page => page.items);
  expect(pages.map(page => page.items.length)).toEqual([24, 8]);
  expect(new Set(items.map(({ id }) => id)).size).toBe(32);
  expect(items.map(({ started_at }) => started_at)).toEqual(
    items
      .map(({ started_at }) => started_at)
      .toSorted()
      .reverse(),
  );
  const params = new URLSearchParams(SPAN);
  const figures = await call(test, test.admin, 'GET', `/api/analytics/overview?${params.toString()}`);
  expect(figures.json<Answer<typeof analyticsOverview>>().now.plays).toBe(items.length);
  const [newest] = items;
  expect(newest).toMatchObject({
    device_name: 'Cab 0417',
    tz: 'Asia/Shanghai',
    picture: null,
    state: 'accepted',
  });
  const still = await test.app.inject({ url: newest?.still_url ?? '' });
  expect([still.statusCode, still.headers['content-type']]).toEqual([200, 'image/webp']);
});

it('shows plays of one creative, with the verdict of its picture', async () => {
  const { items } = await ask({ creative_id: other.id });
  expect(items).toMatchObject([{ creative_id: other.id, picture: 'same', uncertainty_ms: 20 }]);
  const black = (await ask({ limit: '24', creative_id: file.id })).items.length;
  expect(black).toBe(24);
});

it('names a place only as the map does: rounded, and not where fewer than ten plays were', async () => {
  const all = [await ask()];
  all.push(await ask({ cursor: all[0]?.next_cursor ?? '' }));
  const items = all.flatMap(page => page.items);
  expect(items.filter(({ cell }) => cell === '3873:-915')).toHaveLength(30);
  expect(items.find(({ picture }) => picture === 'black')?.cell).toBeNull();
});

it('shows what was on the stage only beside the play during which it came', async () => {
  const started = START - 2 * HOUR_MS;
  await test.db.insert(stagePictures).values({
    ...{ tenant_id: test.tenant_id, device_id: cab, picture: PICTURE },
    ...{ hour: new Date(started), taken_at: new Date(started + 10 * SECOND_MS) },
  });
  const withStage = (await ask()).items.filter(({ stage }) => stage !== null);
  expect(withStage).toHaveLength(1);
  expect(withStage[0]).toMatchObject({
    started_at: instant(started),
    stage: { received_at: instant(started + 10 * SECOND_MS), picture: PICTURE },
  });
});

const timed: Pick<GalleryPlay, 'device_id' | 'started_at' | 'duration_ms' | 'uncertainty_ms' | 'zone'> = {
  ...{ device_id: cab, started_at: instant(START), duration_ms: 30_000, uncertainty_ms: 2_000, zone: 'full' },
};
const cameAfter = (s: number, device_id = cab) => [
  { device_id, received_ms: START + s * SECOND_MS, picture: PICTURE },
];
it.each([
  ['while it ran', timed, cameAfter(10), true],
  ['when it may still have been under way from the play before', timed, cameAfter(6), false],
  ['when the play may have ended', timed, cameAfter(29), false],
  ['from another screen', timed, cameAfter(10, uuid7(START)), false],
  ['of a screen in parts', { ...timed, zone: 'side' as const }, cameAfter(10), false],
  ['of a play whose time nobody knows', { ...timed, uncertainty_ms: 24 * HOUR_MS }, cameAfter(10), false],
])('a picture that came %s', (_, of, pictures, isShown) => {
  expect(pictureDuring(of, pictures) !== null).toBe(isShown);
});

it('withholds still and stage of a file in quarantine from who may not release it', async () => {
  await test.db.update(mediaAssets).set({ state: 'quarantined' }).where(eq(mediaAssets.id, file.asset_id));
  const analyst = await test.signIn('analyst');
  const { items } = await ask({ creative_id: file.id }, analyst);
  expect(items).toHaveLength(24);
  expect(items.every(({ still_url, stage }) => still_url === null && stage === null)).toBe(true);
  expect((await ask({ creative_id: file.id })).items[0]?.still_url).not.toBeNull();
  await test.db.update(mediaAssets).set({ state: 'ready' }).where(eq(mediaAssets.id, file.asset_id));
});

it('shows nothing of another tenant, whatever is named', async () => {
  const stranger = await test.signIn('admin', await test.addTenant('elsewhere'));
  const [one] = await test.db.select({ id: plays.play_id }).from(plays).limit(1);
  for (const query of [
    {},
    { creative_id: file.id },
    { device_id: cab },
    { q: one?.id ?? '' },
    { q: 'Cab' },
  ] as Record<string, string>[])
    expect((await ask(query, stranger)).items).toEqual([]);
});
