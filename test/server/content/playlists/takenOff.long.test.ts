/** What is taken off the screens is gone from all of them, whatever else happens to the playlists that show it. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Creative } from '../../../../shared/contract/content/creative.ts';
import type { Usage } from '../../../../shared/contract/content/library/usage.ts';
import type { PlaylistItemInput } from '../../../../shared/contract/content/playlist.ts';
import type { PlaylistDocument } from '../../../../shared/contract/playout/manifest.ts';
import { documents, mediaAssets, playlistVersions, tenants } from '../../../../server/db/schema.ts';
import { reissue } from '../../../../server/content/playlists/reissue.ts';
import { hashesOf } from '../../../../server/proof/store.ts';
import { inTenant } from '../../../../server/transaction/context.ts';
import { makeScreen } from '../../../support/device.ts';
import { addPlaylist, assign, call, publish, readPlaylist } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';

let test: TestServer;
let picture: Creative;
let other: Creative;
beforeAll(async () => {
  test = await startTestServer();
  picture = await addCreative(test, test.admin, 'picture.jpg');
  other = await addCreative(test, test.admin, 'picture.webp');
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.update(mediaAssets).set({ state: 'ready' }).where(eq(mediaAssets.id, picture.asset.id));
});

const item = (creative: Creative): PlaylistItemInput => ({ creative_id: creative.id, duration_ms: 5_000 });
const CLOCK: PlaylistItemInput = {
  ...{ source: 'widget', widget: 'clock', creative_id: null },
  duration_ms: 5_000,
};
const patch = async (id: string, payload: object) => {
  const { version } = await readPlaylist(test, test.admin, id);
  return call(test, test.admin, 'PATCH', `/api/playlists/${id}`, { payload, version });
};
const remove = async (id: string) => {
  const { version } = await readPlaylist(test, test.admin, id);
  return call(test, test.admin, 'DELETE', `/api/playlists/${id}`, { version });
};
async function shownBy(id: string): Promise<string[]> {
  const [row] = await test.db
    .select({ body: documents.body })
    .from(playlistVersions)
    .innerJoin(documents, eq(documents.sha256, playlistVersions.document_sha256))
    .where(eq(playlistVersions.playlist_id, id));
  const { items, beside } = JSON.parse(row?.body ?? '{}') as PlaylistDocument;
  return [...items, ...(beside?.items ?? [])].map(({ creative_id }) => creative_id);
}
async function quarantine(creative: Creative): Promise<void> {
  const asset_id = creative.asset.id;
  await inTenant(test.server, { tenant_id: creative.tenant_id, user_id: null }, async ctx => {
    await ctx.tx.update(mediaAssets).set({ state: 'quarantined' }).where(eq(mediaAssets.id, asset_id));
    await reissue(ctx, [asset_id]);
  });
}

it('what stands in a second zone is used by the screens of the playlist that is parted', async () => {
  const screen = makeScreen(test);
  const device = await screen.pair(test.admin, { name: 'Parted cab' });
  const make = async (name: string, zone: string, more: object = {}) => {
    const { id } = await addPlaylist(test, test.admin, [item(zone === 'main' ? other : picture)], name);
    expect((await patch(id, { zone, ...more })).statusCode).toBe(200);
    await publish(test, test.admin, id);
    return id;
  };
  const side = await make('Side of a cab', 'side');
  const main = await make('Main of a cab', 'main', { layout: 'main_side', beside_id: side });
  await assign(test, test.admin, main, [device.id]);
  for (const path of [`creatives/${picture.id}`, `media/${picture.asset.id}`]) {
    const usage = (await call(test, test.admin, 'GET', `/api/${path}/usage`)).json<Usage>();
    expect(usage.screens).toEqual([{ id: device.id, name: 'Parted cab' }]);
    expect(usage.playlists).toContainEqual({
      ...{ id: side, name: 'Side of a cab' },
      ...{ is_live: true, in_draft: true },
    });
  }
});

it('a playlist that screens play as their second zone is not deleted, whatever the draft beside it says', async () => {
  const ticker = await addPlaylist(test, test.admin, [item(picture), item(other)], 'Ticker');
  await patch(ticker.id, { zone: 'ticker' });
  await publish(test, test.admin, ticker.id);
  const main = await addPlaylist(test, test.admin, [item(other)], 'Main');
  await patch(main.id, { layout: 'main_ticker', beside_id: ticker.id });
  await publish(test, test.admin, main.id);
  await patch(main.id, { layout: 'full', beside_id: null });
  expect((await remove(ticker.id)).json()).toMatchObject({ error: 'IN_USE' });
  await quarantine(picture);
  expect(await shownBy(main.id)).not.toContain(picture.id);
});

it('a playlist that comes back shows nothing that was taken off meanwhile', async () => {
  const made = await addPlaylist(test, test.admin, [item(picture), item(other)], 'Night loop');
  await publish(test, test.admin, made.id);
  expect((await remove(made.id)).statusCode).toBe(204);
  await quarantine(picture);
  await call(test, test.admin, 'POST', `/api/playlists/${made.id}/restore`);
  expect(await shownBy(made.id)).toEqual([other.id]);
});

it('a playlist does not come back without the second zone it was deleted with, and after that one as a whole', async () => {
  const made: string[] = [];
  for (const [name, zone, more] of [
    ['Deleted side', 'side', {}],
    ['Main without its side', 'main', { layout: 'main_side' }],
  ] as const) {
    const { id } = await addPlaylist(test, test.admin, [item(zone === 'main' ? other : picture)], name);
    const beside = zone === 'main' ? { beside_id: made[0] } : {};
    expect((await patch(id, { zone, ...more, ...beside })).statusCode).toBe(200);
    await publish(test, test.admin, id);
    made.push(id);
  }
  const [side = '', main = ''] = made;
  expect((await remove(main)).statusCode).toBe(204);
  expect((await remove(side)).statusCode).toBe(204);
  await quarantine(picture);
  const restore = (id: string) => call(test, test.admin, 'POST', `/api/playlists/${id}/restore`);
  expect((await restore(main)).json()).toMatchObject({
    error: 'VALIDATION',
    details: { beside_id: expect.anything() as unknown },
  });
  await inTenant(test.server, { tenant_id: picture.tenant_id, user_id: null }, async ctx => {
    await ctx.tx.update(mediaAssets).set({ state: 'ready' }).where(eq(mediaAssets.id, picture.asset.id));
    await reissue(ctx, [picture.asset.id]);
  });
  for (const id of [side, main]) expect((await restore(id)).statusCode).toBe(200);
  expect(await shownBy(main)).toEqual([other.id, picture.id]);
});

it('a tenant over its plan takes a file off all the same, though the server makes a widget for it', async () => {
  const made = await addPlaylist(test, test.admin, [CLOCK, item(picture), item(other)], 'Loop with a clock');
  await publish(test, test.admin, made.id);
  const [before] = await test.db.select().from(tenants).where(eq(tenants.id, picture.tenant_id));
  const limits = { ...before!.limits, storage_gb: 0 };
  await test.db.update(tenants).set({ limits }).where(eq(tenants.id, picture.tenant_id));
  try {
    await quarantine(picture);
  } finally {
    await test.db.update(tenants).set({ limits: before!.limits }).where(eq(tenants.id, picture.tenant_id));
  }
  expect(await shownBy(made.id)).not.toContain(picture.id);
});

it('a play of a file that was replaced since is known by what screens were given', async () => {
  const made = await addPlaylist(test, test.admin, [item(other)], 'Loop before the change');
  await publish(test, test.admin, made.id);
  await test.db
    .update(mediaAssets)
    .set({ sha256: 'f'.repeat(64) })
    .where(eq(mediaAssets.id, other.asset.id));
  try {
    const hashes = await inTenant(test.server, { tenant_id: other.tenant_id, user_id: null }, ctx =>
      hashesOf(ctx, [other.id]),
    );
    expect([...(hashes.get(other.id) ?? [])].sort()).toEqual([other.asset.sha256, 'f'.repeat(64)].sort());
  } finally {
    await test.db
      .update(mediaAssets)
      .set({ sha256: other.asset.sha256 })
      .where(eq(mediaAssets.id, other.asset.id));
  }
});

it('a lock keeps others from putting a playlist on other screens', async () => {
  const made = await addPlaylist(test, test.admin, [item(other)], 'Locked loop');
  await call(test, test.admin, 'POST', `/api/playlists/${made.id}/lock`);
  const manager = await test.signIn('manager');
  expect((await assign(test, manager, made.id, [])).json()).toMatchObject({ error: 'STATE' });
});
