import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { idOf } from '../../support/console/content.ts';
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

const row = {
  ...{ id: idOf(1), tenant_id: idOf(0), created_by: null, version: 3, deleted_at: null },
  ...{ created_at: '2026-01-05T08:00:00.000Z', updated_at: '2026-01-05T08:00:00.000Z' },
  ...{ device_id: null, group_id: idOf(2), place_name: 'Airport taxis', is_gone: false },
  ...{ title: 'Airport, all day', format: { w: 1280, h: 800, durations_ms: [8_000, 15_000] } },
  ...{ floor_micros: 4_500_000, currency: 'EUR', avails_per_h: 60, share_max_pct: 40 },
  ...{ blocked_cats: ['IAB7'], state: 'paused' },
};
const SPAN = { from: '2026-10-27T08:00:00.000Z', to: '2026-11-24T08:00:00.000Z', screens: 2 };
const HOURS = [{ day: 1, hour: 8, screen_hours: 8, plays: 960 }];
const open = (of: Partial<typeof row> = {}, answers: Answers = {}) => {
  const listed = { ...row, ...of };
  return openConsole({
    path: `/admin/listings?id=${row.id}`,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('manager'), {
      'GET /api/saved-views': () => listOf([]),
      'GET /api/device-groups': () => listOf([]),
      'GET /api/listings': () => listOf([listed]),
      [`GET /api/listings/${row.id}`]: () => json(listed),
      [`GET /api/listings/${row.id}/measured`]: () => json({ ...SPAN, hours: HOURS }),
      [`PATCH /api/listings/${row.id}`]: () => json(listed),
      ...answers,
    }),
  });
};
const sheetOf = () => screen.findByRole('dialog', { name: row.title });

it('what the screens of a listing have shown stands beside what it offers', async () => {
  await open();
  const sheet = await sheetOf();
  expect(await within(sheet).findByRole('heading', { name: 'Plays an hour on a screen' })).toBeTruthy();
  expect(sheet.textContent).toContain('120 plays an hour over 8 screen hours. This listing offers 60 avails');
  fireEvent.click(within(sheet).getByRole('button', { name: 'Screens' }));
  fireEvent.click(within(sheet).getByRole('button', { name: 'View as table' }));
  const table = within(sheet).getByRole('table', { name: 'Screens switched on' });
  expect(within(table).getByRole('row', { name: /^08:00/ }).textContent).toContain('2');
});

it('one whose group is deleted says so and cannot be resumed', async () => {
  await open(
    { is_gone: true },
    { [`GET /api/listings/${row.id}/measured`]: () => json({ ...SPAN, hours: [] }) },
  );
  const sheet = await sheetOf();
  expect(await within(sheet).findByText('Nothing measured yet')).toBeTruthy();
  expect(within(sheet).getByText(/group of this listing is deleted/)).toBeTruthy();
  expect(within(sheet).queryByRole('button', { name: 'Resume' })).toBeNull();
  expect(within(sheet).getByRole('button', { name: 'Archive' })).toBeTruthy();
});

it('its format is typed as one field and sent whole, with the version it was seen in', async () => {
  const { to } = await open();
  const sheet = await sheetOf();
  fireEvent.click(within(sheet).getByRole('tab', { name: 'Offer' }));
  const lengths = await within(sheet).findByLabelText('Spot lengths in seconds');
  expect((lengths as HTMLInputElement).value).toBe('8, 15');
  fireEvent.change(lengths, { target: { value: '8, long' } });
  fireEvent.blur(lengths);
  expect(await within(sheet).findByText('Enter lengths in seconds, e.g. 10, 15.')).toBeTruthy();
  fireEvent.change(lengths, { target: { value: '8, 15, 20' } });
  fireEvent.change(within(sheet).getByLabelText('Width in pixels'), { target: { value: '1920' } });
  fireEvent.click(within(sheet).getByRole('button', { name: 'Save' }));
  const patch = () => to(`/api/listings/${row.id}`).find(({ method }) => method === 'PATCH');
  await waitFor(() => expect(patch()).toBeTruthy());
  expect(patch()?.body).toEqual({
    format: { w: 1920, h: 800, durations_ms: [8_000, 15_000, 20_000] },
  });
});

const SOLD = {
  screens: 2,
  campaigns: [
    { id: idOf(7), name: 'Harbour week', class: 'guaranteed', state: 'live', screens: 1, granted: 12 },
    { id: idOf(8), name: 'Tram Museum', class: 'standard', state: 'live', screens: 2, granted: 0 },
  ],
};
const dayOfSold = (day: string, sold_pct: number, booked: object[] = []) => ({
  ...{ day, sold_pct, free_pct: 40 - 2 * sold_pct, booked },
});
const openSold = async (answers: Answers) => {
  const opened = await open({}, answers);
  const sheet = await sheetOf();
  fireEvent.click(await within(sheet).findByRole('tab', { name: 'Sold' }));
  return { ...opened, sheet };
};
const SOLD_CALL = `GET /api/listings/${row.id}/sold`;

it('its calendar shows what is sold on each day and to whom, and the same as a table', async () => {
  const booked = [
    { campaign_id: idOf(7), share_pct: 12.5 },
    { campaign_id: idOf(8), share_pct: 0 },
  ];
  const { sheet, to } = await openSold({
    [SOLD_CALL]: () =>
      json({ ...SOLD, days: [dayOfSold('2026-01-05', 12.5, booked), dayOfSold('2026-01-06', 0)] }),
  });
  const first = await within(sheet).findByRole('button', { name: /12\.5.*sold, 15.*free/ });
  expect(first.getAttribute('aria-pressed')).toBe('true');
  const list = within(sheet).getByRole('region', { name: 'Campaigns' });
  expect(within(list).getByRole('link', { name: 'Harbour week' }).getAttribute('href')).toBe(
    `/campaigns/${idOf(7)}`,
  );
  expect(list.textContent).toContain('12 plays out with its screens');
  expect(list.textContent).toContain('shares the remaining time');
  fireEvent.click(within(sheet).getByRole('button', { name: /0.*sold, 40.*free/ }));
  expect(list.textContent).toContain('No campaign is booked on this day.');
  fireEvent.click(within(sheet).getByRole('button', { name: 'View as table' }));
  const table = within(sheet).getByRole('table', { name: 'Share sold, by day' });
  expect(within(table).getAllByRole('row')[1]!.textContent).toContain('Harbour week');
  fireEvent.click(within(sheet).getByRole('button', { name: 'Month' }));
  await waitFor(() => expect(to(`/api/listings/${row.id}/sold`)).toHaveLength(2));
});

it('one without a screen has nothing to sell, and an answer that fails can be asked for again', async () => {
  const { sheet } = await openSold({ [SOLD_CALL]: () => json({ screens: 0, campaigns: [], days: [] }) });
  expect(await within(sheet).findByText('No screens')).toBeTruthy();
  cleanup();
  const failing = await openSold({ [SOLD_CALL]: () => json({ error: 'INTERNAL', message: 'no' }, 500) });
  expect(await within(failing.sheet).findByRole('button', { name: /again|retry/i })).toBeTruthy();
});
