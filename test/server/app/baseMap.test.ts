import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { baseMapAddress, isPiece, MAP_FILE } from '../../../server/app/baseMap.ts';
import { consolePolicy, mapWorkerPolicy, PLAYER_POLICY } from '../../../server/app/pages/policy.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

let t: TestServer;
let dataDir: string;
beforeAll(async () => {
  t = await startTestServer();
  dataDir = t.app.wayside.config.dataDir;
});
afterAll(() => t.close());

const directive = (policy: string, name: string) =>
  policy.split('; ').find(one => one.startsWith(`${name} `)) ?? '';

describe('the base map', () => {
  it('opens the pages to the origin an administrator set, and to none but ours without one', () => {
    const map = 'https://tiles.example.net/{z}/{x}/{y}.png';
    const closed = consolePolicy({ nonce: 'n', geocoder: null, map: null });
    const open = consolePolicy({ nonce: 'n', geocoder: null, map });
    for (const policy of [closed, mapWorkerPolicy(null), PLAYER_POLICY]) expect(policy).not.toContain('http');
    expect(directive(closed, 'connect-src')).toBe("connect-src 'self'");
    expect(directive(open, 'connect-src')).toBe("connect-src 'self' https://tiles.example.net");
    expect(directive(open, 'img-src')).toBe("img-src 'self' https://tiles.example.net blob: data:");
    expect(directive(open, 'script-src')).toBe("script-src 'self'");
    expect(directive(open, 'worker-src')).toBe("worker-src 'self'");
    expect(directive(open, 'trusted-types')).toBe('trusted-types wayside');
    expect(directive(mapWorkerPolicy(map), 'connect-src')).toBe(
      "connect-src 'self' https://tiles.example.net",
    );
  });

  it('is the file of the data folder, read piece by piece by anyone and never as a whole', async () => {
    expect(baseMapAddress({ mapUrl: null, dataDir })).toBe('');
    expect((await t.app.inject('/map.pmtiles')).statusCode).toBe(404);
    const file = join(dataDir, MAP_FILE);
    writeFileSync(file, Buffer.alloc(1_000, 7));
    try {
      expect(baseMapAddress({ mapUrl: null, dataDir })).toBe('/map.pmtiles');
      expect(baseMapAddress({ mapUrl: 'https://x.example/style.json', dataDir })).toBe(
        'https://x.example/style.json',
      );
      const whole = await t.app.inject('/map.pmtiles');
      expect(whole.statusCode).toBe(400);
      expect(whole.json()).toMatchObject({ error: 'VALIDATION', details: { Range: [expect.any(String)] } });
      const piece = await t.app.inject({ url: '/map.pmtiles', headers: { range: 'bytes=10-19' } });
      expect([piece.statusCode, piece.rawPayload.length]).toEqual([206, 10]);
      expect(piece.headers).toMatchObject({
        'content-range': 'bytes 10-19/1000',
        'cache-control': 'public, max-age=86400',
        etag: expect.stringMatching(/\w/) as string,
      });
    } finally {
      rmSync(file);
    }
  });

  it.each([
    ['bytes=0-16383', true],
    [undefined, false],
    ['bytes=0-', false],
    ['bytes=-500', false],
    ['bytes=0-9,20-29', false],
    ['bytes=20-10', false],
    ['bytes=0-4194304', false],
  ])('takes the range %s: %s', (range, isTaken) => {
    expect(isPiece(range)).toBe(isTaken);
  });
});
