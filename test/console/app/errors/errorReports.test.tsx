/** What a page of the console sends of its errors: from a call that fails, or a fault of its own, to the record on the wire. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createConsentRecord } from '../../../../shared/consent/record.ts';
import { createConsentStorage } from '../../../../shared/consent/consentStorage.ts';
import { systemClock } from '../../../../shared/clock.ts';
import { me } from '../../../../shared/contract/identity/auth.ts';
import { errorRecord, reportError, type ErrorRecord } from '../../../../shared/contract/trust/analytics.ts';
import { memoryTokens, refusal, TOKENS } from '../../../support/console/console.tsx';
import * as z from 'zod/mini';

const sent: ErrorRecord[] = [];
/** Calls to the server, by path; where nothing stands no answer ever comes. */
const answers = new Map<string, () => Response>();

function answerOf(url: string, { body, signal }: RequestInit): Promise<Response> {
  if (url === reportError.path) {
    sent.push(JSON.parse(body as string) as ErrorRecord);
    return Promise.resolve(new Response(null, { status: 204 }));
  }
  const answer = answers.get(url);
  if (answer) return Promise.resolve(answer());
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
  });
}

/** As `console/main.tsx` joins them. */
async function startPage() {
  const [{ callReport, reportError: report }, { createErrorLog, listenForErrors }, { createSession }] =
    await Promise.all([
      import('../../../../console/app/consent/reportError.ts'),
      import('../../../../console/app/errors/errorLog.ts'),
      import('../../../../console/app/session/session.ts'),
    ]);
  const errors = createErrorLog({
    store: { append: () => Promise.resolve() },
    clock: systemClock,
    describePage: () => ({ url: location.href, page: location.pathname, userAgent: navigator.userAgent }),
    warn: () => undefined,
    report,
  });
  const page = new EventTarget();
  listenForErrors(errors, page);
  const { client } = createSession({
    ...{ tokens: memoryTokens(TOKENS), clock: systemClock, lock: work => work(), tabStorage: sessionStorage },
    ...{ onOtherTab: () => undefined, log: () => undefined },
    fetch: (url, init) => fetch(url, init),
    onFailure: (url, error) => report(callReport(url, error)),
  });
  const call = (path: string, signal?: AbortSignal) =>
    client.call({ ...me, path }, signal ? { signal } : {}).catch(() => undefined);
  return { client, call, errors, page };
}
/** All records of the next half minute. */
async function records(count: number) {
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(30_000);
    expect(sent.length).toBeGreaterThanOrEqual(count);
  });
  return sent.map(one => [one.context_type, one.section_context, one.error_type, one.url]);
}

beforeEach(async () => {
  // Consent is read once, by a module that other files of this process may have loaded.
  vi.resetModules();
  sent.length = 0;
  answers.clear();
  await createConsentStorage(localStorage).write(createConsentRecord({ errors: true }, 0));
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => answerOf(url, init));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  await vi.dynamicImportSettled();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  history.replaceState(null, '', '/');
});

it('ANALYTICS-08 ANALYTICS-09 OPEN-ANALYTICS-01 tells a call that failed from a fault of the page, and names the route that each happened on', async () => {
  const { call, errors, page } = await startPage();
  answers.set('/api/devices', () => refusal('FORBIDDEN'));
  history.replaceState(null, '', '/admin/devices');
  await call('/api/devices');
  // Whoever has gone on meanwhile moves no error to another page.
  history.replaceState(null, '', '/playlists/7f/edit?token=canary');
  errors.note(new Error('of a part'), { component: 'section' });
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error('forgotten') }));
  history.replaceState(null, '', '/nowhere');
  page.dispatchEvent(Object.assign(new Event('error'), { error: new Error('thrown'), message: 'thrown' }));
  const { origin } = location;
  expect(await records(4)).toEqual([
    ['api', 'devices', 'unknown', '/api/devices'],
    ['page', 'editPlaylist', 'unknown', `${origin}/playlists/7f/edit`],
    ['page', 'editPlaylist', 'unknown', `${origin}/playlists/7f/edit`],
    ['page', null, 'unknown', `${origin}/nowhere`],
  ]);
  for (const record of sent) expect(z.safeParse(errorRecord, record).success).toBe(true);
});

it('AMBIG-ANALYTICS-03 tells of a call that the product ended, of none that was ended by whoever made it, and shows neither', async () => {
  const { client, call, errors } = await startPage();
  history.replaceState(null, '', '/admin/users');
  const own = new AbortController();
  const calls = [call('/api/users', own.signal), call('/api/sessions')];
  await vi.advanceTimersByTimeAsync(10);
  own.abort();
  client.cancelAll();
  await Promise.all(calls);
  // A view that is given the end of its call as an error hands it to the boundary, which hands it on.
  errors.note(new DOMException('The user aborted a request.', 'AbortError'));
  expect(await records(1)).toEqual([['api', 'users', 'abort', '/api/sessions']]);
  expect(errors.entries()).toEqual([]);
});
