/** A creative that cannot be deleted because it is in use: its file can be replaced instead. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { creativeRow, idOf } from '../../support/console/content.ts';
import {
  listOf,
  memoryTokens,
  openConsole,
  refusal,
  signedInAnswers,
  TOKENS,
} from '../../support/console/console.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

/** The dialog that says why the creative was not deleted. */
async function tryToDelete(more: Parameters<typeof creativeRow>[1] = {}) {
  const row = creativeRow(1, { name: 'Harbour ferry', ...more });
  await openConsole({
    path: '/creatives',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(undefined, {
      'GET /api/creatives': () => listOf([row]),
      [`DELETE /api/creatives/${row.id}`]: () =>
        refusal('IN_USE', { by: 'playlists', used_in: [{ id: idOf(5), name: 'Day loop' }] }),
    }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Harbour ferry' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const use = await screen.findByRole('link', { name: 'Day loop' });
  return within(use.closest<HTMLElement>('[role=dialog]')!);
}

it('is replaced from the dialog that names where it is used', async () => {
  const dialog = await tryToDelete();
  fireEvent.click(dialog.getByRole('button', { name: 'Replace the file' }));
  expect(await screen.findByRole('dialog', { name: /Harbour ferry/ })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Day loop' })).toBeNull();
});

it('is not where a newer file waits already', async () => {
  const dialog = await tryToDelete({ has_newer_file: true });
  expect(dialog.queryByRole('button', { name: 'Replace the file' })).toBeNull();
});
