import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Playlist } from '../../../../shared/contract/content/playlist.ts';
import { addPlaylist, call } from '../../../support/server/playlist.ts';
import { checkAll } from '../../../support/server/checks.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());

it('a publication that names a version does not publish what somebody else has saved since', async () => {
  const picture = await addCreative(test, test.admin, 'picture.jpg');
  const { id, version } = await addPlaylist(test, test.admin, [
    { creative_id: picture.id, duration_ms: 5_000 },
  ]);
  await checkAll(test);
  const path = `/api/playlists/${id}`;
  const publishAt = (n: number) =>
    call(test, test.admin, 'POST', `${path}/publish`, { payload: {}, version: n });
  await call(test, test.admin, 'PATCH', path, { payload: { shuffle: 'all' }, version });
  const stale = await publishAt(version);
  expect([stale.statusCode, stale.json<{ details: Playlist }>().details]).toMatchObject([
    412,
    { version: version + 1, published_version: null },
  ]);
  expect((await publishAt(version + 1)).json<Playlist>().published_version).toBe(1);
});
