import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../../../shared/clock.ts';
import { BREAKDOWNS } from '../../../shared/contract/proof/analytics.ts';
import { dayStart, isoDate } from '../../../shared/i18n/format.ts';
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

const nothing = { rows: [], total: 0, rest_plays: 0 };
const figures = {
  ...{ plays: 9, not_shown: 0, duration_ms: 90_000, quarantined: 0 },
  ...{ completed: 9, sold_plays: 0, sold_ms: 0, screens: 5 },
};
const overview = (without_picture?: object) => ({
  ...{ now: figures, earlier: figures, groups: [], earlier_groups: [] },
  by: Object.fromEntries(BREAKDOWNS.map(by => [by, nothing])),
  uptime: { on_ms: 90_000, dark_ms: 0, share: 1, before_share: 1, screens: [], without_picture },
});
const cab = (n: number) => ({
  ...{ id: `00000000-0000-7000-8000-0000000000${n}`, name: `Cab 07${n}` },
  last_seen_at: '2026-10-30T10:00:00.000Z',
});

it('screens that played nothing are named beside an uptime of 100 %, each with its way to the screen', async () => {
  await open('/admin/analytics', 'overview', overview({ total: 1, screens: [cab(65)] }));
  expect(await screen.findByText('1 screen had no picture at all:')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Cab 0765' });
  expect(link.getAttribute('href')).toBe(`/admin/devices?id=${cab(65).id}`);
  expect(screen.queryByText(/^and .* more$/)).toBeNull();
});

it('of many screens that played nothing the others are counted', async () => {
  await open('/admin/analytics', 'overview', overview({ total: 1_240, screens: [cab(65), cab(66)] }));
  expect(await screen.findByText('1,240 screens had no picture at all:')).toBeTruthy();
  expect(screen.getByText('and 1,238 more')).toBeTruthy();
});

it.each([
  ['no screen', { total: 0, screens: [] }],
  ['a server of an older build', undefined],
])('nothing is said where it is %s', async (_of, answer) => {
  await open('/admin/analytics', 'overview', overview(answer));
  expect(await screen.findByRole('heading', { name: 'Uptime and dark time' })).toBeTruthy();
  expect(screen.queryByText(/no picture at all/)).toBeNull();
});

/** Of the last call of the overview. */
const spanOf = (calls: readonly { url: URL }[]) =>
  ['from', 'to'].map(key => calls.at(-1)?.url.searchParams.get(key));

it('days in a typed address are whole days of the zone, the last one too', async () => {
  const { to } = await open('/admin/analytics?from=2026-07-14&to=2026-07-15', 'overview', overview());
  await screen.findByRole('heading', { name: 'Uptime and dark time' });
  const span = ['2026-07-13T23:00:00.000Z', '2026-07-15T23:00:00.000Z'];
  expect(spanOf(to('/api/analytics/overview'))).toEqual(span);
  for (const [label, day] of [
    ['From', '2026-07-14'],
    ['To', '2026-07-15'],
  ] as const)
    expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe(day);
  expect(screen.getByRole('button', { name: 'Other', pressed: true })).toBeTruthy();
});
it('yesterday is one press, from its midnight to that of today', async () => {
  const { to } = await open('/admin/analytics', 'overview', overview());
  fireEvent.click(await screen.findByRole('button', { name: 'Yesterday' }));
  expect(await screen.findByRole('button', { name: 'Yesterday', pressed: true })).toBeTruthy();
  const today = isoDate(systemClock.now(), 'Europe/Lisbon');
  await waitFor(() =>
    expect(spanOf(to('/api/analytics/overview'))).toEqual([
      dayStart(today, 'Europe/Lisbon', -1),
      dayStart(today, 'Europe/Lisbon'),
    ]),
  );
});
