import { describe, expect, it } from 'vitest';
import { MAX_IN_FLIGHT } from '../../shared/queue/lane.ts';
import { createStore } from '../../shared/queue/store.ts';
import { OUTBOX_POLICY, QUEUE_POLICY } from '../../shared/queue/policy.ts';
import { createWorkerLane } from '../../sw/lane.ts';
import { ANYONE } from '../../shared/queue/entry.ts';
import { manualClock } from '../support/clock.ts';
import { draft, emptyDisk } from '../shared/queue/entries.ts';

const json = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

async function begin(
  answer: (url: string, headers: Headers, signal?: AbortSignal) => Response | Promise<Response>,
  pages: string[] = [],
) {
  const clock = manualClock();
  const db = emptyDisk();
  const table = createStore({ db, clock, policy: QUEUE_POLICY });
  const owners = [
    { user: 'u1', tenant: 't1' },
    { user: 'u1', tenant: 't2' },
    { user: 'u2', tenant: 't1' },
  ];
  for (const [n, owner] of owners.entries()) await table.add(draft(n, { owner }));
  let kept: { access_token: string; refresh_token: string } | null = {
    access_token: 'a1',
    refresh_token: 'r1',
  };
  let user = 'u1';
  const asked: string[] = [];
  const lane = createWorkerLane({
    db,
    clock,
    fetch: (url, init) => {
      const headers = new Headers(init?.headers);
      asked.push(`${url as string} ${headers.get('x-tenant-id') ?? ''}`.trim());
      return Promise.resolve(answer(url as string, headers, init?.signal ?? undefined));
    },
    tokens: { read: () => Promise.resolve(kept), write: next => Promise.resolve(void (kept = next)) },
    user: () => Promise.resolve(user),
    lock: () => work => work(),
    pages: () => Promise.resolve(pages),
    onChange: () => undefined,
    log: error => {
      throw error;
    },
  });
  const left = async () =>
    (await Promise.all(owners.map(async owner => table.list(owner)))).map(of => of.length);
  return {
    lane,
    clock,
    db,
    table,
    asked,
    left,
    signOut: () => (kept = null),
    tokens: () => kept,
    /** The tokens of somebody else come first, who he is a moment later. */
    signInAs(next: string, isKnown: boolean) {
      kept = { access_token: tokenOf(next), refresh_token: 'r9' };
      if (isKnown) user = next;
    },
  };
}
const tokenOf = (sub: string) => `h.${btoa(JSON.stringify({ sub }))}.s`;
const done = (_url: string, headers: Headers) =>
  json(200, {}, { 'idempotency-key': headers.get('idempotency-key') ?? '' });

describe('the worker’s lane', () => {
  it('sends what is his who was signed in last, each in its tenant, and nobody else’s', async () => {
    const { lane, asked, left } = await begin(done);
    await lane.run();
    expect(asked).toEqual(['/api/devices t1', '/api/devices t2']);
    expect(await left()).toEqual([0, 0, 1]);
  });

  it('renews the session as a page would', async () => {
    const { lane, asked } = await begin((url, headers) => {
      if (url === '/api/auth/refresh')
        return json(200, { tokens: { access_token: 'a2', refresh_token: 'r2' } });
      return headers.get('authorization') === 'Bearer a2'
        ? done(url, headers)
        : json(401, { error: 'TOKEN_EXPIRED', message: '', details: {} });
    });
    await lane.run();
    expect(asked.filter(one => one === '/api/auth/refresh')).toHaveLength(1);
  });

  it('does not stay where nothing can be sent now', async () => {
    const { lane, left } = await begin(() => json(503, { error: 'UNAVAILABLE', message: '', details: {} }));
    await lane.run();
    expect(await left()).toEqual([1, 1, 1]);
  });

  it('sends nothing of what a page takes back while it is at work', async () => {
    const owner = { user: 'u1', tenant: 't1' };
    let isBack: Promise<void> | undefined;
    const world = await begin(async (url, headers) => {
      await (isBack ??= takeBack());
      return done(url, headers);
    });
    async function takeBack() {
      const waiting = await world.table.list(owner);
      for (const { seq } of waiting.slice(MAX_IN_FLIGHT)) await world.table.withdraw(seq);
      world.lane.reread();
    }
    for (let n = 10; n < 10 + 2 * MAX_IN_FLIGHT; n++) await world.table.add(draft(n, { owner }));
    await world.lane.run();
    expect(world.asked.filter(one => one.endsWith(' t1'))).toHaveLength(MAX_IN_FLIGHT);
    expect(await world.left()).toEqual([0, 0, 1]);
  });

  it.each([
    ['once he is known', true],
    ['before it is known who he is', false],
  ])('Q7 lends nobody who signs in meanwhile what another wrote, %s', async (_, isKnown) => {
    const owner = { user: 'u1', tenant: 't1' };
    const bearers: string[] = [];
    const world = await begin((url, headers) => {
      bearers.push(headers.get('authorization') ?? '');
      world.signInAs('u2', isKnown);
      return done(url, headers);
    });
    world.signInAs('u1', true);
    for (let n = 10; n < 10 + 2 * MAX_IN_FLIGHT; n++) await world.table.add(draft(n, { owner }));
    await world.lane.run();
    expect(new Set(bearers)).toEqual(new Set([`Bearer ${tokenOf('u1')}`]));
    expect(bearers.length).toBeLessThanOrEqual(MAX_IN_FLIGHT);
  });

  it('begins nothing because a page has changed something', async () => {
    const { lane, asked, left } = await begin(done);
    lane.reread();
    await new Promise(done => setTimeout(done, 100));
    expect([asked, await left()]).toEqual([[], [1, 1, 1]]);
  });

  it('sends what lies in the outbox also where nobody is signed in any more, and without anybody’s token', async () => {
    const seen: (string | null)[] = [];
    const world = await begin((url, headers) => {
      seen.push(headers.get('authorization'));
      return done(url, headers);
    });
    const outbox = createStore({ db: world.db, clock: manualClock(), policy: OUTBOX_POLICY });
    await outbox.add(draft(7, { owner: ANYONE, url: '/api/auth/revoke' }));
    world.signOut();
    await world.lane.run();
    expect([world.asked, seen, await outbox.list(ANYONE)]).toEqual([['/api/auth/revoke'], [null], []]);
    expect(await world.left()).toEqual([1, 1, 1]);
  });

  it('sends nothing where nobody is signed in', async () => {
    const { lane, asked, signOut } = await begin(done);
    signOut();
    await lane.run();
    expect(asked).toEqual([]);
  });

  it('a refresh that nobody answers ends, and gives back what pages wait for', async () => {
    let isAsked = () => {};
    const reached = new Promise<void>(done => (isAsked = done));
    const { lane, clock } = await begin((url, _headers, signal) => {
      if (url !== '/api/auth/refresh') return json(401, { error: 'TOKEN_EXPIRED', message: '', details: {} });
      isAsked();
      return new Promise((_, failed) =>
        signal?.addEventListener('abort', () => failed(new Error('aborted'))),
      );
    });
    let isOver = false;
    void lane.run().then(() => (isOver = true));
    await reached;
    for (let i = 0; i < 10 && !isOver; i++) await clock.advance(30_000);
    expect(isOver).toBe(true);
  });

  it.each([
    ['{}', {}],
    ['null', null],
    ['no pair', { tokens: { access_token: 'a2' } }],
    ['no text', { tokens: { access_token: 'a2', refresh_token: 2 } }],
  ])('C6 a portal that answers a refresh with %s takes nobody’s tokens', async (_, body) => {
    const { lane, clock, tokens, left } = await begin(url =>
      url === '/api/auth/refresh'
        ? new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
        : json(401, { error: 'TOKEN_EXPIRED', message: '', details: {} }),
    );
    let isOver = false;
    const run = lane.run().then(() => (isOver = true));
    /** Between two that failed it waits a second. */
    while (!isOver) await clock.advance(1_000);
    await run;
    expect([tokens(), await left()]).toEqual([{ access_token: 'a1', refresh_token: 'r1' }, [1, 1, 1]]);
  });

  it('says to the browser that something still waits, so that it tries again', async () => {
    const down = () => json(503, { error: 'UNAVAILABLE', message: '', details: {} });
    const { lane } = await begin(down, ['https://fleet.test/admin']);
    await expect(lane.onSync()).rejects.toThrow('still wait');
  });

  it.each([
    ['https://fleet.test/player', 0],
    ['https://fleet.test/admin/devices', 2],
  ])('on the link’s return with %s open it sends %i', async (page, n) => {
    const { lane, asked } = await begin(done, [page]);
    await lane.onSync();
    expect(asked).toHaveLength(n);
  });
});
