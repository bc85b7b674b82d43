import { cleanup, screen } from '@testing-library/react';
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
} from '../../support/console/console.tsx';

afterEach(cleanup);

const cab = deviceRow(1, { name: 'Cab 1182' });

async function openSchedule(standing: object | null) {
  await openConsole({
    path: `/admin/devices?id=${cab.id}&tab=schedule`,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), {
      'GET /api/devices': () => listOf([cab]),
      [`GET /api/devices/${cab.id}`]: () => json(cab),
      'GET /api/schedule-entries': () => listOf([]),
      'GET /api/schedule-entries/plan': () => json({ tz: 'UTC', entries: [], stretches: [], standing }),
    }),
  });
  /** The tab is in sight. */
  window.IntersectionObserver = class {
    constructor(seen: IntersectionObserverCallback) {
      this.observe = () => seen([{ isIntersecting: true } as IntersectionObserverEntry], this as never);
    }
    observe: () => void;
    unobserve = () => undefined;
    disconnect = () => undefined;
  } as unknown as typeof IntersectionObserver;
  await screen.findByText('Exceptions');
}

it('of a screen without a playlist the schedule speaks of the house loop, and of no standing playlist', async () => {
  await openSchedule(null);
  expect(screen.getByText(/the screen shows the house loop/)).toBeTruthy();
  expect(screen.getByText('None yet.')).toBeTruthy();
  expect(screen.queryByText(/standing playlist/i)).toBeNull();
});

it('of a screen with one it names that playlist at both places', async () => {
  await openSchedule({
    ...{ playlist_id: idOf(8), playlist_name: 'City loop' },
    ...{ source: 'fallback', group_name: null },
  });
  expect(screen.getByText('City loop')).toBeTruthy();
  expect(screen.getByText('None yet. “City loop” plays around the clock.')).toBeTruthy();
});
