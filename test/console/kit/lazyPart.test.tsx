import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ComponentType } from 'react';
import { AuthProvider } from '../../../console/app/session/auth.tsx';
import { createSession } from '../../../console/app/session/session.ts';
import { LazyPart } from '../../../console/kit/LazyPart.tsx';
import { lazyWithRetry } from '../../../console/kit/lazyPage.ts';
import { systemClock } from '../../../shared/clock.ts';
import { memoryTokens, texts } from '../../support/console/console.tsx';

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await texts();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
const settle = () => act(() => new Promise(done => setTimeout(done, 20)));
function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}
const session = () =>
  createSession({
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    tokens: memoryTokens(),
    clock: systemClock,
    lock: work => work(),
    tabStorage: sessionStorage,
    onOtherTab: () => undefined,
    network: () => Promise.reject(new Error('no monitor')),
    log: () => undefined,
  });

it('a part whose file does not come says so in its own place, keeps what was typed beside it, and comes with the link', async () => {
  const load = vi.fn<() => Promise<{ default: ComponentType }>>();
  load.mockRejectedValueOnce(
    new TypeError('Failed to fetch dynamically imported module: http://localhost/map.js'),
  );
  load.mockResolvedValue({ default: () => <p>the map</p> });
  const Map = lazyWithRetry(load);
  setOnline(false);
  render(
    <AuthProvider session={session()}>
      <input aria-label="Address" />
      <LazyPart>
        <Map />
      </LazyPart>
    </AuthProvider>,
  );
  fireEvent.change(screen.getByLabelText('Address'), { target: { value: 'Rua Nova 1' } });
  await settle();
  expect(screen.getByText('Connection problem. Check the network and try again.')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
  setOnline(true);
  await settle();
  expect(screen.getByText('the map')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('Rua Nova 1');
});

it('what was fetched before is there as soon as it is drawn, and a failure of that is asked for again', async () => {
  const load = vi.fn<() => Promise<{ default: ComponentType }>>();
  load.mockRejectedValueOnce(new Error('no link'));
  load.mockResolvedValue({ default: () => <p>The question</p> });
  const Question = lazyWithRetry(load);
  Question.preload?.();
  await settle();
  expect(load).toHaveBeenCalledTimes(1);
  render(
    <LazyPart>
      <Question />
    </LazyPart>,
  );
  await settle();
  screen.getByText('The question');
});
