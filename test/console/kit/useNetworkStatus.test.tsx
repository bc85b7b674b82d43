import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { AuthProvider } from '../../../console/app/session/auth.tsx';
import { createSession } from '../../../console/app/session/session.ts';
import { useNetworkStatus } from '../../../console/kit/useNetworkStatus.ts';
import { manualClock } from '../../support/clock.ts';
import { fakeApi, memoryTokens } from '../../support/console/console.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function shown(network: () => Promise<never>) {
  const session = createSession({
    fetch: fakeApi({}).fetch,
    tokens: memoryTokens(null),
    clock: manualClock(),
    lock: work => work(),
    tabStorage: sessionStorage,
    onOtherTab: () => undefined,
    network,
    log: () => undefined,
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AuthProvider session={session}>{children}</AuthProvider>
  );
  return renderHook(() => useNetworkStatus(), { wrapper });
}

function browserSays(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

it('where what watches the link cannot be loaded the browser’s own word counts, and goes on counting', async () => {
  const gone = Promise.reject<never>(new TypeError('Failed to fetch dynamically imported module'));
  const { result, unmount } = shown(() => gone);
  await act(() => gone.catch(() => undefined));
  expect(result.current).toBe('online');
  act(() => browserSays(false));
  expect(result.current).toBe('offline');
  act(() => browserSays(true));
  expect(result.current).toBe('online');

  const removed = vi.spyOn(globalThis, 'removeEventListener');
  unmount();
  expect(removed.mock.calls.map(([event]) => event)).toEqual(expect.arrayContaining(['online', 'offline']));
});

it('what changed while it was being loaded is seen as well', async () => {
  let fail = (_: Error) => {};
  const loading = new Promise<never>((_, failed) => (fail = failed));
  const { result } = shown(() => loading);
  expect(result.current).toBe('online');
  browserSays(false);
  await act(async () => {
    fail(new TypeError('offline'));
    await loading.catch(() => undefined);
  });
  expect(result.current).toBe('offline');
});
