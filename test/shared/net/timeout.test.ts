import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { API } from '../../../shared/constants.ts';
import { endpoint } from '../../../shared/contract/wire/endpoint.ts';
import { REQUEST_TIMEOUT, TIMEOUT_OFFLINE } from '../../../shared/contract/wire/errorTexts.ts';
import { createClient } from '../../../shared/net/client.ts';
import { manualClock } from '../../support/clock.ts';

const open = endpoint({
  method: 'GET',
  path: '/api/open',
  access: { who: 'anyone' },
  summary: '',
  answer: z.object({}),
});

describe('a call that takes too long', () => {
  it.each([
    [true, REQUEST_TIMEOUT],
    [false, TIMEOUT_OFFLINE],
  ])('ERR-11 says so, and with online: %s "%s"', async (online, message) => {
    const clock = manualClock();
    const client = createClient({
      clock,
      online: () => online,
      lock: work => work(),
      tenant: () => null,
      onSignedOut: () => undefined,
      tokens: { read: () => Promise.resolve(null), write: () => Promise.resolve() },
      fetch: (_url, init) =>
        new Promise((_, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        }),
    });
    const told = client.call(open, {}).catch((error: unknown) => error);
    await clock.advance(API.timeoutMs);
    expect(await told).toMatchObject({ code: 'TIMEOUT', message });
  });
});
