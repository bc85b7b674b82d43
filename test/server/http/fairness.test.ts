/** No client harms another (promise S8): limits stand before what costs. */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenants } from '../../../server/db/schema.ts';
import { LIVE_STREAMS, LIMITS } from '../../../shared/contract/wire/limits.ts';
import { uuid7 } from '../../../shared/random.ts';
import { nextAddress, startTestServer, TEST_PASSWORD, type TestServer } from '../../support/server/server.ts';

const CALLERS = 16;
const LASTS_MS = 700;
const OTHERS_WITHIN_MS = 1_000;

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer();
  await t.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => {
  /** The client keeps connections of streams that it gave up. */
  t.app.server.closeAllConnections();
  return t.close();
});

type Call = () => Promise<{ statusCode: number }>;
const post = (url: string, headers: Record<string, string>, payload: object): Call => {
  const remoteAddress = nextAddress();
  return () => t.app.inject({ method: 'POST', url, headers, payload, remoteAddress });
};

/** As the network is between a caller and the server. */
const nextTurn = () => new Promise<void>(done => setImmediate(done));

/** What another waits, the median as the machine may be busy, while these calls are made in a closed loop; and the answers to those calls. */
async function beside(call: Call): Promise<{ waited: number; statuses: number[] }> {
  const other = await t.signIn('manager', await t.addTenant(`beside-${uuid7(Date.now())}`));
  const statuses = new Set<number>();
  let isOver = false;
  const loop = async () => {
    for (; !isOver; await nextTurn()) statuses.add((await call()).statusCode);
  };
  const loops = Promise.all(Array.from({ length: CALLERS }, loop));
  const waits: number[] = [];
  for (const began = performance.now(); performance.now() - began < LASTS_MS;)
    for (const [url, headers] of [
      ['/healthz', {}],
      ['/api/devices?limit=25', other.headers],
    ] as const) {
      const sentAt = performance.now();
      const { statusCode } = await t.app.inject({ url, headers });
      expect(statusCode).toBe(200);
      waits.push(performance.now() - sentAt);
      await nextTurn();
    }
  isOver = true;
  await loops;
  const waited = waits.sort((a, b) => a - b)[waits.length >> 1] ?? Infinity;
  return { waited, statuses: [...statuses] };
}

function strangerCall(): Call {
  const [sign, address] = [() => randomBytes(64).toString('base64url'), nextAddress()];
  return () =>
    t.app.inject({
      url: '/api/player/manifest',
      remoteAddress: address,
      headers: {
        'x-device': `${uuid7(Date.now())}.${randomBytes(32).toString('base64url')}`,
        'x-device-time': `${Date.now()}.60`,
        'x-device-signature': sign(),
      },
    });
}

describe(`${CALLERS} callers in a closed loop leave everybody else an answer within a second`, () => {
  it.each<[string, () => Promise<Call>, number[]]>([
    [
      'who confirm a password',
      async () => post('/api/auth/reauth', (await t.signIn('viewer')).headers, { password: TEST_PASSWORD }),
      [200, 429],
    ],
    [
      'who change a password',
      async () =>
        post('/api/auth/change-password', (await t.signIn('viewer')).headers, {
          currentPassword: 'Wrong-password-1',
          newPassword: 'Another-pass-1',
        }),
      [400, 429],
    ],
    [
      'who sign in',
      () => Promise.resolve(post('/api/auth/login', {}, { email: 'x@test.example', password: 'x' })),
      [401, 429],
    ],
    [
      'who check the audit log',
      async () => post('/api/audit-events/verify', (await t.signIn('admin')).headers, {}),
      [200, 429],
    ],
    [
      'who list devices',
      async () => {
        const { headers } = await t.signIn('viewer');
        return () => t.app.inject({ url: '/api/creatives?limit=100', headers });
      },
      [200],
    ],
    ['who are unknown screens', () => Promise.resolve(strangerCall()), [401, 429]],
  ])('%s', async (_name, made, expected) => {
    const { waited, statuses } = await beside(await made());
    expect(waited).toBeLessThan(OTHERS_WITHIN_MS);
    /** A window of a limit may end within the test. */
    expect(expected).toEqual(expect.arrayContaining(statuses));
  });
});

describe('a limit stands before what it limits', () => {
  it('a password is hashed no more once its checks were too many, nor while the account is locked', async () => {
    const { headers } = await t.signIn('viewer');
    const wrong = post('/api/auth/reauth', headers, { password: 'Wrong-password-1' });
    const before = t.server.passwords.checks();
    const statuses: number[] = [];
    for (let n = 0; n < LIMITS.confirm.max + 5; n++) statuses.push((await wrong()).statusCode);
    expect(statuses.filter(status => status === 429)).toHaveLength(5);
    expect(t.server.passwords.checks() - before).toBe(LIMITS.password.max);
  });

  it('a refused caller costs no statement', async () => {
    const { headers } = await t.signIn('viewer');
    const call = strangerCall();
    /** A window may end in between, so it may take as many again. */
    for (let n = 0; n <= 2 * LIMITS.unknown_devices.max; n++) if ((await call()).statusCode === 429) break;
    const before = t.server.queries();
    expect((await call()).statusCode).toBe(429);
    expect(t.server.queries()).toBe(before);
    expect((await t.app.inject({ url: '/api/auth/me', headers })).statusCode).toBe(200);
  });
});

describe('a stranger costs little', () => {
  const packed = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  it.each([
    ['of a screen', 'POST', '/api/player/plays', packed, 401],
    ['of a user', 'POST', '/api/playlists', { 'content-type': 'application/json' }, 401],
    ['to no address', 'POST', '/api/nowhere', { 'content-type': 'application/json' }, 404],
  ] as const)(
    'what is said to be %s is not unpacked and not read before its sender is known',
    async (_what, method, url, headers, expected) => {
      const answer = await t.app.inject({ method, url, headers, payload: 'neither packed nor JSON' });
      expect(answer.statusCode).toBe(expected);
    },
  );

  it('of whom nobody knows no large body is taken', async () => {
    const payload = { email: 'x@test.example', password: 'x'.repeat(70_000) };
    const answer = await t.app.inject({ method: 'POST', url: '/api/auth/login', payload });
    expect(answer.statusCode).toBe(413);
  });

  it('an ended session costs no statement, and takes no turn from its user', async () => {
    const { headers } = await t.signIn('viewer');
    const call = () => t.app.inject({ url: '/api/auth/me', headers });
    await t.app.inject({ method: 'POST', url: '/api/auth/logout', headers, payload: {} });
    expect((await call()).json()).toMatchObject({ error: 'SESSION_REVOKED' });
    const before = t.server.queries();
    expect((await call()).json()).toMatchObject({ error: 'SESSION_REVOKED' });
    expect(t.server.queries()).toBe(before);
  });
});

describe('the live wall', () => {
  const follow = (headers: Record<string, string>, signal: AbortSignal) => {
    const { port } = t.app.server.address() as AddressInfo;
    return fetch(`http://127.0.0.1:${port}/api/devices/live?follow=1`, { headers, signal });
  };
  it('gives one user no more than his share of the streams, and others theirs', async () => {
    const [greedy, other] = [await t.signIn('analyst'), await t.signIn('analyst')];
    const abort = new AbortController();
    /** All are kept: the stream of an answer that nobody holds any more is ended by the collector. */
    const answers: Response[] = [];
    for (let n = 0; n < LIVE_STREAMS.user + 2; n++) answers.push(await follow(greedy.headers, abort.signal));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
    expect((await follow(other.headers, abort.signal)).status).toBe(200);
    abort.abort();
  });

  it.each([
    ['suspended', 'suspend', {}],
    ['signed out', 'sign-out', {}],
  ])('ends for a user who is %s', async (_name, verb, body) => {
    const who = await t.signIn('analyst');
    const stream = await follow(who.headers, new AbortController().signal);
    const answer = await t.app.inject({
      method: 'POST',
      url: `/api/users/${who.id}/${verb}`,
      headers: t.admin.headers,
      payload: body,
    });
    expect(answer.statusCode).toBe(200);
    await stream.text();
  });

  it('ends for a user who now owes a second factor', async () => {
    const tenant_id = await t.addTenant('factor-due');
    const who = await t.signIn('analyst', tenant_id);
    const stream = await follow(who.headers, new AbortController().signal);
    await t.db
      .update(tenants)
      .set({ require_second_factor_roles: ['analyst'] })
      .where(eq(tenants.id, tenant_id));
    await stream.text();
  });

  it('ends for a user whose role changes', async () => {
    const who = await t.signIn('analyst');
    const stream = await follow(who.headers, new AbortController().signal);
    const answer = await t.app.inject({
      method: 'PATCH',
      url: `/api/users/${who.id}`,
      headers: { ...t.admin.headers, 'if-match': '"1"' },
      payload: { role: 'viewer' },
    });
    expect(answer.statusCode).toBe(200);
    await stream.text();
  });
});
