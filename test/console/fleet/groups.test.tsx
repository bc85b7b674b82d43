import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { deviceRow, idOf } from '../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  refusal,
  signedInAnswers,
  TOKENS,
  type Answers,
} from '../../support/console/console.tsx';

afterEach(cleanup);

const common = { created_at: '2026-01-05T08:00:00.000Z', updated_at: '2026-01-05T08:00:00.000Z' };
const airport = {
  ...{ id: idOf(1), name: 'Airport', parent_id: null, rule: null },
  ...{ ...common, created_by: null, version: 3, deleted_at: null },
};
const open = (role: 'admin' | 'analyst', answers: Answers = {}) =>
  openConsole({
    path: '/admin/devices',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person(role), {
      'GET /api/devices': () => listOf([deviceRow(1)]),
      'GET /api/device-groups': () => listOf([airport]),
      'GET /api/saved-views': () => listOf([]),
      ...answers,
    }),
  });
const openGroups = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Groups' }));
  return screen.findByRole('dialog', { name: 'Groups' });
};

it('the list of screens is narrowed to a group', async () => {
  const { to } = await open('analyst');
  fireEvent.change(await screen.findByLabelText('Group'), { target: { value: airport.id } });
  await waitFor(() => expect(location.search).toBe(`?group_id=${airport.id}`));
  expect(to('/api/devices').length).toBeGreaterThan(1);
});

it('groups are added by their name', async () => {
  const { to } = await open('admin', {
    'POST /api/device-groups': () => json(airport),
  });
  const dialog = await openGroups();
  fireEvent.change(within(dialog).getByLabelText('New group'), { target: { value: 'Harbour' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add group' }));
  await waitFor(() =>
    expect(to('/api/device-groups')).toContainEqual(
      expect.objectContaining({ method: 'POST', body: { name: 'Harbour' } }),
    ),
  );
});

it('groups are deleted as they were seen, and a refusal is said', async () => {
  const { to } = await open('admin', {
    [`DELETE /api/device-groups/${airport.id}`]: () => refusal('FORBIDDEN'),
  });
  const dialog = await openGroups();
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Delete Airport' }));
  await within(dialog).findByRole('alert');
  expect(to(`/api/device-groups/${airport.id}`)[0]?.headers.get('if-match')).toBe('"3"');
});

it('groups are renamed as they were seen, and one deleted is brought back', async () => {
  const one = `/api/device-groups/${airport.id}`;
  const { to } = await open('admin', {
    [`PATCH ${one}`]: () => json({ ...airport, name: 'Terminal 2', version: 4 }),
    [`DELETE ${one}`]: () => new Response(null, { status: 204 }),
    [`POST ${one}/restore`]: () => json(airport),
  });
  const dialog = await openGroups();
  fireEvent.click(await within(dialog).findByLabelText('Rename Airport'));
  fireEvent.change(within(dialog).getByLabelText('Name of Airport'), { target: { value: 'Terminal 2' } });
  fireEvent.click(within(dialog).getByText('Save'));
  const renamed = expect.objectContaining({ method: 'PATCH', body: { name: 'Terminal 2' } }) as object;
  await waitFor(() => expect(to(one)).toContainEqual(renamed));

  fireEvent.click(await within(dialog).findByLabelText('Delete Airport'));
  fireEvent.click(await within(dialog).findByText('Undo'));
  await waitFor(() => expect(to(`${one}/restore`)).toHaveLength(1));
});

it('who may only look at screens sees the groups and changes none', async () => {
  await open('analyst');
  const dialog = await openGroups();
  expect(await within(dialog).findByText('Airport')).toBeTruthy();
  expect(within(dialog).queryByRole('button', { name: /Delete|Rename|Add/ })).toBeNull();
});
