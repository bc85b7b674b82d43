import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import {
  json,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
} from '../../support/console/console.tsx';

afterEach(cleanup);

const basis = {
  ...{ from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' },
  ...{ before: '2026-10-02T00:00:00.000Z', as_of: '2026-11-20T10:00:00.000Z' },
  expected: { screens: 0, since: null },
};
const none = { items: [], total: 0 };
const open = (path: string, endpoint: string, answer: object) =>
  openConsole({
    path,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), {
      [`GET /api/analytics/${endpoint}`]: () => json({ ...basis, ...answer }),
      'GET /api/creatives': () => json(none),
      'GET /api/devices': () => json(none),
      'GET /api/devices/places': () => json(none),
      'GET /api/saved-views': () => json(none),
    }),
  });

it('a map with few plays says that their cell is left out, in the singular, and not that there is nothing', async () => {
  await open('/admin/analytics/map', 'map', {
    ...{ cells: [], screens: [], placeless: 1 },
    hidden: { cells: 1, plays: 1 },
  });
  const left = '1 cell with fewer than 10 plays is left out. Plays in it: 1.';
  expect(await screen.findByText(left)).toBeTruthy();
  expect(screen.getByText(/^1 play carries no place/)).toBeTruthy();
  expect(screen.queryByText('Nothing in this period.')).toBeNull();
});

it('of many cells a hundred rows are drawn, more on demand, and all on paper', async () => {
  const cells = Array.from({ length: 450 }, (_, n) => ({
    ...{ cell: `${n}:7`, plays: 5_000 - n, screens: 3, duration_ms: 60_000 },
  }));
  await open('/admin/analytics/map', 'map', {
    ...{ cells, screens: [], placeless: 0 },
    hidden: { cells: 0, plays: 0 },
  });
  const table = within(await screen.findByRole('table', { name: 'Grid cells' }));
  const drawn = () => table.getAllByRole('row').length - 1;
  expect(drawn()).toBe(100);
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect([drawn(), screen.getByText(/of 450 rows/).textContent]).toEqual([200, '200 of 450 rows']);
  fireEvent(window, new Event('beforeprint'));
  expect(drawn()).toBe(450);
});

const hours = [{ hour: 9, people: 40, screen_hours: 1 }];
it('a group of the audience is named by its gender and its age', async () => {
  await open('/admin/analytics/audience', 'audience', {
    ...{ people: 40, before_people: null, screens: 1, hours },
    groups: [{ age: '18_34', gender: 'female', people: 40 }],
  });
  const groups = within(await screen.findByRole('figure', { name: 'Age and gender' }));
  expect(groups.getByText('Women, 18–34')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Export' })).toBeTruthy();
});

it('figures of nothing are offered as no file', async () => {
  await open('/admin/analytics/audience', 'audience', {
    ...{ people: null, before_people: null, screens: 0, groups: [] },
    hours: [{ hour: 9, people: null, screen_hours: 0 }],
  });
  expect(await screen.findByText('Nobody has been counted in this period')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
});
