import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Creative } from '../../../../shared/contract/content/creative.ts';
import {
  WIDGET_IDS,
  type PlaylistItem,
  type PlaylistItemInput,
} from '../../../../shared/contract/content/playlist.ts';
import type { PlaylistPreview, PlaylistVersion } from '../../../../shared/contract/content/playlistCalls.ts';
import type { PlaylistDocument } from '../../../../shared/contract/playout/manifest.ts';
import { creatives, documents, mediaAssets, playlistVersions } from '../../../../server/db/schema.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { addPlaylist, call, publish, readPlaylist } from '../../../support/server/playlist.ts';
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

const FRIDAY = { days: [5], start: '18:00', end: '02:00' };
const item = (more: Partial<PlaylistItemInput> = {}): PlaylistItemInput => ({
  creative_id: picture.id,
  duration_ms: 5_000,
  ...more,
});
const CLOCK: PlaylistItemInput = { source: 'widget', widget: 'clock', creative_id: null, duration_ms: null };
const NEWS: PlaylistItemInput = {
  ...{ source: 'content_kind', content_kind: 'news', creative_id: null },
  duration_ms: null,
};
const of = (id: string, rest = '') => `/api/playlists/${id}${rest}`;
const preview = async (id: string) =>
  (await call(test, test.admin, 'GET', of(id, '/preview'))).json<PlaylistPreview>();
const patch = async (id: string, payload: object) => {
  const { version } = await readPlaylist(test, test.admin, id);
  const answer = await call(test, test.admin, 'PATCH', of(id), { payload, version });
  expect(answer.statusCode).toBe(200);
};
const put = async (id: string, items: readonly PlaylistItemInput[]) => {
  const { version } = await readPlaylist(test, test.admin, id);
  return call(test, test.admin, 'PUT', of(id, '/items'), { payload: { items }, version });
};
async function published(id: string, version = 1): Promise<PlaylistDocument> {
  const rows = await test.db
    .select({ body: documents.body, version: playlistVersions.version })
    .from(playlistVersions)
    .innerJoin(documents, eq(documents.sha256, playlistVersions.document_sha256))
    .where(eq(playlistVersions.playlist_id, id));
  return JSON.parse(rows.find(row => row.version === version)?.body ?? '{}') as PlaylistDocument;
}

describe('a preview', () => {
  it('is what publishing gives the screens: rights, order, widget and second zone', async () => {
    const side = await addPlaylist(test, test.admin, [item({ duration_ms: 7_000 })], 'Side');
    await patch(side.id, { zone: 'side' });
    const { id } = await addPlaylist(test, test.admin, [
      item({ dayparts: [FRIDAY], weight: 3, valid_until: '2027-01-31' }),
      CLOCK,
    ]);
    await patch(id, { layout: 'main_side', beside_id: side.id, shuffle: 'weighted' });
    expect((await preview(id)).is_beside_missing).toBe(true);
    await publish(test, test.admin, side.id);
    const previewed = await preview(id);
    expect(previewed).toMatchObject({ left_out: [], is_beside_missing: false });
    await publish(test, test.admin, id);
    expect(previewed.document).toEqual(await published(id));
    const files = [...previewed.document.items, ...(previewed.document.beside?.items ?? [])];
    expect(Object.keys(previewed.urls).sort()).toEqual(
      [...new Set(files.map(one => one.asset.sha256))].sort(),
    );
    for (const url of Object.values(previewed.urls))
      expect((await test.app.inject({ url })).statusCode).toBe(200);
  });

  it('leaves out what may not be previewed, and says why', async () => {
    const copyOf = async (set: Partial<typeof creatives.$inferInsert>) => {
      const [row] = await test.db.select().from(creatives).where(eq(creatives.id, other.id));
      const id = uuid7(Date.now());
      await test.db.insert(creatives).values({ ...row!, id, ...set });
      return id;
    };
    const ids = [
      await copyOf({ state: 'draft', approved_sha256: null }),
      await copyOf({ valid_until: '2020-01-01' }),
      await copyOf({ deleted_at: new Date() }),
      picture.id,
      other.id,
    ];
    await test.db
      .update(mediaAssets)
      .set({ state: 'quarantined' })
      .where(eq(mediaAssets.id, picture.asset.id));
    const { id } = await addPlaylist(test, test.admin, []);
    const items = [...ids.map(creative_id => item({ id: uuid7(Date.now()), creative_id })), NEWS].map(
      one => ({
        ...one,
        id: one.id ?? uuid7(Date.now()),
      }),
    );
    const answer = await call(test, test.admin, 'POST', of(id, '/preview'), { payload: { items } });
    await test.db.update(mediaAssets).set({ state: 'ready' }).where(eq(mediaAssets.id, picture.asset.id));
    const { left_out, document } = answer.json<PlaylistPreview>();
    const reasons = new Map(left_out.map(({ item_id, reason }) => [item_id, reason]));
    expect(items.map(one => reasons.get(one.id) ?? null)).toEqual([
      ...['not_approved', 'ended', 'deleted', 'quarantined', null, 'no_content'],
    ]);
    expect(document.items.map(one => one.id)).toEqual([items[4]?.id]);
    expect((await readPlaylist(test, test.admin, id)).items).toEqual([]);
  });

  it('of a draft that is saved is for whoever may look, of one that is worked on for whoever may change it', async () => {
    const { id } = await addPlaylist(test, test.admin, [item(), CLOCK]);
    const viewer = await test.signIn('viewer');
    const seen = await call(test, viewer, 'GET', of(id, '/preview'));
    expect(seen.json<PlaylistPreview>().document.items.map(one => one.creative_id)).toEqual([
      ...[picture.id, WIDGET_IDS.clock],
    ]);
    const payload = { items: [item()] };
    expect((await call(test, viewer, 'POST', of(id, '/preview'), { payload })).statusCode).toBe(403);
    const elsewhere = await test.signIn('admin', await test.addTenant('other-previews'));
    for (const method of ['GET', 'POST'] as const)
      expect((await call(test, elsewhere, method, of(id, '/preview'), { payload })).statusCode).toBe(404);
  });
});

describe('a version', () => {
  it('is read with its settings, and a draft that goes back to it has them again', async () => {
    const side = await addPlaylist(test, test.admin, [item()], 'Side two');
    await patch(side.id, { zone: 'side' });
    await publish(test, test.admin, side.id);
    const { id } = await addPlaylist(test, test.admin, [item({ dayparts: [FRIDAY], duration_ms: null })]);
    const first = { layout: 'main_side', beside_id: side.id, shuffle: 'all', default_duration_ms: 8_000 };
    await patch(id, first);
    await publish(test, test.admin, id);
    const then = { layout: 'full', beside_id: null, shuffle: 'none', default_duration_ms: 20_000 };
    await patch(id, { ...then, name: 'Named anew', fallback: true });
    await put(id, [item({ creative_id: other.id })]);
    await publish(test, test.admin, id);
    const version = await call(test, test.admin, 'GET', of(id, '/versions/1'));
    expect(version.json<PlaylistVersion>()).toMatchObject({ ...first, version: 1, beside_name: 'Side two' });
    expect(version.json<PlaylistVersion>().items).toMatchObject([
      { creative: { name: 'picture' }, dayparts: [FRIDAY] },
    ]);
    expect((await call(test, test.admin, 'GET', of(id, '/versions/9'))).statusCode).toBe(404);
    const now = await readPlaylist(test, test.admin, id);
    const back = await call(test, test.admin, 'POST', of(id, '/revert'), {
      payload: { version: 1 },
      version: now.version,
    });
    expect(back.json()).toMatchObject({
      ...{ ...first, name: 'Named anew', fallback: true, has_draft: true },
      items: [{ dayparts: [FRIDAY] } satisfies Partial<PlaylistItem>],
    });
    await publish(test, test.admin, id);
    const { version: _old, ...before } = await published(id, 1);
    expect(await published(id, 3)).toMatchObject({ ...before, items: [{ duration_ms: 8_000 }] });
    await patch(id, { fallback: false });
  });
});
