import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { deviceRow } from '../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
} from '../../support/console/console.tsx';

afterEach(cleanup);

it.each([
  ['of a screen that is not paired', 'admin', 'unpaired', 0],
  ['of a screen that plays', 'admin', 'active', 1],
] as const)(
  'remote control stands in the sheet %s only where there is something in it',
  async (_, role, state, tabs) => {
    const cab = deviceRow(1, { name: 'Cab 1182', state });
    await openConsole({
      path: `/admin/devices?id=${cab.id}`,
      tokens: memoryTokens(TOKENS),
      answers: signedInAnswers(person(role), {
        'GET /api/devices': () => listOf([cab]),
        [`GET /api/devices/${cab.id}`]: () => json(cab),
        'GET /api/device-groups': () => listOf([]),
        'GET /api/saved-views': () => listOf([]),
        'GET /api/incidents': () => listOf([]),
        'GET /api/device-commands': () => listOf([]),
      }),
    });
    const sheet = await screen.findByRole('dialog', { name: 'Cab 1182' });
    await within(sheet).findByRole('tab', { name: 'Settings' });
    expect(within(sheet).queryAllByRole('tab', { name: 'Remote control' })).toHaveLength(tabs);
  },
);
