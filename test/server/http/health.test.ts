import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../shared/contract/wire/limits.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ clock: manualClock() });
});
afterAll(() => t.close());

const ask = (size: string | null, from = '192.0.2.1', method: 'GET' | 'HEAD' = 'GET') =>
  t.app.inject({
    method,
    url: `/api/health${size === null ? '' : `?size=${size}`}`,
    headers: { 'x-health': 'n1', 'accept-encoding': 'gzip, br' },
    remoteAddress: from,
  });

describe('the health check', () => {
  it('API-12 API-13 answers HEAD without a body to anyone, echoes X-Health and lets nothing keep it', async () => {
    const answer = await ask(null, undefined, 'HEAD');
    expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, 0]);
    expect(answer.headers).toMatchObject({ 'x-health': 'n1', 'cache-control': 'no-store' });
  });

  it('API-14 gives the speed test its 100,000 bytes, uncompressed, echoed and kept by nobody', async () => {
    const answer = await ask('100000');
    expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, 100_000]);
    expect(answer.headers).toMatchObject({ 'x-health': 'n1', 'cache-control': 'no-store' });
    expect(answer.headers).not.toHaveProperty('content-encoding');
  });

  it.each([
    ['1e12', 1_000_000],
    ['1000001', 1_000_000],
    ['-1', 0],
    ['NaN', 0],
    ['x', 0],
    ['', 0],
    ['1.9', 1],
  ])('OPEN-SERVER-04 clamps size=%s to %i bytes', async (size, bytes) => {
    expect((await ask(size)).rawPayload.length).toBe(bytes);
  });

  it('OPEN-SERVER-04 the bytes of a speed test cannot be made fewer by packing', async () => {
    const { rawPayload } = await ask('100000');
    expect(gzipSync(rawPayload).length).toBeGreaterThan(rawPayload.length);
  });

  it('OPEN-SERVER-04 a flood of speed tests is answered 429, health checks beside it are not', async () => {
    const { max } = LIMITS.speed_tests;
    for (let n = 0; n < max; n++) expect((await ask('1', '198.51.100.1')).statusCode).toBe(200);
    const refused = await ask('1', '198.51.100.2');
    expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([429, 'RATE_LIMITED']);
    expect((await ask(null, '198.51.100.1', 'HEAD')).statusCode).toBe(200);
    expect((await ask('1000000', '198.51.100.1', 'HEAD')).statusCode).toBe(200);
    expect((await ask('1', '203.0.113.1')).statusCode).toBe(200);
  });
});
