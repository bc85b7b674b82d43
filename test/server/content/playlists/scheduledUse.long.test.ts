import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Usage } from '../../../../shared/contract/content/library/usage.ts';
import type { Readiness } from '../../../../shared/contract/content/playlist.ts';
import { lockDocuments } from '../../../../server/content/playlists/documentLock.ts';
import { rowsOf } from '../../../../server/db/rows.ts';
import { inTenant } from '../../../../server/transaction/context.ts';
import { makeScreen } from '../../../support/device.ts';
import { addPlaylist, assign, call, publish } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());
const get = async <T>(url: string) => (await call(test, test.admin, 'GET', url)).json<T>();
const loopOf = (id: string, name: string) =>
  addPlaylist(test, test.admin, [{ creative_id: id, duration_ms: 5_000 }], name);

it('what an exception of the schedule plays counts the screens that play it so', async () => {
  const [always, evenings] = [
    await addCreative(test, test.admin, 'picture.webp'),
    await addCreative(test, test.admin, 'picture.gif'),
  ];
  const [base, evening] = [await loopOf(always.id, 'Base'), await loopOf(evenings.id, 'Evening')];
  for (const { id } of [base, evening]) await publish(test, test.admin, id);
  const screen = makeScreen(test);
  await screen.pair(test.admin);
  await assign(test, test.admin, base.id, [screen.id]);
  const payload = { device_id: screen.id, playlist_id: evening.id };
  expect((await call(test, test.admin, 'POST', '/api/schedule-entries', { payload })).statusCode).toBe(200);
  expect((await get<Usage>(`/api/creatives/${evenings.id}/usage`)).screen_count).toBe(1);
  expect((await get<Readiness>(`/api/playlists/${evening.id}/readiness`)).screens).toBe(1);
});

/** The embedded engine runs one transaction at a time: there nobody comes between. */
it.runIf(process.env['TEST_DATABASE_URL'] !== undefined)(
  'what is put into a draft while its publication waits is checked with it',
  async () => {
    const rule = (
      await get<{ items: { id: string; version: number }[] }>('/api/validation-rules')
    ).items.find(({ id }) => id === 'banned_words')!;
    const banned = { words: ['casino'], severity: 'fail', enabled: true };
    await call(test, test.admin, 'PATCH', '/api/validation-rules/banned_words', {
      payload: banned,
      version: rule.version,
    });
    const good = await addCreative(test, test.admin, 'picture.jpg');
    const bad = await addCreative(test, test.admin, 'picture.avif');
    const name = { name: 'Casino night' };
    await call(test, test.admin, 'PATCH', `/api/creatives/${bad.id}`, {
      payload: name,
      version: bad.version,
    });
    const loop = await loopOf(good.id, 'Loop');
    let release = () => {};
    const gate = new Promise<void>(done => (release = done));
    let hold = () => {};
    const isHeld = new Promise<void>(done => (hold = done));
    const holder = inTenant(test.server, { tenant_id: test.tenant_id, user_id: null }, async ctx => {
      await lockDocuments(ctx);
      hold();
      await gate;
    });
    await isHeld;
    const publishing = call(test, test.admin, 'POST', `/api/playlists/${loop.id}/publish`, { payload: {} });
    const isWaiting = async () =>
      rowsOf(await test.db.execute(sql`select 1 from pg_locks where locktype = 'advisory' and not granted`))
        .length > 0;
    await expect.poll(isWaiting).toBe(true);
    const items = [good.id, bad.id].map(creative_id => ({ creative_id, duration_ms: 5_000 }));
    const payload = { items };
    const put = await call(test, test.admin, 'PUT', `/api/playlists/${loop.id}/items`, {
      payload,
      version: loop.version,
    });
    expect(put.statusCode).toBe(200);
    release();
    await holder;
    expect((await publishing).json()).toMatchObject({ error: 'RULE' });
  },
);
