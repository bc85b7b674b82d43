/** The page of a user whose server does not answer: what waits on this device is not lost by its sign-out unasked. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answerSignOutPrompt, setOpenQueue } from '../../../../console/app/queue/confirmSignOut.ts';
import * as queues from '../../../../console/app/queue/openQueue.ts';
import { memoryTokens, openConsole } from '../../../support/console/console.tsx';
import { begin } from '../../../support/console/queue.ts';
import { cut } from '../../../support/console/session.ts';

afterEach(() => {
  answerSignOutPrompt(false);
  setOpenQueue(null);
  vi.restoreAllMocks();
  cleanup();
});

/** Whose write waits in that queue. */
const USER = 'u1';
const TOKENS = { access_token: `h.${btoa(JSON.stringify({ sub: USER }))}.s`, refresh_token: 'r' };

async function open() {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { queue, wait } = begin(() => new Response('{}'));
  const opening = vi.spyOn(queues, 'openQueue').mockImplementation(() => {
    setOpenQueue(queue);
    return Promise.resolve(queue);
  });
  const tokens = memoryTokens(TOKENS);
  const { session } = await openConsole({
    path: '/playlists',
    tokens,
    answers: { 'GET /api/auth/me': cut, 'POST /api/auth/logout': cut },
  });
  await screen.findByRole('heading', { name: 'No connection to the server' }, { timeout: 20_000 });
  const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
  return { queue, wait, opening, tokens, press, at: () => session.store.getState().at };
}

it('OPEN-QUEUE-05 signs out only once the user agrees to lose what waits', async () => {
  const { queue, wait, tokens, press, at } = await open();
  await wait();
  await press('Sign out');
  expect(await screen.findByText('1 change has not been sent. Signing out discards it.')).toBeTruthy();
  await press('Stay signed in');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stay signed in' })).toBeNull());
  expect([at(), await tokens.read(), await queue.count(USER)]).toEqual(['unreachable', TOKENS, 1]);

  await press('Sign out');
  await press('Sign out and discard');
  await waitFor(() => expect(at()).toBe('unauthenticated'));
  expect(await tokens.read()).toBeNull();
  await waitFor(async () => expect(await queue.count(USER)).toBe(0));
});

it('signs out without a question where the queue cannot be opened', async () => {
  const { opening, tokens, press, at } = await open();
  opening.mockRejectedValue(new Error('disk'));
  await press('Sign out');
  await waitFor(() => expect(at()).toBe('unauthenticated'));
  expect(await tokens.read()).toBeNull();
});
