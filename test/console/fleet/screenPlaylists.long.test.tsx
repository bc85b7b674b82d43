/** A playlist made for a part of a screen is offered to no screen, by whichever way one gets a playlist. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { NewEntryDialog } from '../../../console/playout/schedule/EntryDialog.tsx';
import { deviceRow, playlistDetailRow, playlistRow } from '../../support/console/content.ts';
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
import { openPart } from '../../support/console/form.tsx';

afterEach(cleanup);

const cab = deviceRow(1, { name: 'Cab 1182', playlist_id: null, playlist_name: null });
const { id, tenant_id, created_at, updated_at, created_by, version, deleted_at } = deviceRow(2);
const airport = {
  ...{ id, tenant_id, created_at, updated_at, created_by, version, deleted_at, name: 'Airport', screens: 1 },
  ...{ parent_id: null, parent_name: null, rule: null, playlist_id: null, playlist_name: null },
};
const loops = [
  playlistRow(1, { name: 'City loop', zone: 'full' }),
  playlistRow(2, { name: 'Wide loop', zone: 'main' }),
  playlistRow(3, { name: 'Side loop', zone: 'side' }),
  playlistRow(4, { name: 'News ticker', zone: 'ticker' }),
];
const isPicked = (zones: string | null) => (loop: (typeof loops)[number]) =>
  zones === null || zones.split(',').includes(loop.zone);

const playlists: Answers = {
  'GET /api/playlists': ({ url }) => listOf(loops.filter(isPicked(url.searchParams.get('zone')))),
};
const open = (path: string, answers: Answers = {}) =>
  openConsole({
    path,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), {
      ...playlists,
      ...answers,
      'GET /api/devices': () => listOf([cab]),
      [`GET /api/devices/${cab.id}`]: () => json(cab),
      'GET /api/device-groups': () => listOf([airport]),
      [`GET /api/device-groups/${airport.id}`]: () => json(airport),
      'GET /api/saved-views': () => listOf([]),
      'GET /api/schedule-entries': () => listOf([]),
      'GET /api/schedule-entries/plan': () => json({ tz: 'UTC', entries: [], stretches: [], standing: null }),
    }),
  });
/** What the picker in a dialog lists. The page beneath has a filter with the names of all playlists. */
async function offered(dialog: HTMLElement) {
  const picker = within(dialog);
  fireEvent.click(await picker.findByRole('combobox', { name: /Playlist/ }));
  await picker.findByRole('option', { name: 'City loop' });
  return loops.map(({ name }) => name).filter(name => picker.queryByRole('option', { name }) !== null);
}
const WHOLE = ['City loop', 'Wide loop'];

it('of one screen', async () => {
  await open(`/admin/devices?id=${cab.id}&tab=settings`);
  expect(await offered(await screen.findByRole('dialog'))).toEqual(WHOLE);
});

it('of a group', async () => {
  await open(`/admin/devices/groups?id=${airport.id}&tab=settings`);
  expect(await offered(await screen.findByRole('dialog'))).toEqual(WHOLE);
});

it('of many screens at once', async () => {
  await open('/admin/devices?q=cab');
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Cab 1182' }));
  const bar = await screen.findByRole('region', { name: 'Selected rows' });
  fireEvent.click(within(bar).getByRole('button', { name: 'Change…' }));
  const dialog = await screen.findByRole('dialog', { name: /^Change/ });
  expect(await offered(dialog)).toEqual(WHOLE);
});

it('of an exception', async () => {
  await openPart(
    <NewEntryDialog target="Cab 1182" draft={{}} create={() => Promise.resolve()} close={() => undefined} />,
    { answers: playlists, namespaces: ['schedule'] },
  );
  expect(await offered(screen.getByRole('dialog'))).toEqual(WHOLE);
});

it.each([
  ['full', 1],
  ['side', 0],
] as const)('the page of a playlist for the zone %s has %s actions that assign it', async (zone, buttons) => {
  const loop = playlistDetailRow(5, [], { name: 'Harbour', zone });
  await open(`/playlists/${loop.id}`, {
    [`GET /api/playlists/${loop.id}`]: () => json(loop),
    [`GET /api/playlists/${loop.id}/versions`]: () => json({ items: [] }),
    [`GET /api/playlists/${loop.id}/readiness`]: () =>
      json({ screens: 0, ready: 0, lacking: [], late: [], cost: [] }),
  });
  await screen.findByRole('heading', { level: 1, name: 'Harbour' });
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Harbour' }));
  await screen.findByRole('menuitem', { name: 'Duplicate' });
  expect(screen.queryAllByRole('menuitem', { name: 'Assign to screens' })).toHaveLength(buttons);
});

it('beside another playlist only those for a part of the screen are offered', async () => {
  await open('/playlists/new');
  fireEvent.click(await screen.findByRole('combobox', { name: 'Second zone' }));
  await screen.findByRole('option', { name: 'News ticker' });
  expect(screen.queryByRole('option', { name: 'City loop' })).toBeNull();
});
