import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { deviceRow } from '../../support/console/content.ts';
import {
  listOf,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
} from '../../support/console/console.tsx';

afterEach(cleanup);

const WALL = {
  at: '2026-01-05T08:00:00.000Z',
  presence: { online: 2, stale: 0, offline: 0, never: 0 },
  versions: [
    { version: '1.4.0', screens: 2 },
    { version: '1.3.9', screens: 1 },
  ],
  ...{ total: 3, tiles: [], incidents: 0 },
};
const open = (search = '') =>
  openConsole({
    path: `/admin/devices${search}`,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), {
      'GET /api/devices': () => listOf([deviceRow(1)]),
      'GET /api/saved-views': () => listOf([]),
      'GET /api/devices/live': () =>
        new Response(`data: ${JSON.stringify(WALL)}\n\n`, {
          headers: { 'content-type': 'text/event-stream' },
        }),
    }),
  });
const choice = () => screen.findByLabelText<HTMLSelectElement>('Version');

it('the builds that screens report are chosen on the list itself', async () => {
  const { to } = await open();
  const select = await choice();
  expect([...select.options].map(({ text }) => text)).toEqual([
    'Version: all',
    'Version 1.4.0',
    'Version 1.3.9',
  ]);
  fireEvent.change(select, { target: { value: '1.3.9' } });
  await waitFor(() => expect(location.search).toBe('?app_version=1.3.9'));
  await waitFor(() => expect(to('/api/devices').at(-1)?.url.searchParams.get('app_version')).toBe('1.3.9'));
});

it('a build that no screen reports any more is seen, and can be lifted', async () => {
  await open('?app_version=0.9.0');
  const select = await choice();
  expect(select.value).toBe('0.9.0');
  fireEvent.change(select, { target: { value: '' } });
  await waitFor(() => expect(location.search).toBe(''));
});
