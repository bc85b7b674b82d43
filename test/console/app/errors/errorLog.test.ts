import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { describe, expect, it, vi } from 'vitest';
import { createIdbErrorStore } from '../../../../console/app/errors/idbErrorStore.ts';
import {
  createErrorLog,
  listenForErrors,
  type ErrorEntry,
  type ErrorStore,
} from '../../../../console/app/errors/errorLog.ts';
import { manualClock } from '../../../support/clock.ts';

function begin(keep: ErrorStore) {
  const warn = vi.fn();
  const log = createErrorLog({
    store: keep,
    clock: manualClock(),
    describePage: () => ({
      url: 'http://console.test/admin/devices?q=tram&token=abc',
      page: '/admin/devices',
      userAgent: 'Firefox',
    }),
    warn,
  });
  return { log, warn };
}
const messages = (entries: readonly ErrorEntry[]) => entries.map(entry => entry.message);
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `error ${from + i}`);
const settled = (keep: { read: () => Promise<readonly ErrorEntry[]> }, last: string) =>
  vi.waitFor(async () => expect((await keep.read()).at(-1)?.message).toBe(last));

describe('the error log', () => {
  it('STORE-20 AMBIG-STORE-02 holds the newest 100 in memory', () => {
    const { log } = begin({ append: () => Promise.resolve() });
    for (const text of numbers(1, 120)) log.note(new Error(text));
    expect(messages(log.entries())).toEqual(numbers(21, 120));
  });

  it('STORE-08 AMBIG-STORE-02 OPEN-ERR-04 keeps the newest 50 in the idb record error_log', async () => {
    const keep = createIdbErrorStore('fifty');
    const { log } = begin(keep);
    for (const text of numbers(1, 60)) log.note(new Error(text));
    await settled(keep, 'error 60');
    const kept = (await (await openDB('fifty')).get('values', 'error_log')) as ErrorEntry[];
    expect(messages(kept)).toEqual(numbers(11, 60));
  });

  it('adds to what other pages have kept', async () => {
    const keep = createIdbErrorStore('shared');
    begin(keep).log.note(new Error('of one tab'));
    await settled(keep, 'of one tab');
    begin(keep).log.note(new Error('of another'));
    await settled(keep, 'of another');
    expect(messages(await keep.read())).toEqual(['of one tab', 'of another']);
  });

  it('STORE-19 STORE-09 STORE-10 STORE-11 STORE-13 STORE-14 STORE-15 STORE-18 keeps all its fields, scrubbed', async () => {
    const keep = createIdbErrorStore('fields');
    const { log } = begin(keep);
    const error = Object.assign(new Error('Permission denied for anna@fleet.example'), {
      stack: 's'.repeat(900),
    });
    log.note(error, { component: 'section', context: 'list', componentStack: 'at Row' });
    await settled(keep, 'Permission denied for [hidden]');
    expect(await keep.read()).toEqual([
      {
        message: 'Permission denied for [hidden]',
        stack: 's'.repeat(500),
        componentStack: 'at Row',
        context: 'list',
        page: '/admin/devices',
        component: 'section',
        timestamp: '2026-01-05T08:00:00.000Z',
        userAgent: 'Firefox',
        url: 'http://console.test/admin/devices?q=tram&token=[hidden]',
        errorType: 'permission',
      },
    ]);
  });

  it('goes on in memory when nothing can be kept, and says so', async () => {
    const { log, warn } = begin({ append: () => Promise.reject(new Error('quota')) });
    log.note(new Error('first'));
    await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
    log.note(new Error('second'));
    expect(messages(log.entries())).toEqual(['first', 'second']);
  });

  it('writes what was refused with what comes next', async () => {
    const written: string[] = [];
    let isFull = true;
    const { log, warn } = begin({
      append: entries => {
        if (isFull) return Promise.reject(new Error('quota'));
        written.push(...messages(entries));
        return Promise.resolve();
      },
    });
    log.note(new Error('first'));
    await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
    isFull = false;
    log.note(new Error('second'));
    await vi.waitFor(() => expect(written).toEqual(['first', 'second']));
  });

  it('writes a storm in a few batches', async () => {
    const batches: number[] = [];
    const { log } = begin({
      append: entries => Promise.resolve(void batches.push(entries.length)),
    });
    for (const text of numbers(1, 500)) log.note(new Error(text));
    await vi.waitFor(() => expect(batches).toEqual([1, 50]));
  });

  it('hears what the window reports, but for aborts', () => {
    const { log } = begin({ append: () => Promise.resolve() });
    const page = new EventTarget();
    listenForErrors(log, page);
    page.dispatchEvent(
      Object.assign(new Event('error'), { error: new Error('thrown'), message: 'Uncaught' }),
    );
    page.dispatchEvent(Object.assign(new Event('error'), { message: 'Script error.' }));
    const reject = (reason: unknown) =>
      page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
    reject(new Error('forgotten'));
    reject('a word');
    reject(new DOMException('stopped', 'AbortError'));
    expect(log.entries().map(({ message, context }) => [message, context])).toEqual([
      ['thrown', 'error'],
      ['Script error.', 'error'],
      ['forgotten', 'unhandledrejection'],
      ['a word', 'unhandledrejection'],
    ]);
  });

  it('X41 tells telemetry of what it notes, and of nothing that was wished', () => {
    const report = vi.fn();
    const log = createErrorLog({
      store: { append: () => Promise.resolve() },
      clock: manualClock(),
      describePage: () => ({ url: 'http://console.test/admin', page: '/admin', userAgent: 'Firefox' }),
      warn: vi.fn(),
      report,
    });
    const error = new Error('broken');
    log.note(error, { component: 'section' });
    log.note(new DOMException('The user aborted a request.', 'AbortError'));
    expect(report.mock.calls).toEqual([[{ error, url: 'http://console.test/admin', context_type: 'page' }]]);
  });
});
