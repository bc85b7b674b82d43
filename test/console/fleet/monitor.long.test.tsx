/** The wall of screens: what it says where there is none. */
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import {
  listOf,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
} from '../../support/console/console.tsx';
import { idOf } from '../../support/console/content.ts';

afterEach(cleanup);

const PAGE = '/admin/devices/monitor';
const AT = '2026-11-30T06:00:00.000Z';
const tile = {
  ...{ id: idOf(1), name: 'Cab 0417', vehicle: null, presence: 'online', last_seen_at: AT, ready: 1 },
  ...{ picture_url: null, now_playing: 'Harbour ferry', saves_data: false, network: null, version: null },
};
const open = (path: string, tiles: object[], language = 'en') =>
  openConsole({
    path,
    language,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('analyst'), {
      'GET /api/devices/live': () => {
        const wall = { at: new Date().toISOString(), presence: {}, versions: [], incidents: 0 };
        return new Response(`data: ${JSON.stringify({ ...wall, tiles, total: tiles.length })}\n\n`);
      },
      'GET /api/playlists': () => listOf([]),
      'GET /api/devices/groups': () => listOf([]),
      'GET /api/devices/incidents': () => listOf([]),
      'GET /api/notices': () => listOf([]),
    }),
  });

it('says how the first one comes to it', async () => {
  await open(PAGE, []);
  expect(await screen.findByText('No screens yet')).toBeTruthy();
  expect(screen.getByText('Pair one under Devices.')).toBeTruthy();
});

it('says of a state that no screen is in it', async () => {
  await open(`${PAGE}?status=offline`, []);
  expect(await screen.findByText('No screens are in this state.')).toBeTruthy();
});

it('says what plays as the language does', async () => {
  await open(PAGE, [tile], 'zh');
  expect(await screen.findByText('正在播放：Harbour ferry')).toBeTruthy();
});
