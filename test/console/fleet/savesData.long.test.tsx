/** A screen that saves data: why its plays and pictures come late is said wherever the screen stands. */
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { deviceRow, reportedRow } from '../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  signedInAnswers,
  TOKENS,
  type Answers,
} from '../../support/console/console.tsx';

afterEach(cleanup);

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const screenRow = (n: number, saves_data: boolean, isThere = true) =>
  deviceRow(n, {
    presence: isThere ? 'online' : 'offline',
    last_seen_at: ago(isThere ? 20_000 : 86_400_000),
    reported: reportedRow({ saves_data }),
  });
const [saving, free, away] = [screenRow(1, true), screenRow(2, false), screenRow(3, true, false)];
const rows = [saving, free, away];

const open = (path: string, answers: Answers) =>
  openConsole({ path, tokens: memoryTokens(TOKENS), answers: signedInAnswers(undefined, answers) });
const LIST: Answers = {
  'GET /api/devices': () => listOf(rows),
  ...Object.fromEntries(rows.map(row => [`GET /api/devices/${row.id}`, () => json(row)])),
};

it('the row of a screen that is there says so', async () => {
  await open('/admin/devices', LIST);
  const hasNote = async ({ name }: { name: string }) =>
    within((await screen.findByText(name)).closest('tr')!).queryByText('Saves data') !== null;
  expect(await Promise.all(rows.map(hasNote))).toEqual([true, false, false]);
});

it('the tile of a screen that is there says so', async () => {
  const tiles = rows.map(({ id, name, presence, last_seen_at, reported }) => ({
    ...{ id, name, presence, last_seen_at, saves_data: reported?.saves_data, vehicle: null, ready: 1 },
    ...{ picture_url: null, now_playing: 'Harbour ferry', network: null, version: null },
  }));
  await open('/admin/devices/monitor', {
    ...LIST,
    'GET /api/devices/live': () => {
      const wall = { at: ago(0), presence: {}, versions: [], incidents: 0, tiles, total: tiles.length };
      return new Response(`data: ${JSON.stringify(wall)}\n\n`);
    },
    'GET /api/devices/groups': () => listOf([]),
    'GET /api/devices/incidents': () => listOf([]),
    'GET /api/notices': () => listOf([]),
  });
  const hasNote = async ({ name }: { name: string }) =>
    within((await screen.findByText(name)).closest('li')!).queryByText('Saves data') !== null;
  expect(await Promise.all(rows.map(hasNote))).toEqual([true, false, false]);
});

it.each([
  [saving, 'Saves data: plays come every ten minutes, a picture once an hour'],
  [free, 'not uploaded yet'],
])('the sheet says beside the plays that wait why they do: %#', async (row, note) => {
  await open(`/admin/devices?id=${row.id}`, LIST);
  const sheet = await screen.findByRole('dialog', { name: row.name });
  const figure = (await within(sheet).findByText('Plays to upload')).parentElement!;
  expect(within(figure).getByText(note)).toBeTruthy();
});
