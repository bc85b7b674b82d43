import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import { mediaLink } from '../../../server/content/media/links.ts';
import { manualClock } from '../../support/clock.ts';
import { makeScreen, type Screen } from '../../support/device.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative, fixture } from '../../support/server/upload.ts';

const bytes = fixture('h264.mp4');
const size = bytes.length;
const clock = manualClock(Date.now());
let test: TestServer;
let video: Creative;
let screen: Screen;
let url: string;
let etag: string;
beforeAll(async () => {
  test = await startTestServer({ clock });
  video = await addCreative(test, test.admin, 'h264.mp4');
  screen = makeScreen(test);
  await screen.pair(test.admin);
  url = `/media/${video.asset.sha256}`;
  etag = `"${video.asset.sha256}"`;
});
afterAll(() => test.close());

const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  screen.call(method, url, undefined, { headers });

describe('media bytes', () => {
  it('come whole, private and unchanging, with their type and no chance to run', async () => {
    const answer = await get();
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(size),
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-server-time': String(clock.now()),
      etag,
    });
  });

  const ranges: [range: string, status: number, first: number, last: number][] = [
    ['bytes=0-0', 206, 0, 0],
    ['bytes=0-1023', 206, 0, 1_023],
    ['bytes=100-', 206, 100, size - 1],
    ['bytes=-1', 206, size - 1, size - 1],
    [`bytes=-${size + 5}`, 206, 0, size - 1],
    [`bytes=${size - 1}-${size + 100}`, 206, size - 1, size - 1],
    [`bytes=0-${size - 1}`, 206, 0, size - 1],
    ['bytes=0-1,5-6', 200, 0, size - 1],
    ['bytes=-', 200, 0, size - 1],
    ['items=0-1', 200, 0, size - 1],
  ];
  it.each(ranges)('%s answers %i', async (range, status, first, last) => {
    const answer = await get({ range });
    expect(answer.statusCode).toBe(status);
    expect(answer.rawPayload.equals(bytes.subarray(first, last + 1))).toBe(true);
    expect(answer.headers['content-length']).toBe(String(last - first + 1));
    expect(answer.headers['content-range']).toBe(
      status === 206 ? `bytes ${first}-${last}/${size}` : undefined,
    );
  });

  it.each([`bytes=${size}-`, `bytes=${size + 1}-${size + 2}`, 'bytes=5-4', 'bytes=-0'])(
    '%s is outside of the file',
    async range => {
      const answer = await get({ range });
      expect([answer.statusCode, answer.headers['content-range'], answer.body]).toEqual([
        416,
        `bytes */${size}`,
        '',
      ]);
    },
  );

  it('a part is given only of the file the client knows', async () => {
    expect((await get({ range: 'bytes=0-9', 'if-range': etag })).statusCode).toBe(206);
    for (const other of ['"other"', `W/${etag}`, 'Tue, 05 Jan 2027 08:00:00 GMT']) {
      const answer = await get({ range: 'bytes=0-9', 'if-range': other });
      expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, size]);
    }
  });

  it('need not be sent to whom has them', async () => {
    const answer = await get({ 'if-none-match': etag });
    expect([answer.statusCode, answer.body]).toEqual([304, '']);
  });

  it('HEAD tells their length and sends none', async () => {
    const answer = await get({}, 'HEAD');
    expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([
      200,
      '',
      String(size),
    ]);
  });

  it('have a list of the digests of their chunks', async () => {
    const answer = await screen.call('GET', `${url}/chunks`);
    expect(answer.rawPayload.toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(answer.headers['content-type']).toBe('application/octet-stream');
  });
});

describe('who may read', () => {
  const status = async (address: string) => (await test.app.inject({ url: address })).statusCode;

  it('nobody without a signature or a link', async () => {
    expect(await status(url)).toBe(401);
    expect(await status(`${url}/chunks`)).toBe(401);
    expect((await test.app.inject({ url, headers: test.admin.headers })).statusCode).toBe(401);
  });

  it('whoever holds a link, until its time is up, and for that file alone', async () => {
    const link = mediaLink(
      { server: test.server, tenant_id: test.tenant_id, now: clock.now() },
      video.asset.sha256,
    );
    expect(await status(link)).toBe(200);
    const { searchParams } = new URL(link, 'http://localhost');
    const exp = Number(searchParams.get('exp'));
    expect(exp * 1000 - clock.now()).toBeLessThanOrEqual(600_000);
    expect(exp * 1000 - clock.now()).toBeGreaterThan(299_000);
    expect(await status(link.replace(`exp=${exp}`, `exp=${exp + 1}`))).toBe(403);
    expect(await status(link.replace(/sig=../, 'sig=AA'))).toBe(403);
    expect(await status(link.replace(video.asset.sha256, 'a'.repeat(64)))).toBe(403);
    clock.jump(600_001);
    expect(await status(link)).toBe(403);
    clock.jump(-600_001);
  });

  it('a screen only what its own tenant has', async () => {
    const tenant = await test.addTenant('foreign-fleet');
    const stranger = makeScreen(test);
    await stranger.pair(await test.signIn('manager', tenant));
    expect((await stranger.call('GET', url)).statusCode).toBe(404);
    expect((await stranger.call('GET', `${url}/chunks`)).statusCode).toBe(404);
    expect((await screen.call('GET', `/media/${'0'.repeat(64)}`)).statusCode).toBe(404);
    expect((await screen.call('GET', '/media/nothing')).statusCode).toBe(400);
  });
});
