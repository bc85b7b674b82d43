import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { devices } from '../../../server/db/schema.ts';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import { makeScreen } from '../../support/device.ts';
import { addPlaylist, assign, call, publish } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';

type Person = Awaited<ReturnType<TestServer['signIn']>>;
let test: TestServer;
let driver: Person;
let own: Creative;
let others: Creative;
let draft: Creative;
const lists: Record<'own' | 'others', string> = { own: '', others: '' };
beforeAll(async () => {
  test = await startTestServer();
  driver = await test.signIn('device_owner');
  own = await addCreative(test, test.admin, 'picture.webp');
  others = await addCreative(test, test.admin, 'h264.mp4');
  draft = await addCreative(test, test.admin, 'picture.png');
  for (const [whose, creative] of [
    ['own', own],
    ['others', others],
  ] as const) {
    const screen = makeScreen(test);
    await screen.pair(test.admin, { name: `Cab of ${whose}` });
    const items = [{ creative_id: creative.id, duration_ms: 5_000 }];
    const playlist = await addPlaylist(test, test.admin, items, `Loop of ${whose}`);
    await publish(test, test.admin, playlist.id);
    await assign(test, test.admin, playlist.id, [screen.id]);
    lists[whose] = playlist.id;
    if (whose === 'own')
      await test.db.update(devices).set({ owner_user_id: driver.id }).where(eq(devices.id, screen.id));
  }
});
afterAll(() => test.close());

const get = (url: string) => call(test, driver, 'GET', url);
const ids = async (url: string) => (await get(url)).json<{ items: { id: string }[] }>().items.map(i => i.id);

it('a device owner sees the playlists and creatives of his own screens and no others', async () => {
  expect(await ids('/api/playlists')).toEqual([lists.own]);
  expect(await ids('/api/creatives')).toEqual([own.id]);
  expect((await get(`/api/playlists/${lists.own}`)).json()).toMatchObject({
    assigned_to: [{ name: 'Cab of own' }],
  });
});

it('what plays on the screens of others does not exist for him', async () => {
  const paths = [
    `/api/playlists/${lists.others}`,
    `/api/playlists/${lists.others}/versions`,
    `/api/creatives/${others.id}`,
    `/api/creatives/${draft.id}`,
    `/api/media/${others.asset.id}`,
  ];
  for (const path of paths) expect([path, (await get(path)).statusCode]).toEqual([path, 404]);
  expect((await get(`/api/media/${own.asset.id}`)).statusCode).toBe(200);
  expect((await get('/api/creatives')).body).not.toContain('others');
});

it('a draft that no screen plays yet is not shown to him', async () => {
  const { version } = (await call(test, test.admin, 'GET', `/api/playlists/${lists.own}`)).json<{
    version: number;
  }>();
  await call(test, test.admin, 'PUT', `/api/playlists/${lists.own}/items`, {
    payload: { items: [{ creative_id: draft.id, duration_ms: 5_000 }] },
    version,
  });
  const seen = (await get(`/api/playlists/${lists.own}`)).body;
  expect(seen).not.toContain(draft.name);
});

it('a viewer of the tenant sees all of them', async () => {
  const viewer = await test.signIn('viewer');
  const seen = (await call(test, viewer, 'GET', '/api/creatives')).json<{ total: number }>();
  expect(seen.total).toBe(3);
});
