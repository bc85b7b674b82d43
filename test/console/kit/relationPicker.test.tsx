import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  signedInAnswers,
  TOKENS,
} from '../../support/console/console.tsx';
import { deviceRow, playlistRow } from '../../support/console/content.ts';

afterEach(cleanup);

const cab = deviceRow(1, { name: 'Cab 1182', playlist_id: null, playlist_name: null });
const night = playlistRow(2, { name: 'Night loop' });
const loops = [playlistRow(1, { name: 'Morning loop' }), night];

/** The sheet of a screen, with the field its playlist is picked in. */
async function open() {
  await openConsole({
    path: `/admin/devices?id=${cab.id}&tab=settings`,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(undefined, {
      'GET /api/devices': () => listOf([cab]),
      [`GET /api/devices/${cab.id}`]: () => json(cab),
      [`GET /api/playlists/${night.id}`]: () => json(night),
      'GET /api/playlists': ({ url }) =>
        listOf(loops.filter(({ name }) => name.includes(url.searchParams.get('q') ?? ''))),
    }),
  });
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: /Playlist/ });
  fireEvent.click(field);
  await screen.findByRole('option', { name: 'Morning loop' });
  return field;
}

describe('a row of something else, picked by its name', () => {
  it('takes nothing at Enter until what is listed was found for what is typed', async () => {
    const field = await open();
    fireEvent.change(field, { target: { value: 'Night' } });
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(field.value).toBe('Night');
    await waitFor(() => expect(screen.queryByRole('option', { name: 'Morning loop' })).toBeNull());
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(field.value).toBe('Night loop'));
    expect(field.getAttribute('aria-expanded')).toBe('false');
  });

  it('closes its list at the first Escape, and the sheet at the next', async () => {
    const field = await open();
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(field.getAttribute('aria-expanded')).toBe('false');
    expect(screen.getByRole('dialog', { name: 'Cab 1182' })).toBeTruthy();
    fireEvent.keyDown(field, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Cab 1182' })).toBeNull());
  });
});
