import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Creative } from '../../../../shared/contract/content/creative.ts';
import {
  playlistItemInput,
  WIDGET_IDS,
  type PlaylistDetail,
  type PlaylistItemInput,
} from '../../../../shared/contract/content/playlist.ts';
import type { PlaylistDocument } from '../../../../shared/contract/playout/manifest.ts';
import { documents, playlistVersions } from '../../../../server/db/schema.ts';
import { hashesOf } from '../../../../server/proof/store.ts';
import { inTenant } from '../../../../server/transaction/context.ts';
import { makeScreen } from '../../../support/device.ts';
import { addPlaylist, assign, call, publish, readPlaylist } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';

let test: TestServer;
let picture: Creative;
beforeAll(async () => {
  test = await startTestServer();
  picture = await addCreative(test, test.admin, 'picture.jpg');
});
afterAll(() => test.close());

const item = (more: Partial<PlaylistItemInput> = {}): PlaylistItemInput => ({
  creative_id: picture.id,
  duration_ms: 5_000,
  ...more,
});
const FRIDAY = { days: [5], start: '18:00', end: '02:00' };

async function published(id: string): Promise<PlaylistDocument> {
  const [row] = await test.db
    .select({ body: documents.body })
    .from(playlistVersions)
    .innerJoin(documents, eq(documents.sha256, playlistVersions.document_sha256))
    .where(eq(playlistVersions.playlist_id, id));
  return JSON.parse(row?.body ?? '{}') as PlaylistDocument;
}
const patch = (row: PlaylistDetail, payload: object, by = test.admin) =>
  call(test, by, 'PATCH', `/api/playlists/${row.id}`, { payload, version: row.version });

describe('an item', () => {
  const bad: [string, object, string][] = [
    ['a duration below 3 s', { duration_ms: 2_999 }, 'items.0.duration_ms'],
    ['a duration above an hour', { duration_ms: 3_600_001 }, 'items.0.duration_ms'],
    ['a source that is none', { source: 'film' }, 'items.0.source'],
    ['a widget beside its creative', { widget: 'clock' }, 'items.0.widget'],
    ['no widget though it is one', { source: 'widget', creative_id: null }, 'items.0.widget'],
    ['a slot without its fallback', { source: 'campaign_slot', creative_id: null }, 'items.0.creative_id'],
    [
      'a kind of content that is none',
      { source: 'content_kind', creative_id: null, content_kind: 'x' },
      'items.0.content_kind',
    ],
    ['a weight of 0', { weight: 0 }, 'items.0.weight'],
    ['a weight of 101', { weight: 101 }, 'items.0.weight'],
    ['a transition that is none', { transition: 'spin' }, 'items.0.transition'],
    ['a fit that is none', { fit: 'fill' }, 'items.0.fit'],
    ['25 windows', { dayparts: Array.from({ length: 25 }, () => FRIDAY) }, 'items.0.dayparts'],
    ['a window off the grid', { dayparts: [{ ...FRIDAY, start: '18:02' }] }, 'items.0.dayparts.0.start'],
    ['a window without a day', { dayparts: [{ ...FRIDAY, days: [] }] }, 'items.0.dayparts.0.days'],
    ['a window on an eighth day', { dayparts: [{ ...FRIDAY, days: [8] }] }, 'items.0.dayparts.0.days.0'],
    ['a window from the end of a day', { dayparts: [{ ...FRIDAY, start: '24:00' }] }, 'items.0.dayparts.0'],
    ['a day that is none', { valid_from: '2026-02-30x' }, 'items.0.valid_from'],
    [
      'a last day before the first',
      { valid_from: '2026-12-02', valid_until: '2026-12-01' },
      'items.0.valid_until',
    ],
    [
      '9 conditions',
      { conditions: Array.from({ length: 9 }, () => ({ on: 'wind', min: 1 })) },
      'items.0.conditions',
    ],
    ['a sky that is none', { conditions: [{ on: 'sky', is: ['hail'] }] }, 'items.0.conditions.0.is.0'],
    ['temperatures crossed', { conditions: [{ on: 'temperature', min: 9, max: 8 }] }, 'items.0.conditions.0'],
    ['a field that is none', { position: 3 }, 'items.0.position'],
  ];
  it.each(bad)('is refused with %s, by the name of the field', async (_what, more, field) => {
    const row = await addPlaylist(test, test.admin, []);
    const answer = await call(test, test.admin, 'PUT', `/api/playlists/${row.id}/items`, {
      payload: { items: [{ ...item(), ...more }] },
      version: row.version,
    });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json<{ details: object }>().details)).toContain(field);
  });

  it('keeps each of its fields, at their bounds', async () => {
    const edge = item({
      ...{
        transition: 'slide',
        fit: 'cover',
        weight: 100,
        valid_from: '2026-11-24',
        valid_until: '2026-12-31',
      },
      dayparts: Array.from({ length: 24 }, () => FRIDAY),
      conditions: [
        { on: 'sky', is: ['rain', 'snow'] },
        { on: 'temperature', min: -60, max: 60 },
        { on: 'wind', min: 300 },
      ],
    });
    const items = [
      edge,
      item({ source: 'campaign_slot', duration_ms: 3_000 }),
      item({ source: 'widget', widget: 'clock', creative_id: null, duration_ms: 3_600_000 }),
      item({ source: 'content_kind', content_kind: 'news', creative_id: null, duration_ms: null }),
    ];
    const { id } = await addPlaylist(test, test.admin, items);
    const kept = (await readPlaylist(test, test.admin, id)).items;
    for (const [i, one] of items.entries()) expect(kept[i]).toMatchObject(playlistItemInput.parse(one));
    expect(kept.map(one => one.creative?.id ?? null)).toEqual([picture.id, picture.id, null, null]);
  });

  it('is one of at most 500', async () => {
    const row = await addPlaylist(test, test.admin, []);
    const put = (n: number) =>
      call(test, test.admin, 'PUT', `/api/playlists/${row.id}/items`, {
        payload: { items: Array.from({ length: n }, () => item()) },
        version: row.version,
      });
    expect((await put(501)).statusCode).toBe(400);
    expect((await put(500)).statusCode).toBe(200);
  });
});

describe('a document', () => {
  it('carries the rights of an item, its weight and the order, and the slide of a widget', async () => {
    const { id } = await addPlaylist(test, test.admin, [
      item({ weight: 3, dayparts: [FRIDAY], valid_until: '2026-12-31' }),
      item({ source: 'widget', widget: 'clock', creative_id: null, duration_ms: null }),
      item({ source: 'content_kind', content_kind: 'news', creative_id: null, duration_ms: null }),
    ]);
    const set = await patch(await readPlaylist(test, test.admin, id), { shuffle: 'weighted' });
    expect(set.statusCode).toBe(200);
    await publish(test, test.admin, id);
    const { items, shuffle, layout } = await published(id);
    expect([shuffle, layout]).toEqual(['weighted', undefined]);
    expect(items).toHaveLength(2);
    expect(items[0]).toMatchObject({ weight: 3, dayparts: [FRIDAY], valid_until: '2026-12-31' });
    expect(items[1]).toMatchObject({ kind: 'slide', creative_id: WIDGET_IDS.clock, duration_ms: 10_000 });
    const hashes = await inTenant(test.server, { tenant_id: picture.tenant_id, user_id: null }, ctx =>
      hashesOf(ctx, [WIDGET_IDS.clock]),
    );
    expect(hashes.get(WIDGET_IDS.clock)?.has(items[1]?.asset.sha256 ?? '')).toBe(true);
  });

  it('carries the loop of its second zone, and follows it', async () => {
    const ticker = await addPlaylist(test, test.admin, [item({ duration_ms: 7_000 })], 'Ticker');
    await patch(ticker, { zone: 'ticker' });
    const main = await addPlaylist(test, test.admin, [item()], 'Main');
    const wrong = await patch(main, { layout: 'side_by_side', beside_id: ticker.id });
    expect([wrong.statusCode, wrong.json<{ details: object }>().details]).toMatchObject([
      400,
      { beside_id: [expect.stringContaining('side')] },
    ]);
    expect((await patch(main, { layout: 'main_ticker', beside_id: ticker.id })).statusCode).toBe(200);
    expect((await call(test, test.admin, 'POST', `/api/playlists/${main.id}/publish`)).statusCode).toBe(422);
    await publish(test, test.admin, ticker.id);
    await publish(test, test.admin, main.id);
    expect(await published(main.id)).toMatchObject({
      layout: 'main_ticker',
      beside: { playlist_id: ticker.id, version: 1, items: [{ duration_ms: 7_000 }] },
    });
    const now = await readPlaylist(test, test.admin, ticker.id);
    await call(test, test.admin, 'PUT', `/api/playlists/${ticker.id}/items`, {
      payload: { items: [item({ duration_ms: 9_000 })] },
      version: now.version,
    });
    await publish(test, test.admin, ticker.id);
    expect((await published(main.id)).beside).toMatchObject({ version: 2, items: [{ duration_ms: 9_000 }] });
  });
});

it('a fallback plays on the screens that nothing else is meant for, and there is one', async () => {
  const screen = (await makeScreen(test).pair(test.admin)).id;
  const first = await addPlaylist(test, test.admin, [item()], 'First');
  const second = await addPlaylist(test, test.admin, [item()], 'Second');
  const own = await addPlaylist(test, test.admin, [item()], 'Own');
  const screensOf = async (id: string) =>
    (await readPlaylist(test, test.admin, id)).assigned_to.map(device => device.id);
  await patch(first, { fallback: true });
  expect(await screensOf(first.id)).toContain(screen);
  await patch(second, { fallback: true });
  expect(await screensOf(second.id)).toContain(screen);
  expect(await readPlaylist(test, test.admin, first.id)).toMatchObject({ fallback: false, assigned_to: [] });
  await assign(test, test.admin, own.id, [screen]);
  expect(await screensOf(second.id)).not.toContain(screen);
});

it('a lock keeps others from changing and publishing it, but not whoever stands above', async () => {
  const made = await addPlaylist(test, test.admin, [item()], 'Locked');
  const manager = await test.signIn('manager');
  const lock = await call(test, manager, 'POST', `/api/playlists/${made.id}/lock`);
  expect(lock.json<PlaylistDetail>().locked).toMatchObject({ by: expect.any(String) as string });
  const other = await test.signIn('manager');
  const now = await readPlaylist(test, test.admin, made.id);
  expect((await patch(now, { name: 'Mine' }, other)).statusCode).toBe(409);
  const refused = await call(test, other, 'POST', `/api/playlists/${made.id}/publish`);
  expect(refused.json()).toMatchObject({ error: 'STATE' });
  expect((await call(test, other, 'POST', `/api/playlists/${made.id}/unlock`)).statusCode).toBe(409);
  expect((await patch(now, { name: 'Ours' }, manager)).statusCode).toBe(200);
  expect((await call(test, test.admin, 'POST', `/api/playlists/${made.id}/unlock`)).statusCode).toBe(200);
  expect((await call(test, other, 'POST', `/api/playlists/${made.id}/publish`)).statusCode).toBe(200);
});

it('ADMIN-04 another tenant sees no playlist of this one and changes none', async () => {
  const made = await addPlaylist(test, test.admin, [item()], 'Ours alone');
  const before = await readPlaylist(test, test.admin, made.id);
  const other = await test.signIn('admin', await test.addTenant('other-loops'));
  const listed = await call(test, other, 'GET', '/api/playlists');
  expect([listed.statusCode, listed.json<{ items: unknown[] }>().items]).toEqual([200, []]);
  const path = `/api/playlists/${made.id}`;
  const refused = [
    await call(test, other, 'GET', path),
    await patch(before, { name: 'Theirs' }, other),
    await call(test, other, 'PUT', `${path}/items`, { payload: { items: [] }, version: before.version }),
    await call(test, other, 'POST', `${path}/publish`),
    await call(test, other, 'DELETE', path, { version: before.version }),
  ];
  expect(refused.map(answer => answer.statusCode)).toEqual(refused.map(() => 404));
  expect(await readPlaylist(test, test.admin, made.id)).toEqual(before);
});
