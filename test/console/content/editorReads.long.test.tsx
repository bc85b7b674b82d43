import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { MEDIA_URL_REFRESH_MS } from '../../../console/content/creatives/mediaUrls.ts';
import { playlistDetailRow } from '../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  refusal,
  signedInAnswers,
  TOKENS,
} from '../../support/console/console.tsx';
import { items, loop, path, openEditor, rows, order, loaded } from '../../support/console/editor.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

it('keeps what was changed when the playlist cannot be read again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] });
  let reads = 0;
  await openEditor({
    [`GET ${path}`]: () => (reads++ === 0 ? json(loop) : refusal('FORBIDDEN')),
  });
  await loaded();
  fireEvent.keyDown(within(rows()[2]!).getByRole('button', { name: /^Move Creative 3/ }), {
    key: 'ArrowUp',
    altKey: true,
  });
  const moved = ['1. Creative 1', '2. Creative 3', '3. Creative 2'];
  expect(order()).toEqual(moved);
  await vi.advanceTimersByTimeAsync(MEDIA_URL_REFRESH_MS);
  vi.useRealTimers();
  await waitFor(() => expect(reads).toBeGreaterThan(1));
  await new Promise(done => setTimeout(done, 50));
  expect(order()).toEqual(moved);
  expect(screen.getByText('Unsaved changes')).toBeTruthy();
});

it('shows what somebody else has saved while nothing was changed here, and saves over that', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] });
  const newer = playlistDetailRow(1, [items[2]!, items[0]!], { name: 'Day loop', version: 5 });
  let reads = 0;
  const { to } = await openEditor({
    [`GET ${path}`]: () => json(reads++ === 0 ? loop : newer),
    [`PUT ${path}/items`]: () => json({ ...newer, version: 6 }),
  });
  await loaded();
  expect(order()).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(MEDIA_URL_REFRESH_MS);
  vi.useRealTimers();
  await waitFor(() => expect(order()).toEqual(['1. Creative 3', '2. Creative 1']));
  expect(screen.getByText('Saved')).toBeTruthy();
  fireEvent.keyDown(rows()[0]!, { key: 'ArrowDown', altKey: true });
  fireEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(to(`${path}/items`)[0]?.headers.get('if-match')).toBe('"5"'));
});

it('edits what the server holds now, not what this browser read before', async () => {
  let reads = 0;
  const saved = playlistDetailRow(1, [items[2]!, items[0]!], { name: 'Day loop', version: 5 });
  await openConsole({
    path: `/playlists/${loop.id}`,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(undefined, {
      [`GET ${path}`]: () => json(reads++ === 0 ? loop : saved),
      'GET /api/creatives': () => listOf([]),
    }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  await loaded();
  expect(order()).toEqual(['1. Creative 3', '2. Creative 1']);
});
