/** S6: an upload is what its content says, and of a picture its pixels alone reach a screen. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import type { PlaylistDocument } from '../../../shared/contract/playout/manifest.ts';
import { makeScreen } from '../../support/device.ts';
import { addPlaylist, assign, call, publish } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { fixture, upload } from '../../support/server/upload.ts';

let test: TestServer;
let screen: ReturnType<typeof makeScreen>;
beforeAll(async () => {
  test = await startTestServer();
  screen = makeScreen(test);
  await screen.pair(test.admin);
});
afterAll(() => test.close());

const HIDDEN = '<script>alert("hidden")</script>';
const plain = sharp({ create: { width: 64, height: 48, channels: 3, background: '#c02020' } });
const EXIF = { IFD0: { Copyright: HIDDEN, ImageDescription: 'Home of the photographer' } };
const MOVING = 3;
const frames = async () =>
  Promise.all(
    ['#c02020', '#20c020', '#2020c0'].map(background =>
      sharp({ create: { width: 64, height: 48, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
/** Each holds markup beside its pixels, and a script after its end. */
const FILES: Record<string, () => Promise<Buffer>> = {
  JPEG: () => plain.clone().withExif(EXIF).jpeg().toBuffer(),
  PNG: () => plain.clone().withExif(EXIF).png().toBuffer(),
  WebP: () => plain.clone().withExif(EXIF).webp().toBuffer(),
  AVIF: () => plain.clone().withExif(EXIF).avif().toBuffer(),
};

async function creativeOf(bytes: Buffer, filename: string): Promise<Creative> {
  const answer = await upload(test, test.admin, bytes, { filename });
  const id = String(answer.headers['x-creative']);
  return (await call(test, test.admin, 'GET', `/api/creatives/${id}`)).json<Creative>();
}
/** The bytes that the screen is given of it, and their type. */
async function shownBytes({ id }: Creative) {
  const loop = await addPlaylist(test, test.admin, [{ creative_id: id, duration_ms: 5_000 }]);
  await publish(test, test.admin, loop.id);
  await assign(test, test.admin, loop.id, [screen.id]);
  const head = (await screen.call('GET', '/api/player/manifest')).json<{
    documents: { kind: string; sha256: string }[];
  }>();
  const named = head.documents.find(({ kind }) => kind === 'playlist');
  const { items } = (
    await screen.call('GET', `/api/player/documents/${named?.sha256}`)
  ).json<PlaylistDocument>();
  const { asset } = items[0]!;
  const answer = await screen.call('GET', `/media/${asset.sha256}`);
  return { asset, bytes: answer.rawPayload, headers: answer.headers };
}

describe('a picture', () => {
  it.each(Object.keys(FILES))('S6 reaches a screen as its pixels alone: %s', async format => {
    const made = await FILES[format]!();
    const bytes = Buffer.concat([made, Buffer.from(HIDDEN)]);
    const creative = await creativeOf(bytes, `${format}.jpg`);
    const served = await shownBytes(creative);
    expect(creative.asset).toMatchObject({
      unplayable: 'encoded_anew',
      sha256: served.asset.original_sha256,
    });
    expect([bytes.includes(HIDDEN), served.bytes.includes('script')]).toEqual([true, false]);
    const meta = await sharp(served.bytes).metadata();
    expect(meta).toMatchObject({ format: 'webp', width: 64, height: 48 });
    expect([meta.exif, meta.xmp, meta.iptc]).toEqual([undefined, undefined, undefined]);
    expect(served.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    const [pixel, taken] = await Promise.all(
      [served.bytes, made].map(file => sharp(file).removeAlpha().raw().toBuffer()),
    );
    expect(Math.abs((pixel?.[0] ?? 0) - (taken?.[0] ?? 0))).toBeLessThan(4);
  });

  it('S6 that moves goes on moving, at its pace', async () => {
    const gif = await sharp(await frames(), { join: { animated: true } })
      .gif({ delay: [120, 120, 120], loop: 0 })
      .toBuffer();
    const { bytes } = await shownBytes(await creativeOf(gif, 'moving.gif'));
    expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject({
      ...{ format: 'webp', pages: MOVING, pageHeight: 48, loop: 0, delay: [120, 120, 120] },
    });
  });

  it('S6 that is drawn keeps each of its pixels', async () => {
    const png = fixture('picture.png');
    const { bytes } = await shownBytes(await creativeOf(png, 'drawn.png'));
    const [served, taken] = await Promise.all(
      [bytes, png].map(file => sharp(file).removeAlpha().raw().toBuffer()),
    );
    expect(served?.equals(taken!)).toBe(true);
  });
});

it('S6 a page that calls itself a picture is refused, whatever it is called and declared as', async () => {
  for (const filename of ['picture.jpg', 'picture.png']) {
    const answer = await upload(test, test.admin, Buffer.from(`<!doctype html>${HIDDEN}`), {
      ...{ filename, filetype: 'image/jpeg' },
    });
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([415, 'HTML_NOT_ACCEPTED']);
  }
});
