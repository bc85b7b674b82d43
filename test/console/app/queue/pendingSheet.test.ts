// @vitest-environment jsdom
/** Not among the components: those share a window, and this one has a database. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createElement, Suspense } from 'react';
import { afterEach, expect, it } from 'vitest';
import { PendingSheet } from '../../../../console/app/queue/PendingSheet.tsx';
import { AuthProvider } from '../../../../console/app/session/auth.tsx';
import type { Toasts } from '../../../../console/kit/ui/toasts/toasts.ts';
import { ToastsContext } from '../../../../console/kit/ui/toasts/useToasts.ts';
import type { FailedEntry } from '../../../../shared/queue/entry.ts';
import { QUEUE_POLICY } from '../../../../shared/queue/policy.ts';
import { createStore } from '../../../../shared/queue/store.ts';
import { draft } from '../../../shared/queue/entries.ts';
import { memoryTokens, openConsole, signedInAnswers, TOKENS } from '../../../support/console/console.tsx';
import { begin, done } from '../../../support/console/queue.ts';

afterEach(cleanup);

const toasts = { show: () => undefined } as unknown as Toasts;

it('Q4 every change that ended undone is shown with its reason, those beyond the list by their number, and reported', async () => {
  const { session } = await openConsole({
    path: '/none',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(),
  });
  await waitFor(() => expect(session.store.getState().at).toBe('authenticated'));
  cleanup();
  const reported: FailedEntry[] = [];
  const { queue, db, clock } = begin(done, 'offline', undefined, { report: one => reported.push(one) });
  const table = createStore({ db, clock, policy: QUEUE_POLICY });
  for (let n = 0; n < 52; n++) {
    const seq = await table.add(draft(n));
    await table.settle({ seq, to: 'failed', reason: 'exhausted', said: {} });
  }
  await queue.resume();
  const sheet = createElement(PendingSheet, { queue, close: () => undefined });
  const page = createElement(ToastsContext, { value: toasts }, createElement(Suspense, null, sheet));
  render(createElement(AuthProvider, { session, children: page }));
  expect(await screen.findByText('2 older changes failed, too. Only the newest 50 are listed.')).toBeTruthy();
  expect(screen.getAllByText('Failed after four tries')).toHaveLength(50);
  expect(reported.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, n) => draft(2 + n).id));
  fireEvent.click(screen.getAllByRole('button', { name: 'Discard' })[0]!);
  await waitFor(() => expect(screen.queryByText(/older changes failed/)).toBeNull());
  expect(screen.getAllByText('Failed after four tries')).toHaveLength(50);
});
