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

const common = { created_at: '2026-01-05T08:00:00.000Z', updated_at: '2026-01-05T08:00:00.000Z' };
const night = { playlist_id: idOf(9), playlist_name: 'Night loop' };
const airport = {
  ...{ id: idOf(1), name: 'Airport', parent_id: null, parent_name: null, rule: null, screens: 2, ...night },
  ...{ ...common, tenant_id: idOf(0), created_by: null, version: 3, deleted_at: null },
};
const from = {
  playlist_id: null,
  playlist_name: 'Night loop',
  playlist_group: { id: airport.id, name: 'Airport' },
};
const cab = deviceRow(1, { name: 'Cab 1182', group_ids: [airport.id], ...from });
const tagged = deviceRow(2, { name: 'Cab 0417', tags: ['late'], ...from });
const spare = deviceRow(3, { name: 'Cab 0933' });
const open = (role: 'admin' | 'analyst', path: string, answers: Answers = {}) =>
  openConsole({
    path,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person(role), {
      'GET /api/devices': ({ url }) =>
        listOf(url.searchParams.has('group_id') ? [cab, tagged] : [cab, tagged, spare]),
      [`GET /api/devices/${spare.id}`]: () => json(spare),
      'GET /api/device-groups': () => listOf([airport]),
      [`GET /api/device-groups/${airport.id}`]: () => json(airport),
      'GET /api/playlists': () => listOf([]),
      [`GET /api/playlists/${night.playlist_id}`]: () => json({ id: night.playlist_id, name: 'Night loop' }),
      'GET /api/saved-views': () => listOf([]),
      'POST /api/devices/changes': () => json({ ok: [spare.id], failed: [] }),
      ...answers,
    }),
  });
const GROUPS = '/admin/devices/groups';
const openGroup = async () => screen.findByRole('dialog', { name: 'Airport' });

it('the list of screens is narrowed to a group, and says which group a playlist comes from', async () => {
  const { to } = await open('analyst', '/admin/devices');
  expect((await screen.findAllByText('from group Airport')).length).toBe(2);
  fireEvent.change(await screen.findByLabelText('Groups'), { target: { value: airport.id } });
  await waitFor(() => expect(location.search).toBe(`?group_id=${airport.id}`));
  expect(to('/api/devices').length).toBeGreaterThan(1);
});

it('the live wall is narrowed to a group', async () => {
  const counts = { online: 2, stale: 0, offline: 0, never: 0 };
  const wall = {
    at: '2026-01-05T08:00:00.000Z',
    presence: counts,
    versions: [],
    total: 0,
    tiles: [],
    incidents: 0,
  };
  const { to } = await open('admin', '/admin/devices/monitor', {
    'GET /api/devices/live': () => new Response(`data: ${JSON.stringify(wall)}\n\n`),
  });
  fireEvent.change(await screen.findByLabelText('Groups'), { target: { value: airport.id } });
  await waitFor(() => expect(location.search).toBe(`?group_id=${airport.id}`));
  await waitFor(() =>
    expect(to('/api/devices/live').at(-1)?.url.searchParams.get('group_id')).toBe(airport.id),
  );
});

it('a group has a place: how many screens it has, and what they play', async () => {
  await open('analyst', GROUPS);
  fireEvent.click(await screen.findByText('Airport'));
  const sheet = await openGroup();
  expect(await within(sheet).findByRole('link', { name: 'Cab 1182' })).toBeTruthy();
  expect(within(sheet).getByText('by tag')).toBeTruthy();
  expect(within(sheet).queryByRole('button', { name: /Remove|Add screens/ })).toBeNull();
});

it('screens are put into it and taken out, but for those of its rule', async () => {
  const { to } = await open('admin', `${GROUPS}?id=${airport.id}`);
  const sheet = await openGroup();
  fireEvent.click(await within(sheet).findByRole('button', { name: 'Remove Cab 1182 from this group' }));
  await waitFor(() =>
    expect(to('/api/devices/changes')[0]?.body).toEqual({
      device_ids: [cab.id],
      change: { remove_groups: [airport.id] },
    }),
  );
  expect(within(sheet).queryByRole('button', { name: /Cab 0417/ })).toBeNull();
  fireEvent.click(within(sheet).getByRole('button', { name: 'Add screens' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add screens to Airport' });
  fireEvent.click(await within(dialog).findByRole('combobox', { name: 'Screens' }));
  fireEvent.pointerDown(await within(dialog).findByRole('option', { name: 'Cab 0933' }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add screens' }));
  await waitFor(() =>
    expect(to('/api/devices/changes')[1]?.body).toEqual({
      device_ids: [spare.id],
      change: { add_groups: [airport.id] },
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add screens to Airport' })).toBeNull());
});

it('its rule is written as tags, and taken away with the last of them', async () => {
  const one = `/api/device-groups/${airport.id}`;
  const late = { ...airport, rule: { tags: ['late'] } };
  const { to } = await open('admin', `${GROUPS}?id=${airport.id}&tab=settings`, {
    'GET /api/device-groups': () => listOf([late]),
    [`GET ${one}`]: () => json(late),
    [`PATCH ${one}`]: () => json({ ...airport, version: 4 }),
  });
  const sheet = await openGroup();
  fireEvent.click(await within(sheet).findByRole('button', { name: 'Remove late' }));
  fireEvent.click(within(sheet).getByRole('button', { name: 'Save' }));
  const saved = expect.objectContaining({ method: 'PATCH', body: { rule: null } }) as object;
  await waitFor(() => expect(to(one)).toContainEqual(saved));
});

it('the list of screens is narrowed to what a playlist is on', async () => {
  const { to } = await open('analyst', '/admin/devices', {
    'GET /api/playlists': () => listOf([{ id: night.playlist_id, name: 'Night loop' }]),
  });
  fireEvent.change(await screen.findByLabelText('Playlist'), { target: { value: night.playlist_id } });
  await waitFor(() =>
    expect(to('/api/devices').at(-1)?.url.searchParams.get('playlist_id')).toBe(night.playlist_id),
  );
  expect(location.search).toBe(`?playlist_id=${night.playlist_id}`);
});
