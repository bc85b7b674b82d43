import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { readDraft, saveDraft } from '../../../../console/kit/drafts/drafts.ts';
import {
  creativeRow,
  deviceRow,
  idOf,
  itemRow,
  playlistDetailRow,
} from '../../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
  type Answers,
} from '../../../support/console/console.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const cab = deviceRow(1, { name: 'Cab 1182' });
const base: Answers = {
  'GET /api/devices': () => listOf([cab]),
  [`GET /api/devices/${cab.id}`]: () => json(cab),
  [`PATCH /api/devices/${cab.id}`]: () => json({ ...cab, name: 'Cab 7', version: 2 }),
};
const open = () =>
  openConsole({
    path: `/admin/devices?id=${cab.id}&tab=settings`,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), base),
  });
const drafts = () => Object.keys(localStorage).filter(key => key.startsWith('draft '));
async function typed(name: string) {
  fireEvent.change(await screen.findByLabelText('Screen'), { target: { value: name } });
  await waitFor(() => expect(drafts()).toHaveLength(1));
}

it('what was typed is there again after a reload, says so, and is gone once it was sent', async () => {
  await open();
  await typed('Cab 7');
  cleanup();
  await open();
  expect(await screen.findByDisplayValue('Cab 7')).toBeTruthy();
  expect(screen.getByText('We kept what you typed before. Save it, or discard it.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(drafts()).toEqual([]));
});

it('what was typed last is kept when the page is left in the same moment', async () => {
  await open();
  await typed('Cab 7');
  fireEvent.change(screen.getByLabelText('Screen'), { target: { value: 'Cab 8' } });
  dispatchEvent(new Event('pagehide'));
  cleanup();
  await open();
  expect(await screen.findByDisplayValue('Cab 8')).toBeTruthy();
});

it('what was discarded does not come back', async () => {
  await open();
  await typed('Cab 8');
  fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(drafts()).toEqual([]));
  cleanup();
  await open();
  expect(await screen.findByDisplayValue('Cab 1182')).toBeTruthy();
});

it('nobody else finds it, and a draft that is damaged or a month old is none', async () => {
  await open();
  await typed('Cab 9');
  const [key = ''] = drafts();
  const text = localStorage.getItem(key)!;
  cleanup();
  localStorage.clear();
  const { at, values } = JSON.parse(text) as { at: number; values: object };
  for (const [where, what] of [
    [key.replace(/^draft \S+/, 'draft somebody-else'), text],
    [key, '{'],
    [key, JSON.stringify({ at: at - 31 * 86_400_000, values })],
  ] as const) {
    localStorage.setItem(where, what);
    await open();
    expect(await screen.findByDisplayValue('Cab 1182')).toBeTruthy();
    cleanup();
    localStorage.clear();
  }
});

it('a chosen file is not kept, what stands beside it is', () => {
  const owner = { user: 'u1', tenant: 't1' };
  const values = { name: 'Spring', picture: new File(['x'], 'x.png') };
  saveDraft(localStorage, owner, { form: 'creatives/new', values, step: 0, now: 0 });
  expect(readDraft(localStorage, owner, { form: 'creatives/new', now: 0 })?.values).toEqual({
    name: 'Spring',
  });
});

it('a reason that was begun in a dialog is there again, and is gone once the dialog is cancelled', async () => {
  const waiting = { ...person('viewer', { id: idOf(7), status: 'pending_approval' }), name: 'Somebody' };
  const openDialog = async () => {
    await openConsole({
      path: `/admin/pending-users?id=${waiting.id}`,
      tokens: memoryTokens(TOKENS),
      answers: signedInAnswers(person('admin'), {
        'GET /api/pending-users': () => listOf([waiting]),
        [`GET /api/pending-users/${waiting.id}`]: () => json(waiting),
      }),
    });
    const sheet = within(await screen.findByRole('dialog'));
    fireEvent.click(await sheet.findByRole('button', { name: 'Reject' }));
    return within(await screen.findByRole('dialog', { name: /Reject/ }));
  };
  const first = await openDialog();
  fireEvent.change(first.getByLabelText('Reason'), { target: { value: 'Not of our company' } });
  await waitFor(() => expect(drafts()).toHaveLength(1));
  cleanup();
  const second = await openDialog();
  expect(await second.findByDisplayValue('Not of our company')).toBeTruthy();
  fireEvent.click(second.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(drafts()).toEqual([]));
});

describe('the order of a playlist', () => {
  const items = [1, 2, 3].map(n => itemRow(n));
  const loop = playlistDetailRow(1, items, { name: 'Day loop' });
  const openEditor = async (playlist = loop) => {
    const view = await openConsole({
      path: `/playlists/${loop.id}/edit`,
      tokens: memoryTokens(TOKENS),
      answers: signedInAnswers(undefined, {
        [`GET /api/playlists/${loop.id}`]: () => json(playlist),
        'GET /api/creatives': () => listOf([creativeRow(4, { name: 'Night market' })]),
        [`PUT /api/playlists/${loop.id}/items`]: () => json({ ...loop, version: 2 }),
      }),
    });
    await screen.findByRole('heading', { level: 1, name: 'Edit Day loop' });
    return view;
  };
  const order = () =>
    screen
      .getAllByRole('listitem')
      .filter(row => row.querySelector('[data-grip]'))
      .map(row => row.getAttribute('aria-label'));
  async function change() {
    fireEvent.click(await screen.findByRole('button', { name: /^Add\s*Night market/ }));
    fireEvent.keyDown(screen.getByRole('button', { name: /^Move Creative 3/ }), {
      key: 'ArrowUp',
      altKey: true,
    });
  }
  const CHANGED = ['1. Creative 1', '2. Creative 3', '3. Creative 2', '4. Night market'];

  it('is there again after a reload, says so, and Undo goes back to what is saved', async () => {
    await openEditor();
    await change();
    cleanup();
    await openEditor();
    expect(order()).toEqual(CHANGED);
    screen.getByText('Your unsaved changes from last time are back. Undo returns to what is saved.');
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(order()).toHaveLength(3);
    await waitFor(() => expect(drafts()).toEqual([]));
  });

  it('is kept no longer once it is saved, and meets a newer one with the version it was made from', async () => {
    await openEditor();
    await change();
    cleanup();
    const { to } = await openEditor({ ...loop, version: loop.version + 3 });
    fireEvent.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(drafts()).toEqual([]));
    const [put] = to(`/api/playlists/${loop.id}/items`);
    expect(put?.headers.get('if-match')).toBe(`"${loop.version}"`);
  });

  it('that is thrown away on leaving the page does not come back', async () => {
    await openEditor();
    await change();
    fireEvent.click(screen.getByRole('link', { name: 'Day loop' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(drafts()).toEqual([]));
  });
});
