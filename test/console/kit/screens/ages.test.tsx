/** Without a server every part of a page says how old it is itself, and the bar says it of the oldest. */
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNow } from '../../../../console/kit/text/useFormat.ts';
import { json, listOf, memoryTokens, openConsole, TOKENS } from '../../../support/console/console.tsx';
import { cut, lastUser, tenants } from '../../../support/console/session.ts';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const MINUTE = 60_000;
/** What is drawn may lag behind the clock by so much. */
const TICK = 5_000;
const place = {
  ...{ id: '00000000-0000-7000-8000-0000000000aa', version: 1, deleted_at: null, name: 'One place' },
  ...{ address: '', lat: 1, lng: 1, radius_m: 100, tz: 'UTC', external_id: null, status: 'active' },
  ...{ hours: [[], [], [], [], [], [], []], venue: null },
  ...{ created_at: '2026-01-05T08:00:00.000Z', updated_at: '2026-01-05T08:00:00.000Z', created_by: null },
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** The server has not confirmed the user for an hour; the list has just been answered. */
async function open(readOne: () => Response | Promise<Response>, row = place) {
  await openConsole({
    path: '/business/locations',
    tokens: memoryTokens(TOKENS),
    answers: {
      'GET /api/auth/me': cut,
      'GET /api/locations': () => listOf([row]),
      [`GET /api/locations/${row.id}`]: readOne,
    },
    lastUser: () =>
      Promise.resolve({
        ...lastUser(Date.now() - 60 * MINUTE),
        tenants: tenants.map(tenant => ({ ...tenant, portal_business: true })),
      }),
  });
  await screen.findByRole('link', { name: place.name });
  await pass(MINUTE + TICK);
}
const main = () => document.querySelector('main')!;
const bar = () => screen.getByText(/You see data from/).textContent;
async function openSheet() {
  fireEvent.click(screen.getByText(place.name));
  const sheet = await screen.findByRole('dialog', { name: place.name });
  await within(sheet).findByDisplayValue(place.name);
  return sheet;
}

it('bar, list and sheet say one age of one answer, and each its own of its own', async () => {
  await open(() => json(place));
  expect(bar()).toContain('You see data from 1 min ago.');
  expect(main().textContent).toContain('As of 1 min ago');
  const sheet = await openSheet();
  await pass(MINUTE + TICK);
  expect(sheet.textContent).toContain('As of 1 min ago');
  expect(main().textContent).toContain('As of 2 min ago');
  expect(bar()).toContain('You see data from 2 min ago.');
});

it('a sheet that has the row of the list is as old as the list', async () => {
  /** The page before may still be keeping what it has read of its own place. */
  await open(cut, { ...place, id: '00000000-0000-7000-8000-0000000000bb' });
  const sheet = await openSheet();
  expect(sheet.textContent).toContain('As of 1 min ago');
});

it('the time is one for all who look, whenever they began to', async () => {
  const times: Record<string, number> = {};
  const Clock = ({ name }: { name: string }) => {
    times[name] = useNow();
    return null;
  };
  render(<Clock name="early" />);
  await pass(7_000);
  render(<Clock name="late" />);
  expect(times['late']).toBe(times['early']);
  await pass(4_000);
  expect(times['late']).toBe(times['early']);
});
