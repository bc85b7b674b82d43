/** A deleted playlist comes back with the second zone it had, if that is still one. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Creative } from '../../../../shared/contract/content/creative.ts';
import { addPlaylist, call, publish, readPlaylist } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';

let test: TestServer;
let picture: Creative;
beforeAll(async () => {
  test = await startTestServer();
  picture = await addCreative(test, test.admin, 'picture.jpg');
});
afterAll(() => test.close());

const made = async (name: string) =>
  (await addPlaylist(test, test.admin, [{ creative_id: picture.id, duration_ms: 5_000 }], name)).id;
async function change(id: string, payload: object) {
  const { version } = await readPlaylist(test, test.admin, id);
  const answer = await call(test, test.admin, 'PATCH', `/api/playlists/${id}`, { payload, version });
  expect(answer.statusCode, answer.body).toBe(200);
}
async function remove(id: string) {
  const { version } = await readPlaylist(test, test.admin, id);
  expect((await call(test, test.admin, 'DELETE', `/api/playlists/${id}`, { version })).statusCode).toBe(204);
}
const restore = async (id: string) => {
  const answer = await call(test, test.admin, 'POST', `/api/playlists/${id}/restore`, { payload: {} });
  return answer.json<{ details?: object; deleted_at?: null }>();
};
async function parted(name: string) {
  const side = await made(`${name}, side`);
  await change(side, { zone: 'side' });
  const main = await made(name);
  await change(main, { layout: 'main_side', beside_id: side });
  return { main, side };
}
const NONE = 'This playlist does not exist.';
const OTHER = 'Choose a playlist made for the zone "side".';

it.each([
  ['is for the whole screen now', (side: string) => change(side, { zone: 'full' }), OTHER],
  ['was deleted too', remove, NONE],
  [
    'was archived',
    async (side: string) => {
      await call(test, test.admin, 'POST', `/api/playlists/${side}/archive`, { payload: {} });
    },
    NONE,
  ],
])('a playlist whose second zone %s does not come back', async (what, meanwhile, text) => {
  const { main, side } = await parted(what);
  await remove(main);
  await meanwhile(side);
  expect(await restore(main)).toMatchObject({ error: 'VALIDATION', details: { beside_id: [text] } });
});

it('nor does one that screens would play with it, though its draft has none any more', async () => {
  const { main, side } = await parted('As published');
  await publish(test, test.admin, side);
  await publish(test, test.admin, main);
  await change(main, { layout: 'full', beside_id: null });
  await remove(main);
  await change(side, { zone: 'full' });
  expect(await restore(main)).toMatchObject({ error: 'VALIDATION', details: { beside_id: [OTHER] } });
  await change(side, { zone: 'side' });
  expect(await restore(main)).toMatchObject({ id: main, layout: 'full' });
});
