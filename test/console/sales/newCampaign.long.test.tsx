import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import {
  json,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
} from '../../support/console/console.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const open = () =>
  openConsole({
    path: '/campaigns/new',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('manager'), {
      'GET /api/campaigns/defaults': () => json({ currency: 'EUR', tz: 'Europe/Lisbon' }),
    }),
  });
const nameField = () => screen.findByLabelText<HTMLInputElement>('Name');

it('keeps what was typed of a campaign for whoever presses Cancel and stays after all', async () => {
  await open();
  fireEvent.change(await nameField(), { target: { value: 'Harbour week' } });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('Harbour week'));
  cleanup();
  await open();
  await waitFor(async () => expect((await nameField()).value).toBe('Harbour week'));
});

it('opens after a reload at the step where the draft was left', async () => {
  const stepNow = () => document.querySelector('[aria-current=step]')?.textContent;
  await open();
  fireEvent.change(await nameField(), { target: { value: 'Harbour week' } });
  fireEvent.change(screen.getByLabelText('Advertiser'), { target: { value: 'Ferry company' } });
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '100' } });
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(stepNow()).toContain('Targeting'));
  cleanup();
  await open();
  await waitFor(() => expect(stepNow()).toContain('Targeting'));
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(async () => expect((await nameField()).value).toBe('Harbour week'));
});

it('a step that was come to once is gone to again from the list, and a draft is discarded where it is named', async () => {
  const stepNow = () => document.querySelector('[aria-current=step]')?.textContent;
  const step = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
  await open();
  fireEvent.change(await nameField(), { target: { value: 'Harbour week' } });
  fireEvent.change(screen.getByLabelText('Advertiser'), { target: { value: 'Ferry company' } });
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '100' } });
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(stepNow()).toContain('Targeting'));
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  await nameField();
  expect(step(/Targeting/).disabled).toBe(false);
  expect(step(/Review/).disabled).toBe(true);
  fireEvent.click(step(/Targeting/));
  await waitFor(() => expect(stepNow()).toContain('Targeting'));
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  fireEvent.change(await nameField(), { target: { value: '' } });
  fireEvent.click(step(/Targeting/));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  expect(stepNow()).not.toContain('Targeting');

  fireEvent.change(await nameField(), { target: { value: 'Harbour week' } });
  await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('Harbour week'));
  cleanup();
  await open();
  await waitFor(async () => expect((await nameField()).value).toBe('Harbour week'));
  fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  await waitFor(async () => expect((await nameField()).value).toBe(''));
  expect(JSON.stringify({ ...localStorage })).not.toContain('Harbour week');
});
