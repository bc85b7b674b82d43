/** A still whose address has expired in a list that was read long ago. */
import { focusManager } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { QUERY } from '../../../shared/constants.ts';
import { assetRow, creativeRow } from '../../support/console/content.ts';
import {
  listOf,
  memoryTokens,
  openConsole,
  signedInAnswers,
  TOKENS,
} from '../../support/console/console.tsx';

afterEach(() => {
  vi.useRealTimers();
  focusManager.setFocused(undefined);
  cleanup();
  localStorage.clear();
});

const stills = () => [...document.querySelectorAll<HTMLImageElement>('img[src*="/thumb"]')];
const sources = () => stills().map(still => still.getAttribute('src'));

async function open() {
  let reads = 0;
  const { to } = await openConsole({
    path: '/creatives',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(undefined, {
      'GET /api/creatives': () => {
        const thumbnail_url = `/media/1/thumb?sig=${++reads}`;
        return listOf([creativeRow(1, { name: 'Harbour ferry', asset: assetRow(1, { thumbnail_url }) })]);
      },
    }),
  });
  await waitFor(() => expect(sources()).toEqual(['/media/1/thumb?sig=1']));
  return { reads: () => to('/api/creatives').length };
}

it('is read again with its list, and the new address is shown', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { reads } = await open();
  /** In the background no list is read. */
  focusManager.setFocused(false);
  await vi.advanceTimersByTimeAsync(QUERY.staleMs + 1);
  expect(reads()).toBe(1);
  fireEvent.error(stills()[0]!);
  await waitFor(() => expect(sources()).toEqual(['/media/1/thumb?sig=2']));
  expect(reads()).toBe(2);
});

it('is no broken picture where its list is new, and nothing is read again', async () => {
  const { reads } = await open();
  fireEvent.error(stills()[0]!);
  expect(await screen.findByText('No preview')).toBeTruthy();
  await new Promise(done => setTimeout(done, 50));
  expect([sources(), reads()]).toEqual([[], 1]);
});
