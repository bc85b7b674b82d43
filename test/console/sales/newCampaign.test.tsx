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

afterEach(cleanup);

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
