import { mkdirSync, rmSync, utimesSync, writeFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isIntact } from '../../../../server/content/media/store.ts';
import { mediaPath } from '../../../support/server/mediaFiles.ts';
import { FolderUploads } from '../../../../server/content/uploads/folderUploads.ts';
import type { MediaFile } from '../../../../shared/contract/content/library/mediaLibrary.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative, begin, fixture, goOn, TUS, upload } from '../../../support/server/upload.ts';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

const creativeCount = async () =>
  (await call(test, test.admin, 'GET', '/api/creatives')).json<{ total: number }>().total;

it('an upload whose end could not be noted is one creative, however often it is ended', async () => {
  const before = await creativeCount();
  const noted = join(test.server.config.dataDir, 'uploads', 'finished');
  rmSync(noted, { recursive: true, force: true });
  writeFileSync(noted, 'not a folder');
  const bytes = fixture('picture.png');
  const begun = await begin(test, test.admin, { bytes: bytes.length, fields: { filename: 'a.png' } });
  const url = String(begun.headers.location);
  const end = () => test.app.inject({ method: 'HEAD', url, headers: { ...test.admin.headers, ...TUS } });
  expect((await goOn(test, test.admin, { url, offset: 0, bytes })).statusCode).toBe(500);
  expect([(await end()).statusCode, (await end()).statusCode]).toEqual([500, 500]);
  rmSync(noted);
  mkdirSync(noted);
  const ended = await end();
  expect([ended.statusCode, await creativeCount()]).toEqual([200, before + 1]);
  const read = await call(test, test.admin, 'GET', `/api/creatives/${String(ended.headers['x-creative'])}`);
  expect(read.statusCode).toBe(200);
});

it('a file that replaces another keeps the rights it has in the library, and takes the earlier end', async () => {
  const known = await addCreative(test, test.admin, 'picture.jpg');
  const older = await addCreative(test, test.admin, 'picture.webp');
  const rights = (id: string, payload: object) =>
    call(test, test.admin, 'PATCH', `/api/media/${id}`, { payload, version: 1 });
  await rights(known.asset.id, { licence_until: '2026-11-01', tags: ['ours'], folder: 'Ended' });
  await rights(older.asset.id, { licence_until: '2027-06-30', tags: ['theirs'], folder: 'Live' });
  const again = await upload(test, test.admin, fixture('picture.jpg'), { filename: 'again.jpg' });
  const payload = { creative_id: String(again.headers['x-creative']) };
  const replaced = await call(test, test.admin, 'POST', `/api/media/${older.asset.id}/replace`, { payload });
  expect(replaced.statusCode).toBe(200);
  const file = (await call(test, test.admin, 'GET', `/api/media/${known.asset.id}`)).json<MediaFile>();
  expect(file).toMatchObject({ licence_until: '2026-11-01', tags: ['ours'], folder: 'Ended' });
});

it('a file that is damaged on the disk is whole again once it is uploaded again', async () => {
  const { asset } = await addCreative(test, test.admin, 'picture.avif');
  writeFileSync(mediaPath(test.server, asset.sha256), 'damaged');
  expect(await isIntact(test.server, asset.sha256)).toBe(false);
  await addCreative(test, test.admin, 'picture.avif');
  expect(await isIntact(test.server, asset.sha256)).toBe(true);
});

it('an upload that goes on for more than a day keeps what describes it', async () => {
  const folder = join(test.server.config.dataDir, 'uploads');
  const [bytes, info, left] = ['long', 'long.json', 'left.json'].map(name => join(folder, name));
  for (const file of [bytes, info, left]) writeFileSync(file!, '{}');
  const twoDaysAgo = (test.server.clock.now() - 2 * 86_400_000) / 1_000;
  for (const file of [info, left]) utimesSync(file!, twoDaysAgo, twoDaysAgo);
  await new FolderUploads({ directory: folder }).sweep(test.server.clock.now() - 86_400_000);
  expect([bytes, info, left].map(file => existsSync(file!))).toEqual([true, true, false]);
  for (const file of [bytes, info]) rmSync(file!);
});
