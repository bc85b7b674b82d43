/** A playlist and that of its second zone, changed at the same time by two people. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PlaylistDetail } from '../../../../shared/contract/content/playlist.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

const ROUNDS = 25;
let t: TestServer;
beforeAll(async () => {
  t = await startTestServer();
});
afterAll(() => t.close());

const create = (payload: object) => call(t, t.admin, 'POST', '/api/playlists', { payload });

it.each([
  ['made for another zone', 'PATCH', { zone: 'full' }],
  ['deleted', 'DELETE', undefined],
] as const)('is not beside one that is %s at the same moment', async (_what, method, payload) => {
  for (let n = 0; n < ROUNDS; n++) {
    const side = (await create({ name: `Side ${method} ${n}`, zone: 'side' })).json<PlaylistDetail>();
    const [made, changed] = await Promise.all([
      create({ name: `Main ${method} ${n}`, layout: 'main_side', beside_id: side.id }),
      call(t, t.admin, method, `/api/playlists/${side.id}`, {
        ...(payload && { payload }),
        version: side.version,
      }),
    ]);
    expect([made.statusCode < 300, changed.statusCode < 300].filter(Boolean)).toHaveLength(1);
  }
});
