import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { deviceRow, idOf } from '../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
  type Answers,
} from '../../support/console/console.tsx';

afterEach(cleanup);

const CHANGES = '/api/devices/changes';
const cabs = [1, 2, 3].map(n => deviceRow(n));
const LOOP = { id: idOf(50), name: 'Night loop' };
const open = (answers: Answers = {}) =>
  openConsole({
    path: '/admin/devices?q=cab',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), {
      'GET /api/devices': () => listOf(cabs, { total: 60 }),
      'GET /api/saved-views': () => listOf([]),
      'GET /api/playlists': () => listOf([LOOP]),
      [`GET /api/playlists/${LOOP.id}`]: () => json(LOOP),
      [`POST ${CHANGES}`]: () => json({ ok: [idOf(1), idOf(2)], failed: [] }),
      ...answers,
    }),
  });
async function begin() {
  const bar = await screen.findByRole('region', { name: 'Selected rows' });
  fireEvent.click(within(bar).getByRole('button', { name: 'Change…' }));
  return screen.findByRole('dialog', { name: /^Change/ });
}
const change = (dialog: HTMLElement, what: string) =>
  fireEvent.change(within(dialog).getByLabelText('What to change'), { target: { value: what } });

it('two screens get a playlist that is looked for by its name', async () => {
  const { to } = await open();
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Cab 1101' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Cab 1102' }));
  const dialog = await begin();
  const picker = await within(dialog).findByRole('combobox', { name: 'Playlist' });
  const apply = within(dialog).getByRole('button', { name: 'Apply' });
  fireEvent.click(apply);
  await waitFor(() => expect(picker.getAttribute('aria-invalid')).toBe('true'));
  expect(to(CHANGES)).toEqual([]);
  fireEvent.change(picker, { target: { value: 'night' } });
  fireEvent.pointerDown(await screen.findByRole('option', { name: 'Night loop' }));
  fireEvent.click(apply);
  await waitFor(() =>
    expect(to(CHANGES).at(-1)?.body).toEqual({
      device_ids: [cabs[0]!.id, cabs[1]!.id],
      change: { playlist_id: LOOP.id },
    }),
  );
  expect(await screen.findByText('2 screens changed')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull();
});

it('all that match are retired together, and who stayed is named', async () => {
  const { to } = await open({
    [`POST ${CHANGES}`]: () => json({ ok: [], failed: [{ id: idOf(3), name: 'Cab 1103', error: 'STATE' }] }),
  });
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Select all: 60 screens' }));
  const dialog = await begin();
  change(dialog, 'retire');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Retire' }));
  expect(await within(dialog).findByText('Retired already: Cab 1103')).toBeTruthy();
  expect(to(CHANGES).at(-1)?.body).toEqual({ filter: { q: 'cab' }, change: { retire: true } });
});

it('tags need at least one', async () => {
  const { to } = await open();
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Cab 1101' }));
  const dialog = await begin();
  change(dialog, 'add_tags');
  const field = await within(dialog).findByLabelText('Tags to add');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(to(CHANGES)).toEqual([]);
  fireEvent.change(field, { target: { value: 'night' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(to(CHANGES).at(-1)?.body).toMatchObject({ change: { add_tags: ['night'] } }));
});
