import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { readDraft, saveDraft } from '../../../console/kit/drafts/drafts.ts';
import { deviceRow } from '../../support/console/content.ts';
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
