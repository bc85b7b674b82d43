// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onFault } from '../../../player/app/faults.ts';
import { createStatus } from '../../../player/app/status.ts';
import { createConsentRecord } from '../../../shared/consent/record.ts';
import { createConsentStorage } from '../../../shared/consent/consentStorage.ts';
import type { ErrorRecord } from '../../../shared/contract/trust/analytics.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('OPEN-ANALYTICS-01 a screen tells of its faults, its worker and what it could not show, each as what it is', async () => {
  await createConsentStorage(localStorage).write(createConsentRecord({ errors: true }, 0));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const sent: ErrorRecord[] = [];
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(init.body as string) as ErrorRecord);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  const { consent, reportFaults } = await import('../../../player/link/telemetry.ts');
  await consent.ready;
  const status = createStatus();
  reportFaults({ status }, { metered: () => false });
  onFault(new Error('of the page'));
  onFault(new Error('of the worker'), 'worker');
  status.skip({ creative_id: 'c', name: 'Tram', reason: 'The file is damaged', at: '' });
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error('forgotten') }));
  dispatchEvent(Object.assign(new Event('error'), { error: new Error('thrown') }));
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(30_000);
    expect(sent).toHaveLength(5);
  });
  expect(sent.map(one => [one.context_type, one.section_context, one.error_message])).toEqual([
    ['player', 'player', 'of the page'],
    ['worker', 'player', 'of the worker'],
    ['media', 'player', 'The file is damaged'],
    ['player', 'player', 'forgotten'],
    ['player', 'player', 'thrown'],
  ]);
});
