/** The form of a new alert: nothing that was typed is lost. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unsavedChangesStore } from '../../../console/kit/unsavedChanges.ts';
import {
  json,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
} from '../../support/console/console.tsx';
import { draft, REACH } from './alertPages.ts';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const open = (search = '') =>
  openConsole({
    path: `/admin/emergency-alerts/new${search}`,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), {
      'POST /api/alerts/preview-targets': () => json(REACH),
      [`GET /api/alerts/${draft.id}`]: () => json({ ...draft, state: 'expired' }),
    }),
  });
const headline = () => screen.findByLabelText<HTMLInputElement>('Headline in English');
const type = async (value: string) => fireEvent.change(await headline(), { target: { value } });

it('what is typed into a new alert outlives a reload, and who leaves it is asked', async () => {
  await open();
  await type('Harbour bridge is closed');
  expect(unsavedChangesStore.getState().dirty).toBe(true);
  dispatchEvent(new Event('pagehide'));
  cleanup();
  await open();
  await waitFor(async () => expect((await headline()).value).toBe('Harbour bridge is closed'));
  expect((await screen.findAllByText('Harbour bridge is closed')).length).toBeGreaterThanOrEqual(2);
});

it('a template that replaces typed texts gives them back at a press', async () => {
  await open();
  await type('Harbour bridge is closed');
  const templates = await screen.findByRole('region', { name: 'What happened?' });
  fireEvent.click(await within(templates).findByRole('button', { name: 'Flood' }));
  await waitFor(async () => expect((await headline()).value).toBe('Flood: move to high ground now'));
  fireEvent.click(await within(templates).findByRole('button', { name: 'Bring my texts back' }));
  await waitFor(async () => expect((await headline()).value).toBe('Harbour bridge is closed'));
});

it('an alert that is over is copied with its texts', async () => {
  await open(`?copy=${draft.id}`);
  await waitFor(async () => expect((await headline()).value).toBe('Fire nearby'));
  expect((await screen.findByLabelText<HTMLInputElement>('Sender, in Chinese')).value).toBe(
    'City fire service',
  );
});

it('a gap of a template is pointed out until it is filled', async () => {
  await open();
  const templates = await screen.findByRole('region', { name: 'What happened?' });
  fireEvent.click(await within(templates).findByRole('button', { name: 'Road closed' }));
  expect(await screen.findByText('Still to be filled in')).toBeTruthy();
  expect(screen.getByText('A ticker shows the headline alone.')).toBeTruthy();
  await type('Quay Street is closed');
  fireEvent.change(screen.getByLabelText('Headline in Chinese'), { target: { value: '码头路封闭请绕行' } });
  await waitFor(() => expect(screen.queryByText('Still to be filled in')).toBeNull());
});
