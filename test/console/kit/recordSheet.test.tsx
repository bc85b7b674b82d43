import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { deviceRow } from '../../support/console/content.ts';
import {
  listOf,
  memoryTokens,
  openConsole,
  person,
  refusal,
  signedInAnswers,
  TOKENS,
} from '../../support/console/console.tsx';

afterEach(cleanup);

it('a row that cannot be read shows what the list has of it, and that it could not be read', async () => {
  const cab = deviceRow(1);
  await openConsole({
    path: '/admin/devices',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), {
      'GET /api/devices': () => listOf([cab]),
      'GET /api/saved-views': () => listOf([]),
      [`GET /api/devices/${cab.id}`]: () => refusal('FORBIDDEN', {}),
    }),
  });
  fireEvent.click(await screen.findByRole('link', { name: cab.name }));
  const sheet = await screen.findByRole('dialog', { name: cab.name });
  expect(await within(sheet).findByRole('alert')).toBeTruthy();
  expect(within(sheet).getByRole('tab', { name: 'Details' })).toBeTruthy();
});
