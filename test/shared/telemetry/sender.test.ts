import { describe, expect, it, vi } from 'vitest';
import type { ErrorRecord } from '../../../shared/contract/trust/analytics.ts';
import { startSender, type SenderPorts } from '../../../shared/telemetry/sender.ts';
import { manualClock } from '../../support/clock.ts';
import { numbers } from './records.ts';

const EVERY_MS = 30_000;
const taken = () => Promise.resolve(new Response(null, { status: 204 }));
const refused = (status: number) => () => Promise.resolve(new Response('{}', { status }));

function begin(answer: () => Promise<Response> = taken, more: Partial<SenderPorts> = {}) {
  const clock = manualClock();
  const calls: { url: string; init: RequestInit; message: string }[] = [];
  const log = vi.fn<(message: string, error: unknown) => void>();
  let underWay = 0;
  let together = 0;
  const sender = startSender({
    clock,
    origin: 'https://signs.example',
    isAllowed: () => Promise.resolve(true),
    isMetered: () => false,
    isOnline: () => true,
    log,
    async fetch(url, init) {
      calls.push({
        url: url as string,
        init: init!,
        message: (JSON.parse(init!.body as string) as ErrorRecord).error_message,
      });
      together = Math.max(together, ++underWay);
      try {
        return await answer();
      } finally {
        underWay--;
      }
    },
    ...more,
  });
  const note = (...messages: string[]) => {
    for (const message of messages) sender.report({ url: '/api/x', error: new Error(message) });
  };
  const sentNow = () => calls.splice(0).map(call => call.message);
  const texts = () => log.mock.calls.map(([, error]) => (error as Error).message);
  return { clock, calls, sender, note, sentNow, texts, together: () => together };
}

describe('the sender of error records', () => {
  it('ANALYTICS-16 AMBIG-ANALYTICS-01 sends them one by one, in order, each to POST /api/analytics/errors', async () => {
    const { clock, calls, note, sentNow, together } = begin();
    note('one', 'two', 'three');
    await clock.advance(EVERY_MS);
    expect(calls.map(({ url, init }) => `${init.method} ${url}`)).toEqual(
      Array<string>(3).fill('POST /api/analytics/errors'),
    );
    expect(sentNow()).toEqual(['one', 'two', 'three']);
    expect(together()).toBe(1);
  });

  it('ANALYTICS-19 submits every thirty seconds, and nothing where nothing waits', async () => {
    const { clock, note, sentNow } = begin();
    note('first');
    await clock.advance(EVERY_MS - 1);
    expect(sentNow()).toEqual([]);
    await clock.advance(1);
    expect(sentNow()).toEqual(['first']);
    await clock.advance(10 * EVERY_MS);
    expect(sentNow()).toEqual([]);
    note('second');
    await clock.advance(EVERY_MS);
    expect(sentNow()).toEqual(['second']);
  });

  it('ANALYTICS-18 keeps fifty of sixty', async () => {
    const { clock, note, sender, sentNow } = begin();
    note(...numbers(1, 60));
    expect(sender.length()).toBe(50);
    await clock.advance(EVERY_MS);
    expect(sentNow()).toEqual(numbers(11, 60));
  });

  it('ANALYTICS-20 AMBIG-ANALYTICS-01 tries a failing batch once and three times more, then drops it', async () => {
    const { clock, note, sender, sentNow } = begin(refused(500));
    note('one', 'two');
    for (let tries = 1; tries <= 4; tries++) {
      expect(sender.length()).toBe(2);
      await clock.advance(EVERY_MS);
      expect(sentNow()).toEqual(['one']);
    }
    expect(sender.length()).toBe(0);
    await clock.advance(10 * EVERY_MS);
    expect(sentNow()).toEqual([]);
  });

  it('goes on with the rest of a batch where it failed, and not with what came later', async () => {
    const answers = [taken, refused(500), taken, taken, taken];
    const { clock, note, sentNow } = begin(() => answers.shift()!());
    note('one', 'two', 'three');
    await clock.advance(EVERY_MS);
    expect(sentNow()).toEqual(['one', 'two']);
    note('four');
    await clock.advance(EVERY_MS);
    expect(sentNow()).toEqual(['two', 'three']);
    await clock.advance(EVERY_MS);
    expect(sentNow()).toEqual(['four']);
  });

  it("ANALYTICS-17 ERR-16 AMBIG-ANALYTICS-02 makes of 429 the error 'Rate limited', ends the batch, and counts it as one try", async () => {
    const { clock, note, sender, sentNow, texts } = begin(refused(429));
    note('one', 'two');
    await clock.advance(EVERY_MS);
    expect(texts()).toEqual(['Rate limited']);
    expect(sentNow()).toEqual(['one']);
    await clock.advance(3 * EVERY_MS);
    expect(sentNow()).toEqual(['one', 'one', 'one']);
    expect(sender.length()).toBe(0);
  });

  it('X40 AMBIG-ANALYTICS-02 takes no general retry: one request a record and try, whatever the answer', async () => {
    const noAnswer = () => Promise.reject(new TypeError('Failed to fetch'));
    for (const answer of [refused(429), refused(503), refused(408), noAnswer]) {
      const { clock, note, sentNow } = begin(answer);
      note('one');
      await clock.advance(EVERY_MS + EVERY_MS - 1);
      expect(sentNow()).toEqual(['one']);
    }
  });

  it('AMBIG-ANALYTICS-04 does not grow by its own failures', async () => {
    const { clock, note, sender } = begin(() => Promise.reject(new TypeError('Failed to fetch')));
    note('one');
    sender.report({ url: '/api/analytics/errors', error: new TypeError('Failed to fetch') });
    expect(sender.length()).toBe(1);
    await clock.advance(2 * EVERY_MS);
    expect(sender.length()).toBe(1);
  });

  it('takes a page of a portal for no receipt', async () => {
    const { clock, note, sender } = begin(refused(200));
    note('one');
    await clock.advance(EVERY_MS);
    expect(sender.length()).toBe(1);
  });

  it('says nothing of who sends: no cookie, no referrer, no header but the type', async () => {
    const { clock, note, calls } = begin();
    note('one');
    await clock.advance(EVERY_MS);
    const { headers, credentials, referrerPolicy, redirect } = calls[0]!.init;
    expect({ headers, credentials, referrerPolicy, redirect }).toEqual({
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
    });
  });

  it('X40 waits on a metered link and without one, and counts no try meanwhile', async () => {
    let metered = true;
    let online = true;
    const { clock, note, sentNow, sender } = begin(taken, {
      isMetered: () => metered,
      isOnline: () => online,
    });
    note(...numbers(1, 60));
    await clock.advance(20 * EVERY_MS);
    expect([sentNow(), sender.length()]).toEqual([[], 50]);
    metered = false;
    online = false;
    await clock.advance(20 * EVERY_MS);
    expect([sentNow(), sender.length()]).toEqual([[], 50]);
    online = true;
    await clock.advance(EVERY_MS);
    expect(sentNow()).toEqual(numbers(11, 60));
  });

  it('gives a request that gets no answer thirty seconds', async () => {
    let signal: AbortSignal | undefined;
    const clock = manualClock();
    const sender = startSender({
      clock,
      origin: '',
      isAllowed: () => Promise.resolve(true),
      isMetered: () => false,
      isOnline: () => true,
      log: () => undefined,
      fetch: (_url, init) =>
        new Promise((_, fail) => {
          signal = init!.signal!;
          signal.addEventListener('abort', () => fail(new DOMException('aborted', 'AbortError')));
        }),
    });
    sender.report({ url: '/x', error: new Error('one') });
    await clock.advance(EVERY_MS + 29_999);
    expect(signal?.aborted).toBe(false);
    await clock.advance(1);
    expect(signal?.aborted).toBe(true);
    expect(sender.length()).toBe(1);
  });

  it('ANALYTICS-24 ANALYTICS-25 when it is stopped nothing waits, no timer runs, and what is under way is broken off', async () => {
    let signal: AbortSignal | undefined;
    const { clock, note, sender, calls, sentNow } = begin(
      () =>
        new Promise((_, fail) => {
          signal = calls.at(-1)!.init.signal!;
          signal.addEventListener('abort', () => fail(new DOMException('aborted', 'AbortError')));
        }),
    );
    note('one', 'two');
    await clock.advance(EVERY_MS);
    sender.stop();
    expect([sender.length(), signal?.aborted]).toEqual([0, true]);
    note('three');
    await clock.advance(10 * EVERY_MS);
    expect([sender.length(), sentNow()]).toEqual([0, ['one']]);
  });
});
