import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaAssets } from '../../../server/db/schema.ts';
import { chunksPath, mediaPath } from '../../support/server/mediaFiles.ts';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import type { ErrorBody } from '../../../shared/contract/wire/errors.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { begin, fixture, goOn, TUS, upload } from '../../support/server/upload.ts';

let test: TestServer;
/** Without ffmpeg; what it adds stands in formats.long.test.ts. */
beforeAll(async () => {
  test = await startTestServer({ config: { ffmpeg: '/nowhere/ffmpeg' } });
});
afterAll(() => test.close());

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const taken = async (bytes: Buffer, fields: Record<string, string> = {}) => {
  const answer = await upload(test, test.admin, bytes, fields);
  expect(answer.statusCode, answer.body).toBe(204);
  const id = String(answer.headers['x-creative']);
  return (await call(test, test.admin, 'GET', `/api/creatives/${id}`)).json<Creative>();
};
const refused = async (bytes: Buffer, fields: Record<string, string> = {}) => {
  const answer = await upload(test, test.admin, bytes, fields);
  return { status: answer.statusCode, ...answer.json<ErrorBody>() };
};
const uploading = () =>
  readdirSync(join(test.server.config.dataDir, 'uploads'), { withFileTypes: true }).filter(one =>
    one.isFile(),
  );

describe('a file that is taken', () => {
  it.each([
    ['h264.mp4', 'video/mp4', 'H.264', 320, 180, 3_000],
    ['sound.mp4', 'video/mp4', 'H.264', 320, 180, 2_000],
    ['av1.mp4', 'video/mp4', 'AV1', 320, 180, 1_000],
    ['vp9.webm', 'video/webm', 'VP9', 320, 180, 2_000],
    ['av1.webm', 'video/webm', 'AV1', 320, 180, 1_000],
    ['picture.jpg', 'image/jpeg', null, 320, 180, null],
    ['turned.jpg', 'image/jpeg', null, 180, 320, null],
    ['picture.png', 'image/png', null, 320, 180, null],
    ['picture.webp', 'image/webp', null, 320, 180, null],
    ['picture.avif', 'image/avif', null, 320, 180, null],
    ['picture.gif', 'image/gif', null, 320, 180, null],
  ])('%s is read from its content, whatever its name says', async (name, mime, codec, w, h, duration_ms) => {
    const bytes = fixture(name);
    const creative = await taken(bytes, { filename: 'wrong.bin' });
    expect(creative.asset).toMatchObject({ mime, codec, w, h, bytes: bytes.length, sha256: sha256(bytes) });
    if (duration_ms === null) expect(creative.asset.duration_ms).toBeNull();
    else expect(Math.abs((creative.asset.duration_ms ?? 0) - duration_ms)).toBeLessThan(60);
    expect(creative).toMatchObject({
      kind: mime.startsWith('video/') ? 'video' : 'image',
      state: 'approved',
      approval_reason: 'uploader_holds_manage_creatives',
      created_by: test.admin.id,
    });
    expect(readFileSync(mediaPath(test.server, creative.asset.sha256)).equals(bytes)).toBe(true);
  });

  it('is cut into chunks whose list is named by its own hash', async () => {
    const big = Buffer.concat([fixture('h264.mp4'), freeBox(2_500_000)]);
    const { asset } = await taken(big);
    const list = readFileSync(chunksPath(test.server, asset.sha256));
    const parts = [0, 1, 2].map(n => big.subarray(n * 1_048_576, (n + 1) * 1_048_576));
    expect(list.toString('hex')).toBe(parts.map(sha256).join(''));
    const [row] = await test.db.select().from(mediaAssets).where(eq(mediaAssets.id, asset.id));
    expect(row?.chunks_sha256).toBe(sha256(list));
  });

  it('sent twice is one file of the tenant and two creatives', async () => {
    const bytes = await freshPicture();
    const [a, b] = [await taken(bytes, { name: 'First' }), await taken(bytes, { name: 'Second' })];
    expect([a.name, b.name]).toEqual(['First', 'Second']);
    expect(a.asset.id).toBe(b.asset.id);
    expect(a.id).not.toBe(b.id);
    const tenant = await test.addTenant('second-fleet');
    const stranger = await test.signIn('manager', tenant);
    const theirs = await upload(test, stranger, bytes);
    expect(theirs.statusCode).toBe(204);
    const rows = await test.db
      .select()
      .from(mediaAssets)
      .where(and(eq(mediaAssets.tenant_id, tenant), eq(mediaAssets.sha256, a.asset.sha256)));
    expect(rows).toHaveLength(1);
  });

  it('has a thumbnail that was drawn anew', async () => {
    const { asset } = await taken(fixture('turned.jpg'));
    const answer = await test.app.inject({ url: asset.thumbnail_url ?? '' });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp']);
    const meta = await sharp(answer.rawPayload).metadata();
    expect([meta.width, meta.height, meta.exif]).toEqual([180, 320, undefined]);
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\advert.jpg', 'advert.jpg'],
    ['nul\0byte\r\n.jpg', 'nulbyte.jpg'],
    ['CON', 'CON'],
    ['', 'file'],
    ['...', '...'],
    [`${'x'.repeat(4_000)}.jpg`, 'x'.repeat(255)],
  ])('keeps of the name %j no more than a label', async (filename, kept) => {
    const creative = await taken(await freshPicture(), { filename });
    expect(creative.asset.filename).toBe(kept);
    expect(creative.name).toBe(kept === 'file' ? 'file' : kept.replace(/\.jpg$/, '').slice(0, 120));
  });
});

let pictures = 0;
/** A picture of bytes no other test has sent. */
const freshPicture = () =>
  sharp({ create: { width: 30, height: 30, channels: 3, background: { r: pictures++, g: 200, b: 7 } } })
    .png()
    .toBuffer();

/** An MP4 box of that many bytes that players pass over. */
function freeBox(bytes: number): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(bytes);
  head.write('free', 4);
  return Buffer.concat([head, randomBytes(bytes - head.length)]);
}

describe('a file that is refused', () => {
  const cases: [name: string, status: number, error: string, details: object][] = [
    ['hevc.mp4', 415, 'TYPE_REFUSED', { reason: 'video_codec', found: 'HEVC' }],
    ['vp8.webm', 415, 'TYPE_REFUSED', { reason: 'video_codec', found: 'VP8' }],
    ['turned.mp4', 415, 'TYPE_REFUSED', { reason: 'rotation' }],
    ['vp9.mkv', 415, 'TYPE_REFUSED', { reason: 'container', found: 'Matroska' }],
    ['h264.mov', 415, 'TYPE_REFUSED', { reason: 'container', found: 'QuickTime' }],
    ['sound-only.mp4', 415, 'TYPE_REFUSED', { reason: 'no_video' }],
    ['text.mp4', 415, 'TYPE_REFUSED', { reason: 'unreadable', found: null }],
    ['cut.jpg', 415, 'TYPE_REFUSED', { reason: 'broken' }],
    ['drawing.svg', 415, 'HTML_NOT_ACCEPTED', {}],
    ['page.jpg', 415, 'HTML_NOT_ACCEPTED', {}],
    ['archive.png', 415, 'HTML_NOT_ACCEPTED', { found: 'archive' }],
    ['empty.mp4', 400, 'VALIDATION', { file: ['The file is empty.'] }],
    ['narrow.png', 400, 'VALIDATION', { w: [expect.stringContaining('16 to 8192')] }],
    ['wide.png', 400, 'VALIDATION', { w: [expect.stringContaining('16 to 8192')] }],
    ['long.mp4', 400, 'VALIDATION', { duration_ms: [expect.any(String)] }],
  ];
  it.each(cases)(
    'OPEN-CONST-03 %s answers %i %s, and nothing of it stays',
    async (name, status, error, details) => {
      const before = await test.db.$count(mediaAssets);
      const answer = await refused(fixture(name), { filename: name });
      expect(answer).toMatchObject({ status, error, details });
      expect(await test.db.$count(mediaAssets)).toBe(before);
      expect(uploading()).toEqual([]);
      expect(existsSync(mediaPath(test.server, sha256(fixture(name))))).toBe(false);
    },
  );

  it('names what would be taken instead', async () => {
    const { message, details } = await refused(fixture('hevc.mp4'));
    expect(message).toBe('HEVC is not taken; H.264, VP9, AV1, JPEG, PNG, WebP, AVIF, GIF are.');
    expect(details['taken']).toContain('H.264');
  });

  it('a picture that would unpack to gigabytes is refused by its header', async () => {
    const bomb = Buffer.from(fixture('picture.png'));
    bomb.writeUInt32BE(50_000, 16);
    bomb.writeUInt32BE(50_000, 20);
    const answer = await refused(bomb);
    expect([400, 415]).toContain(answer.status);
  });
});

describe('before the first byte', () => {
  const declared = async (filetype: string, bytes: number) => {
    const answer = await begin(test, test.admin, { bytes, fields: { filename: 'a', filetype } });
    return [answer.statusCode, answer.statusCode === 201 ? null : answer.json<ErrorBody>().error];
  };
  it.each([
    ['image/jpeg', 20_000_000, 201, null],
    ['image/jpeg', 20_000_001, 413, 'TOO_LARGE'],
    ['video/mp4', 500_000_000, 201, null],
    ['video/mp4', 500_000_001, 413, 'TOO_LARGE'],
    ['', 500_000_001, 413, 'TOO_LARGE'],
    ['video/mp4', 0, 400, 'VALIDATION'],
    ['text/html', 100, 415, 'HTML_NOT_ACCEPTED'],
    ['image/svg+xml', 100, 415, 'HTML_NOT_ACCEPTED'],
    ['application/zip', 100, 415, 'HTML_NOT_ACCEPTED'],
    ['video/quicktime', 100, 415, 'TYPE_REFUSED'],
    ['application/pdf', 100, 415, 'TYPE_REFUSED'],
    ['application/octet-stream', 100, 201, null],
  ])('OPEN-CONST-03 %s of %i bytes answers %i', async (filetype, bytes, status, error) => {
    expect(await declared(filetype, bytes)).toEqual([status, error]);
  });

  it('OPEN-CONST-03 a picture over its limit is refused also where its type was not told', async () => {
    const heavy = Buffer.concat([fixture('picture.png'), Buffer.alloc(20_000_000)]);
    expect(await refused(heavy)).toMatchObject({ status: 413, details: { max_bytes: 20_000_000 } });
  });
});

describe('a resumed upload', () => {
  const bytes = () => fixture('vp9.webm');
  const head = (url: string, by = test.admin) =>
    test.app.inject({ method: 'HEAD', url, headers: { ...by.headers, ...TUS } });

  it('goes on where it stood and ends with the creative', async () => {
    const begun = await begin(test, test.admin, { bytes: bytes().length, fields: { filename: 'vp9.webm' } });
    const url = String(begun.headers.location);
    expect(
      (await goOn(test, test.admin, { url, offset: 0, bytes: bytes().subarray(0, 9_000) })).headers,
    ).toMatchObject({
      'upload-offset': '9000',
    });
    const standing = await head(url);
    expect(standing.headers).toMatchObject({
      'upload-offset': '9000',
      'upload-length': String(bytes().length),
    });
    const wrong = await goOn(test, test.admin, { url, offset: 5, bytes: bytes() });
    expect([wrong.statusCode, wrong.json<ErrorBody>().error]).toEqual([409, 'STATE']);
    const last = await goOn(test, test.admin, { url, offset: 9_000, bytes: bytes().subarray(9_000) });
    expect(last.headers['x-creative']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('whose last answer was lost is told the same creative', async () => {
    const begun = await begin(test, test.admin, { bytes: bytes().length, fields: { filename: 'vp9.webm' } });
    const url = String(begun.headers.location);
    const last = await goOn(test, test.admin, { url, offset: 0, bytes: bytes() });
    const asked = await head(url);
    expect(asked.headers).toMatchObject({
      'x-creative': last.headers['x-creative'],
      'upload-offset': String(bytes().length),
      'upload-length': String(bytes().length),
    });
  });

  it('belongs to the user who began it: to all others there is none', async () => {
    const begun = await begin(test, test.admin, { bytes: 100, fields: { filename: 'a' } });
    const url = String(begun.headers.location);
    const other = await test.signIn('manager');
    expect((await head(url, other)).statusCode).toBe(404);
    expect((await goOn(test, other, { url, offset: 0, bytes: Buffer.alloc(100) })).statusCode).toBe(404);
    const removed = await test.app.inject({ method: 'DELETE', url, headers: { ...other.headers, ...TUS } });
    expect(removed.statusCode).toBe(404);
    expect((await head(url)).statusCode).toBe(200);
  });

  it('is not to be had by naming it in the query or the fragment of an upload of one’s own', async () => {
    const begun = await begin(test, test.admin, { bytes: 100, fields: { filename: 'a' } });
    const url = String(begun.headers.location);
    const id = url.split('/').at(-1);
    const tenant = await test.addTenant('upload-thief');
    for (const thief of [await test.signIn('manager'), await test.signIn('manager', tenant)])
      for (const sign of ['?/', '?x=/', '?', '%3F/', '#/', ';/']) {
        const own = await begin(test, thief, { bytes: 100, fields: { filename: 'b' } });
        const aimed = `${String(own.headers.location)}${sign}${id}`;
        await goOn(test, thief, { url: aimed, offset: 0, bytes: Buffer.alloc(50, 1) });
        await test.app.inject({ method: 'DELETE', url: aimed, headers: { ...thief.headers, ...TUS } });
        const standing = await head(url);
        expect([sign, standing.statusCode, standing.headers['upload-offset']]).toEqual([sign, 200, '0']);
      }
  });

  it('can be given up', async () => {
    const begun = await begin(test, test.admin, { bytes: 100, fields: { filename: 'a' } });
    const url = String(begun.headers.location);
    const removed = await test.app.inject({
      method: 'DELETE',
      url,
      headers: { ...test.admin.headers, ...TUS },
    });
    expect(removed.statusCode).toBe(204);
    expect((await head(url)).statusCode).toBe(404);
  });

  it.each(['/api/uploads/nope', `/api/uploads/${'0'.repeat(32)}`, '/api/uploads/..%2Fsecret'])(
    '%s is not there',
    async url => {
      expect((await head(url)).statusCode).toBe(404);
    },
  );
});

it.each(['analyst', 'staff_support', 'device_owner'] as const)('%s may not upload', async role => {
  const by = await test.signIn(role);
  const answer = await begin(test, by, { bytes: 10, fields: { filename: 'a' } });
  expect([answer.statusCode, answer.json<ErrorBody>().error]).toEqual([403, 'FORBIDDEN']);
});
