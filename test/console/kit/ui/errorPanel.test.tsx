/** What could not be read without a link waits for one, and does not pass for a failure. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AuthProvider } from '../../../../console/app/session/auth.tsx';
import { createSession } from '../../../../console/app/session/session.ts';
import { ErrorPanel } from '../../../../console/kit/ui/display/placeholders.tsx';
import { ApiError, type ClientCode } from '../../../../shared/net/apiError.ts';
import { manualClock } from '../../../support/clock.ts';
import { fakeApi, memoryTokens, texts } from '../../../support/console/console.tsx';

beforeEach(async () => {
  await texts();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const settle = () => act(() => new Promise(done => setTimeout(done, 20)));
async function link(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
  await settle();
}
async function draw(code: ClientCode, retry?: () => void) {
  const session = createSession({
    fetch: fakeApi({}).fetch,
    tokens: memoryTokens(null),
    clock: manualClock(),
    lock: work => work(),
    tabStorage: sessionStorage,
    onOtherTab: () => undefined,
    network: () => Promise.reject(new Error('no monitor')),
    log: () => undefined,
  });
  render(
    <AuthProvider session={session}>
      <ErrorPanel error={new ApiError(code, '')} {...(retry && { retry })} />
    </AuthProvider>,
  );
  await settle();
}

it('says without a link that it needs one, and reads again once with it', async () => {
  await link(false);
  const retry = vi.fn<() => void>();
  await draw('NETWORK', retry);
  expect(screen.getByRole('heading', { name: 'This needs a connection' })).toBeTruthy();
  expect(screen.getByText('It is read again by itself once there is one.')).toBeTruthy();
  expect(screen.queryByText('This did not work')).toBeNull();
  expect(retry).not.toHaveBeenCalled();
  await link(true);
  expect(retry).toHaveBeenCalledTimes(1);
});

it.each<[string, boolean, ClientCode, boolean]>([
  ['a server that does not answer over a link', true, 'NETWORK', true],
  ['a refusal that came before the link was cut', false, 'FORBIDDEN', true],
  ['an act, which nothing repeats', false, 'NETWORK', false],
])('says of %s that it did not work', async (_, isOnline, code, mayRetry) => {
  await link(isOnline);
  const retry = vi.fn<() => void>();
  await draw(code, mayRetry ? retry : undefined);
  expect(screen.getByRole('heading', { name: 'This did not work' })).toBeTruthy();
  await link(true);
  expect(retry).not.toHaveBeenCalled();
});
