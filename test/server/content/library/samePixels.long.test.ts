/** What is made of a picture answers for it, whichever file of the same pixels it was made of, and wherever it is copied. */
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Creative } from '../../../../shared/contract/content/creative.ts';
import { mediaAssets } from '../../../../server/db/schema.ts';
import { addPlaylist, call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { upload } from '../../../support/server/upload.ts';
import { slideInput } from '../../../support/slides.ts';

let test: TestServer;
beforeAll(async () => (test = await startTestServer()));
afterAll(() => test.close());

const creative = async (id: string) =>
  (await call(test, test.admin, 'GET', `/api/creatives/${id}`)).json<Creative>();
const uploaded = async (bytes: Buffer, filename: string) =>
  creative(String((await upload(test, test.admin, bytes, { filename })).headers['x-creative']));
const slideOf = async (picture: Creative, name: string) =>
  (
    await call(test, test.admin, 'POST', '/api/creatives/slides', {
      payload: { ...slideInput('photo', picture.id), name },
    })
  ).json<Creative>();
const set = (id: string, values: Partial<typeof mediaAssets.$inferInsert>) =>
  test.db.update(mediaAssets).set(values).where(eq(mediaAssets.id, id));
const playlistOf = async (slide: Creative, name: string) =>
  addPlaylist(test, test.admin, [{ creative_id: slide.id, duration_ms: 5_000 }], name);

/** Two files of the same pixels, and a slide of each. */
async function twins(colour: string) {
  const first = await sharp({ create: { width: 640, height: 360, channels: 3, background: colour } })
    .png()
    .toBuffer();
  const second = await sharp(first).png({ compressionLevel: 1, adaptiveFiltering: true }).toBuffer();
  const picture = await uploaded(first, 'first.png');
  const slide = await slideOf(picture, 'First');
  const twin = await uploaded(second, 'second.png');
  expect(twin.asset.id).not.toBe(picture.asset.id);
  return { picture, slide, twin };
}

describe('a slide with the same pixels of another file', () => {
  it('lifts neither the licence nor the quarantine of the first', async () => {
    const { picture, slide, twin } = await twins('#338855');
    expect((await slideOf(twin, 'Second')).asset.id).toBe(slide.asset.id);
    const playlist = await playlistOf(slide, 'Licensed');
    await set(picture.asset.id, { licence_until: '2020-01-01' });
    const publishUrl = `/api/playlists/${playlist.id}/publish`;
    expect((await call(test, test.admin, 'POST', publishUrl)).statusCode).toBe(422);
    await set(picture.asset.id, { licence_until: null, state: 'quarantined' });
    expect((await call(test, test.admin, 'POST', publishUrl)).statusCode).toBe(422);
    await set(picture.asset.id, { state: 'ready' });
    expect((await call(test, test.admin, 'POST', publishUrl)).statusCode).toBe(200);
  });
});

describe('a copy for another tenant', () => {
  const copied = async (playlist_id: string, tenant_id: string) =>
    call(test, test.admin, 'POST', `/api/playlists/${playlist_id}/copy`, { payload: { tenant_id } });

  it('takes no slide along whose picture is quarantined', async () => {
    const { picture, slide } = await twins('#aa3355');
    const playlist = await playlistOf(slide, 'Quarantined');
    const target = await test.addTenant('quarantined');
    await set(picture.asset.id, { state: 'quarantined' });
    expect((await copied(playlist.id, target)).json()).toMatchObject({
      error: 'RULE',
      details: { creative_ids: [slide.id] },
    });
    await set(picture.asset.id, { state: 'ready' });
    expect((await copied(playlist.id, target)).statusCode).toBe(200);
  });

  it('made again ends with the licence as it is by then', async () => {
    const { picture, slide } = await twins('#3355aa');
    const playlist = await playlistOf(slide, 'Copied twice');
    const target = await test.addTenant('copied-twice');
    const lastDays = async () =>
      (await test.db.select().from(mediaAssets).where(eq(mediaAssets.tenant_id, target))).map(
        ({ licence_until }) => licence_until,
      );
    for (const licence_until of ['2099-12-25', '2099-11-26', null]) {
      await set(picture.asset.id, { licence_until });
      expect((await copied(playlist.id, target)).statusCode).toBe(200);
    }
    expect(await lastDays()).toEqual(['2099-11-26']);
  });
});
