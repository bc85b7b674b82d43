import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { deviceRow, idOf, playlistDetailRow } from '../../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  signedInAnswers,
  TOKENS,
} from '../../../support/console/console.tsx';

afterEach(cleanup);

const common = { created_at: '2026-01-05T08:00:00.000Z', updated_at: '2026-01-05T08:00:00.000Z' };
const group = (n: number, name: string, playlist_id: string | null) => ({
  ...{ id: idOf(n), name, parent_id: null, parent_name: null, rule: null, screens: 12, ...common },
  ...{ tenant_id: idOf(0), created_by: null, version: n, deleted_at: null },
  ...{ playlist_id, playlist_name: playlist_id === null ? null : 'Some loop' },
});

it('a playlist is put on a group and taken off another, and its screens stay as they are', async () => {
  const loop = playlistDetailRow(1, [], { name: 'Day loop' });
  const groups = [group(3, 'Airport', null), group(4, 'Night line', loop.id), group(5, 'Depot', idOf(9))];
  const { to } = await openConsole({
    path: `/playlists/${loop.id}/edit`,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(undefined, {
      [`GET /api/playlists/${loop.id}`]: () => json(loop),
      'GET /api/creatives': () => listOf([]),
      'GET /api/devices': () => listOf([deviceRow(2, { name: 'Cab 0417' })]),
      'GET /api/device-groups': () => listOf(groups),
      ...Object.fromEntries(groups.map(row => [`PATCH /api/device-groups/${row.id}`, () => json(row)])),
    }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Assign to screens' }));
  const dialog = await screen.findByRole('dialog', { name: 'Screens for Day loop' });
  const box = async (name: RegExp) => within(dialog).findByRole<HTMLInputElement>('checkbox', { name });
  expect([(await box(/Airport/)).checked, (await box(/Night line/)).checked]).toEqual([false, true]);
  fireEvent.click(await box(/Airport/));
  fireEvent.click(await box(/Night line/));
  fireEvent.click(await box(/Depot/));
  fireEvent.click(await box(/Depot/));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Assign' }));
  await screen.findByText('2 groups changed');
  const sent = groups.flatMap(({ id }) => to(`/api/device-groups/${id}`));
  expect(sent.map(({ headers, body }) => [headers.get('if-match'), body])).toEqual([
    ['"3"', { playlist_id: loop.id }],
    ['"4"', { playlist_id: null }],
  ]);
  expect(to(`/api/playlists/${loop.id}/assign`)).toEqual([]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
