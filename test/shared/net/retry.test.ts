import { describe, expect, it, vi } from 'vitest';
import type { ApiError } from '../../../shared/net/apiError.ts';
import { createQueryClient, read } from '../../../shared/net/queries.ts';
import { retryPlan, backoffDelay } from '../../../shared/net/retry.ts';
import { begin, broken, get, json, login, lost, me, no, post } from './calls.ts';

const within = (from: number) => (ms: number) => expect(ms >= from && ms < from + 1_000, `${ms}`).toBe(true);

describe('how often a call is tried', () => {
  it('RETRY-01 RETRY-02 RETRY-04 AMBIG-RETRY-02 three attempts, from 5 s on, doubling', async () => {
    const { client, outcome, waits } = begin(() => no(503));
    expect(await outcome(client.call(get, {}))).toMatchObject({ status: 503, retriesExhausted: true });
    const [first, second] = waits();
    within(5_000)(first!);
    within(10_000)(second!);
    expect(waits()).toHaveLength(2);
  });

  it.each([
    ['slow', 8_000],
    ['degraded', 10_000],
  ] as const)(
    'RETRY-06 RETRY-07 RETRY-08 RETRY-09 five attempts where the link is %s, from %i ms on',
    async (status, base) => {
      const { client, outcome, waits, at } = begin(() => no(503), { status });
      await outcome(client.call(get, {}));
      within(base)(waits()[0]!);
      expect(at).toHaveLength(5);
    },
  );

  it.each([
    ['online', 2, 3_000],
    ['slow', 3, 5_000],
    ['degraded', 3, 5_000],
  ] as const)(
    'RETRY-10 RETRY-11 RETRY-12 RETRY-13 AMBIG-RETRY-04 a query on a link that is %s: %i attempts, from %i ms on',
    async (status, n, base) => {
      const { client, outcome, waits, at } = begin(() => no(503), { status });
      await outcome(client.call(get, { kind: 'query' }));
      within(base)(waits()[0]!);
      expect(at).toHaveLength(n);
    },
  );

  it('RETRY-03 RETRY-04 RETRY-05 AMBIG-RETRY-03 the wait doubles, with up to a second of chance, and never passes 30 s', () => {
    const plan = retryPlan('call', 'online');
    expect([1, 2, 3, 4, 9].map(n => backoffDelay(n, plan, 0))).toEqual([
      5_000, 10_000, 20_000, 30_000, 30_000,
    ]);
    expect([1, 2, 3, 4].map(n => backoffDelay(n, plan, 0.999))).toEqual([5_999, 10_999, 20_999, 30_000]);
  });

  it.each([
    [0, [5_000, 10_000]],
    [0.999, [5_999, 10_999]],
  ])('RETRY-05 with a chance of %d the waits are %j', async (chance, expected) => {
    const { client, outcome, waits } = begin(() => no(503), { random: chance });
    await outcome(client.call(get, {}));
    expect(waits()).toEqual(expected);
  });

  it.each([
    ['before its answer begins', lost],
    ['within the body of its answer', broken],
  ])('RETRY-14 a link that breaks %s is tried again', async (_when, breaks) => {
    const { client, outcome, at, noted } = begin(n => (n < 3 ? breaks() : json(200)));
    expect(await outcome(client.call(get, {}))).toEqual({ n: 1 });
    expect([at.length, noted]).toEqual([3, [false, false, true]]);
  });

  it('RETRY-14 a link that breaks within every answer ends as no answer, and not as a portal’s page', async () => {
    const { client, outcome, at } = begin(broken);
    expect(await outcome(client.call(get, {}))).toMatchObject({ code: 'NETWORK', status: 0 });
    expect(at).toHaveLength(3);
  });

  it.each(Array.from({ length: 32 }, (_, i) => 400 + i).filter(status => status !== 401))(
    'AMBIG-RETRY-01 of 400 to 431 only 408, 425 and 429 are tried again: %i',
    async status => {
      const { client, outcome, at } = begin(n => (n === 1 ? no(status, 'STATE') : json(200)));
      await outcome(client.call(get, {}));
      expect(at).toHaveLength([408, 425, 429].includes(status) ? 2 : 1);
    },
  );

  it.each([[500], [502], [503], [504], [408], [429], [425]])(
    'RETRY-15 RETRY-16 RETRY-17 AMBIG-RETRY-01 %i is tried again',
    async status => {
      const { client, outcome, at } = begin(n => (n === 1 ? no(status) : json(200)));
      expect(await outcome(client.call(get, {}))).toEqual({ n: 1 });
      expect(at).toHaveLength(2);
    },
  );

  it('AMBIG-RETRY-01 a write that is under way elsewhere is asked for again, with its key', async () => {
    const { client, outcome, keys, at } = begin(n =>
      n === 1 ? no(409, 'IDEMPOTENCY_IN_PROGRESS') : json(200),
    );
    expect(await outcome(client.call(post, { body: { n: 1 } }))).toEqual({ n: 1 });
    expect([at.length, keys.size, keys.has(null)]).toEqual([2, 1, false]);
  });

  it.each([
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [400, 'VALIDATION'],
    [409, 'STATE'],
    [412, 'VERSION_CONFLICT'],
    [422, 'RULE'],
    [413, 'TOO_LARGE'],
    [428, 'VERSION_REQUIRED'],
  ])('RETRY-19 RETRY-20 RETRY-21 AMBIG-RETRY-01 %i %s is final', async (status, code) => {
    const { client, outcome, at } = begin(() => no(status, code));
    expect(await outcome(client.call(get, {}))).toMatchObject({ status });
    expect(at).toHaveLength(1);
  });

  it('RETRY-18 a 401 is no matter of waiting: one refresh, and the call once more at once', async () => {
    const { client, at } = begin((_n, headers) =>
      headers.get('authorization') === 'Bearer a2' ? json(200) : no(401, 'TOKEN_EXPIRED'),
    );
    expect(await client.call(get, {})).toEqual({ n: 1 });
    expect(at).toEqual([0, 0]);
  });

  it('RETRY-22 what its caller gave up is not tried again', async () => {
    const stop = new AbortController();
    const { client, at, noted } = begin(() => {
      stop.abort();
      throw new DOMException('', 'AbortError');
    });
    await expect(client.call(get, { signal: stop.signal })).rejects.toMatchObject({ code: 'ABORTED' });
    expect([at.length, noted]).toEqual([1, []]);
  });

  it('RETRY-22 API-26 what its caller gives up in the wait between two attempts is not tried again, and is an abort', async () => {
    const stop = new AbortController();
    const { client, clock, at, failed } = begin(() => no(503));
    const said = client.call(get, { signal: stop.signal }).catch((error: unknown) => error);
    await clock.advance(1_000);
    stop.abort();
    await clock.advance(60_000);
    expect(await said).toMatchObject({ code: 'ABORTED', message: 'Operation aborted' });
    expect([at, failed.map(({ error }) => error.code)]).toEqual([[0], ['ABORTED']]);
  });

  it.each([
    ['the look-up of who is signed in', me, {}],
    ['a sign-in', login, { body: { n: 1 } }],
  ] as const)('RETRY-23 AMBIG-RETRY-07 %s is tried once', async (_what, e, input) => {
    for (const answer of [() => no(503), lost]) {
      const { client, outcome, at } = begin(answer);
      const error = await outcome(client.call(e, input as { body: { n: number } }));
      expect(at).toHaveLength(1);
      // The query library must not try again on top of it.
      expect(error).toMatchObject({ retriesExhausted: true });
    }
  });

  it('OPEN-RETRY-01 Retry-After may be a date, which the date of the answer makes a wait', async () => {
    const headers = {
      'retry-after': 'Mon, 05 Jan 2026 08:00:12 GMT',
      date: 'Mon, 05 Jan 2026 08:00:05 GMT',
    };
    const { client, outcome, waits } = begin(n => (n === 1 ? no(503, 'UNAVAILABLE', headers) : json(200)));
    expect(await outcome(client.call(get, {}))).toEqual({ n: 1 });
    expect(waits()).toEqual([7_000]);
  });

  it.each([
    ['5', 2, 5_000],
    ['300', 1, null],
    ['315360000', 1, null],
  ])('OPEN-RETRY-01 Retry-After: %s', async (text, n, wait) => {
    const { client, outcome, at, waits } = begin(i =>
      i === 1 ? no(503, 'UNAVAILABLE', { 'retry-after': text }) : json(200),
    );
    const said = await outcome(client.call(get, {}));
    expect(at).toHaveLength(n);
    if (wait === null) expect((said as ApiError).retryAfterMs).toBe(Number(text) * 1_000);
    else expect(waits()).toEqual([wait]);
  });

  it.each([
    ['online', 2],
    ['degraded', 3],
  ] as const)(
    'AMBIG-RETRY-05 on a link that is %s the client alone tries a read again, and each further view once, up to five',
    async (status, first) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const { client, clock, at } = begin(() => no(503), { status });
      const queries = createQueryClient();
      const view = async () => {
        const seen = queries.fetchQuery(read(client, get, {})).catch((error: unknown) => error);
        for (let i = 0; i < 6; i++) {
          await clock.advance(5_000);
          await vi.advanceTimersByTimeAsync(5_000);
        }
        return seen;
      };
      expect(await view()).toMatchObject({ retriesExhausted: true, requests: first });
      expect(at).toHaveLength(first);
      for (let again = first + 1; again <= 5; again++) {
        expect(await view()).toMatchObject({ requests: again });
        expect(at).toHaveLength(again);
      }
      vi.useRealTimers();
    },
  );

  it('five requests are the most, the replay of a 401 among them', async () => {
    const { client, outcome, at } = begin(n => (n % 2 === 0 ? no(503) : no(401, 'TOKEN_EXPIRED')), {
      status: 'degraded',
    });
    await outcome(client.call(get, {}));
    expect(at.length).toBeLessThanOrEqual(5);
  });
});
