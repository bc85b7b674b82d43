import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Creative } from '../../../../shared/contract/content/creative.ts';
import type { ContentItem } from '../../../../shared/contract/content/contentItem.ts';
import type { MediaFile } from '../../../../shared/contract/content/library/mediaLibrary.ts';
import { SLIDE_MIME } from '../../../../shared/contract/content/media.ts';
import { mediaAssets } from '../../../../server/db/schema.ts';
import { BODIES } from '../../../support/server/content/items.ts';
import { addPlaylist, call, publish } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative, fixture, upload } from '../../../support/server/upload.ts';

let test: TestServer;
beforeAll(async () => (test = await startTestServer()));
afterAll(() => test.close());
const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, version?: number) =>
  call(test, test.admin, method, `/api/${path}`, {
    ...(payload && { payload }),
    ...(version !== undefined && { version }),
  });

it('cards and widgets are files that nobody uploaded: not listed, not counted, and nobody deletes them', async () => {
  const own = await addCreative(test, test.admin, 'picture.jpg');
  const { id } = (await ask('POST', 'content-items', BODIES.deals)).json<ContentItem>();
  expect((await ask('POST', `content-items/${id}/publish`, {})).statusCode).toBe(200);
  const widget = { source: 'widget', widget: 'clock', creative_id: null, duration_ms: null } as const;
  await publish(test, test.admin, (await addPlaylist(test, test.admin, [widget])).id);

  const made = await test.db.select().from(mediaAssets).where(eq(mediaAssets.mime, SLIDE_MIME));
  expect(made).toHaveLength(2);
  const list = (await ask('GET', 'media?limit=100')).json<{ items: MediaFile[]; total: number }>();
  expect(list.items.map(file => file.id)).toEqual([own.asset.id]);
  expect(list.total).toBe(1);
  expect((await ask('GET', 'media/folders')).json()).toMatchObject({ files: 1, loose: 1 });
  for (const file of made) {
    expect((await ask('GET', `media/${file.id}`)).statusCode).toBe(404);
    expect((await ask('DELETE', `media/${file.id}`, undefined, file.version)).statusCode).toBe(404);
  }
  const media_ids = made.map(file => file.id);
  const bulk = await ask('POST', 'media/changes', { media_ids, change: { delete: true } });
  expect(bulk.json()).toEqual({
    changed: 0,
    failed: media_ids.map(file_id => ({ id: file_id, name: null, error: 'NOT_FOUND' })),
  });
  const kept = await test.db.select().from(mediaAssets).where(eq(mediaAssets.mime, SLIDE_MIME));
  expect(kept.map(file => file.deleted_at)).toEqual([null, null]);
});

it('an upload stands in the folder it came in; a path that the library cannot take is left away', async () => {
  const uploaded = async (folder: string) => {
    const bytes = Buffer.concat([fixture('picture.jpg'), Buffer.from('in a folder')]);
    const answer = await upload(test, test.admin, bytes, { filename: 'a.jpg', folder });
    const made = (await ask('GET', `creatives/${String(answer.headers['x-creative'])}`)).json<Creative>();
    return (await ask('GET', `media/${made.asset.id}`)).json<MediaFile>().folder;
  };
  expect(await uploaded('a/b/c/d/e/f')).toBe('');
  expect(await uploaded('Winter / Cabs')).toBe('Winter/Cabs');
  expect(await uploaded('Other')).toBe('Winter/Cabs');
});
