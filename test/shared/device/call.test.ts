import { gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { fromBase64Url, sha256Hex, utf8 } from '../../../shared/contract/wire/bytes.ts';
import { EMPTY_SHA256, ES256, signedText } from '../../../shared/contract/wire/canonical.ts';
import { heartbeat } from '../../../shared/contract/playout/manifest.ts';
import { playerTime } from '../../../shared/contract/playout/manifest.ts';
import { sendPlays } from '../../../shared/contract/proof/play.ts';
import { CallFailure, createDeviceClient, isOk } from '../../../shared/device/call.ts';
import { makeKey } from '../../../shared/device/keys.ts';
import { createServerTime } from '../../../shared/device/time.ts';
import { manualClock } from '../../support/clock.ts';

const origin = 'http://localhost:8080';
const key = await makeKey();
interface Request {
  target: string;
  init: RequestInit;
  headers: Headers;
}

function world(answer: (request: Request, n: number) => Response | Promise<Response>) {
  const clock = manualClock();
  const time = createServerTime(clock);
  const requests: Request[] = [];
  const fakeFetch = (target: string, init: RequestInit) => {
    const request = { target, init, headers: new Headers(init.headers) };
    requests.push(request);
    return Promise.resolve(answer(request, requests.length));
  };
  const caller = createDeviceClient({
    clock,
    time,
    origin,
    fetch: fakeFetch as typeof fetch,
    signer: () => ({ device: `device.${key.key_id}`, key: key.pair.privateKey }),
  });
  return { clock, time, requests, caller };
}

const ours = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const refusal = (status: number, error: string, details = {}, headers = {}) =>
  ours({ error, message: 'no', details }, status, headers);

async function isSigned({ target, init, headers }: Request, bodySha256: string): Promise<boolean> {
  const text = signedText({
    method: init.method ?? '',
    target,
    bodySha256,
    device: headers.get('X-Device') ?? '',
    time: headers.get('X-Device-Time') ?? '',
    origin,
  });
  const signature = fromBase64Url(headers.get('X-Device-Signature') ?? '');
  return crypto.subtle.verify(ES256, key.pair.publicKey, signature, utf8(text));
}

describe('a device call', () => {
  it('is signed by the device key over method, path, body, device, time and origin', async () => {
    const { caller, requests } = world(() => ours({}));
    await caller.send({ method: 'GET', target: '/api/player/manifest' });
    expect(await isSigned(requests[0]!, EMPTY_SHA256)).toBe(true);
    expect(await isSigned({ ...requests[0]!, target: '/api/player/other' }, EMPTY_SHA256)).toBe(false);
  });

  it('carries no bearer token and no cookie, and follows no redirect', async () => {
    const { caller, requests } = world(() => ours({}));
    await caller.send({ method: 'GET', target: '/x' });
    const { init, headers } = requests[0]!;
    expect(init).toMatchObject({ credentials: 'omit', redirect: 'error' });
    expect(headers.has('Authorization')).toBe(false);
  });

  it('packs what the contract lets it, and signs the bytes as they go', async () => {
    const { caller, requests } = world(() => ours({ verdicts: [] }));
    const body = {
      epoch: 'e',
      checkpoint: { seq: 1, hash: 'h', sig: 's' },
      records: [{ text: 'same '.repeat(99) }],
    };
    await caller.call(sendPlays, { body }).catch(() => null);
    const [request] = requests;
    expect(request?.headers.get('Content-Encoding')).toBe('gzip');
    const bytes = request?.init.body as Uint8Array<ArrayBuffer>;
    expect(bytes.length).toBeLessThan(200);
    expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(body);
    expect(await isSigned(request!, await sha256Hex(bytes))).toBe(true);
  });

  it('sends them as they are where the browser cannot pack', async () => {
    vi.stubGlobal('CompressionStream', undefined);
    const { caller, requests } = world(() => ours({ verdicts: [] }));
    const body = { epoch: 'e', checkpoint: { seq: 1, hash: 'h', sig: 's' }, records: [{}] };
    await caller.call(sendPlays, { body }).catch(() => null);
    vi.unstubAllGlobals();
    expect(requests[0]?.headers.has('Content-Encoding')).toBe(false);
    expect(requests[0]?.init.body).toBe(JSON.stringify(body));
  });

  it('uses the signature of a GET again until its time is nearly up', async () => {
    const { caller, requests, clock } = world(() => ours({}));
    const signature = (i: number) => requests[i]?.headers.get('X-Device-Signature');
    await caller.send({ method: 'GET', target: '/x' });
    await clock.advance(500_000);
    await caller.send({ method: 'GET', target: '/x' });
    await caller.send({ method: 'GET', target: '/y' });
    await clock.advance(60_000);
    await caller.send({ method: 'GET', target: '/x' });
    expect(signature(1)).toBe(signature(0));
    expect(signature(2)).not.toBe(signature(0));
    expect(signature(3)).not.toBe(signature(0));
  });

  it('signs each write anew', async () => {
    const { caller, requests } = world(() => ours({}));
    await caller.send({ method: 'POST', target: '/x', body: '{}' });
    await caller.send({ method: 'POST', target: '/x', body: '{}' });
    expect(requests[0]?.headers.get('X-Device-Signature')).not.toBe(
      requests[1]?.headers.get('X-Device-Signature'),
    );
    expect(requests[0]?.headers.get('X-Device-Time')).toMatch(/^\d+\.60$/);
  });

  it('corrects a wrong clock once and signs again', async () => {
    const serverMs = Date.UTC(2030, 0, 1);
    const { caller, requests, time } = world((_, n) =>
      n === 1 ? refusal(401, 'CLOCK', { server_ms: serverMs }) : ours({}),
    );
    expect(isOk(await caller.send({ method: 'GET', target: '/x' }))).toBe(true);
    expect(requests).toHaveLength(2);
    expect(requests[1]?.headers.get('X-Device-Time')).toBe(`${serverMs}.600`);
    expect(time.now()).toBe(serverMs);
  });

  it('does not sign a third time when the clock is still refused', async () => {
    const { caller, requests } = world(() => refusal(401, 'CLOCK', { server_ms: 5 }));
    expect((await caller.send({ method: 'GET', target: '/x' })).status).toBe(401);
    expect(requests).toHaveLength(2);
  });

  it('learns the time from every answer of ours', async () => {
    const { caller, time, clock } = world(() => ours({}, 200, { 'X-Server-Time': '1900000000000' }));
    await caller.send({ method: 'GET', target: '/x' });
    await clock.advance(5_000);
    expect(time.now()).toBe(1_900_000_005_000);
  });

  it('ends after its time limit, not after the last byte that trickles in', async () => {
    const { caller, clock } = world(
      ({ init }) =>
        new Promise((_, fail) => {
          init.signal?.addEventListener('abort', () => fail(new Error('aborted')));
        }),
    );
    const call = caller
      .send({ method: 'GET', target: '/x', timeoutMs: 1_000 })
      .catch((error: unknown) => error);
    await new Promise(done => setTimeout(done, 20));
    await clock.advance(1_000);
    expect(await call).toMatchObject({ kind: 'network' });
  });

  it('takes an answer only if it is what the contract says', async () => {
    const portal = world(() => new Response('<html>Sign in to the network</html>', { status: 200 }));
    const failure = await portal.caller.call(playerTime).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CallFailure);
    expect(failure).toMatchObject({ kind: 'foreign' });
    const good = world(() => ours({ received_ms: 1, sent_ms: 2 }));
    expect(await good.caller.call(playerTime)).toEqual({ received_ms: 1, sent_ms: 2 });
  });

  it('tells a refusal of ours from a stranger, with code and time to wait', async () => {
    const busy = world(() => refusal(503, 'UNAVAILABLE', {}, { 'Retry-After': '12' }));
    const body = {} as never;
    expect(await busy.caller.call(heartbeat, { body }).catch((error: unknown) => error)).toMatchObject({
      kind: 'refused',
      code: 'UNAVAILABLE',
      status: 503,
      retryAfter: 12_000,
    });
    const absurd = world(() => refusal(429, 'RATE_LIMITED', {}, { 'Retry-After': '315360000' }));
    expect(await absurd.caller.call(heartbeat, { body }).catch((error: unknown) => error)).toMatchObject({
      retryAfter: 3_600_000,
    });
    const stranger = world(() => new Response('Bad gateway', { status: 502 }));
    expect(await stranger.caller.call(heartbeat, { body }).catch((error: unknown) => error)).toMatchObject({
      kind: 'foreign',
      code: null,
    });
  });

  it('does not read an answer that announces more than it may weigh', async () => {
    const { caller } = world(() => new Response('x'.repeat(50), { headers: { 'Content-Length': '50' } }));
    const reply = await caller.send({ method: 'GET', target: '/x', limit: 49 });
    expect(reply.bytes.byteLength).toBe(0);
  });
});
