import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { deviceRow } from '../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  refusal,
  signedInAnswers,
  TENANT,
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

it('Close pressed while a change is being saved closes the sheet once it is saved', async () => {
  const place = {
    ...{ id: '00000000-0000-7000-8000-0000000000aa', version: 1, deleted_at: null, name: 'One place' },
    ...{ address: '', lat: 1, lng: 1, radius_m: 100, tz: 'UTC', external_id: null, status: 'active' },
    ...{ hours: [[], [], [], [], [], [], []], venue: null },
    ...{ created_at: '2026-01-05T08:00:00.000Z', updated_at: '2026-01-05T08:00:00.000Z', created_by: null },
  };
  let answerSave = () => {};
  const saved = new Promise<void>(done => (answerSave = done));
  await openConsole({
    path: '/business/locations',
    tokens: memoryTokens(TOKENS),
    answers: {
      'GET /api/auth/me': () =>
        json({
          user: person('manager'),
          tenants: [{ id: TENANT, name: 'Fleet', slug: 'fleet', portal_business: true }],
        }),
      'GET /api/locations': () => listOf([place]),
      [`GET /api/locations/${place.id}`]: () => json(place),
      [`PATCH /api/locations/${place.id}`]: async () => {
        await saved;
        return json({ ...place, name: 'Another place', version: 2 });
      },
    },
  });
  fireEvent.click(await screen.findByRole('link', { name: place.name }));
  const sheet = await screen.findByRole('dialog', { name: place.name });
  const field = await within(sheet).findByDisplayValue(place.name);
  fireEvent.change(field, { target: { value: 'Another place' } });
  fireEvent.click(within(sheet).getByRole('button', { name: 'Save' }));
  fireEvent.click(within(sheet).getByRole('button', { name: 'Close' }));
  /** By the attribute: a question above it hides the sheet from who uses a screen reader. */
  expect(document.querySelector('[role=dialog]')).toBeTruthy();
  answerSave();
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull());
});
