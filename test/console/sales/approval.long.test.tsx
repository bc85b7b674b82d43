import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { bodyOf, campaignForm, formValuesOf } from '../../../console/sales/campaigns/values.ts';
import { campaign, targeting, type Campaign } from '../../../shared/contract/sales/campaign.ts';
import type { Forecast } from '../../../shared/contract/sales/campaignCalls.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
} from '../../support/console/console.tsx';
import { valueOf } from '../../support/console/values.ts';

afterEach(cleanup);

const FLIGHT = { starts_at: '2026-12-01T08:00:00.000Z', ends_at: '2026-12-08T08:00:00.000Z' };
const submitted: Campaign = {
  ...(valueOf(campaign, 'campaign') as Campaign),
  id: '0198f0a0-0000-7000-8000-0000000000c0',
  ...{ name: 'Autumn nights', advertiser: 'Harbour Coffee', note: '', tz: 'Europe/Lisbon', currency: 'EUR' },
  ...{ state: 'submitted', goal: 'plays', goal_amount: 5_000, class: 'guaranteed', pacing: 'even' },
  ...{ budget_minor: null, daily_minor: null, bid_micros: null, targeting: targeting.parse({}) },
  ...{ max_per_hour: null, max_per_day: null, max_per_ride: null },
  flights: [{ ...FLIGHT, dayparts: [], sov_s_per_h: 600 }],
  ...{ creatives: [], change: null, change_reason: null, deleted_at: null, is_own: false },
};
const FORECAST: Forecast = {
  ...{ screens: 12, screen_hours: 800, sold_s_per_h: 3_000, goal_plays: 5_000, cost_minor: null },
  ...{ plays: { low: 3_000, likely: 4_000, high: 4_500 }, limits: ['sold'], missed_floor_micros: null },
  conflicts: [{ id: '0198f0a0-0000-7000-8000-0000000000c1', name: 'Winter trams', sov_s_per_h: 900 }],
};

async function open(row: Campaign, role: Parameters<typeof person>[0]) {
  const bodies: unknown[] = [];
  await openConsole({
    path: `/campaigns/${row.id}`,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person(role), {
      [`GET /api/campaigns/${row.id}`]: () => json(row),
      'POST /api/campaigns/forecast': request => {
        bodies.push(request);
        return json(FORECAST);
      },
    }),
  });
  return bodies;
}

it('whoever approves a campaign sees before it what it could deliver, and whose sold share is in its way', async () => {
  await open(submitted, 'admin');

  const forecast = await screen.findByRole('region', { name: 'Forecast' });
  expect(within(forecast).getByText('4,000')).toBeTruthy();
  expect(forecast.textContent).toMatch(/Winter trams.*900/);
  expect(screen.getByRole('button', { name: 'Approve' })).toBeTruthy();
});

it('whoever wrote what waits is told that somebody else decides, and is offered no decision', async () => {
  await open({ ...submitted, is_own: true }, 'admin');
  expect(await screen.findByText(/^You wrote this yourself/)).toBeTruthy();
  for (const name of ['Approve', 'Reject']) expect(screen.queryByRole('button', { name })).toBeNull();
  cleanup();

  await open({ ...submitted, state: 'live', change: { goal_amount: 9_000 }, is_own: true }, 'admin');
  expect(await screen.findByText(/^You wrote this yourself/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Approve changes' })).toBeNull();
  cleanup();

  await open({ ...submitted, state: 'live', change: { goal_amount: 9_000 } }, 'admin');
  expect(await screen.findByRole('button', { name: 'Approve changes' })).toBeTruthy();
  expect(screen.queryByText(/^You wrote this yourself/)).toBeNull();
});

it('a change that was rejected says why, and waits for no decision', async () => {
  const change_reason = 'The contract names 5,000 plays.';
  await open({ ...submitted, state: 'live', change: { goal_amount: 9_000 }, change_reason }, 'admin');
  expect(await screen.findByText(change_reason)).toBeTruthy();
  expect(screen.getByText('Changes rejected')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Approve changes' })).toBeNull();
});

it('a change that waits is forecast as it would be, and one that is decided is not', async () => {
  const live: Campaign = { ...submitted, state: 'live' };
  await open({ ...live, change: { goal_amount: 9_000 } }, 'admin');
  expect(await screen.findByRole('region', { name: 'Forecast' })).toBeTruthy();
  cleanup();
  const forecastCalls = await open(live, 'admin');
  expect(await screen.findByRole('heading', { name: 'Plan' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Forecast' })).toBeNull();
  expect(forecastCalls).toEqual([]);
});

it('a change that waits is marked in the list, and found from the approvals with what was submitted', async () => {
  const listed: Campaign[] = [
    { ...submitted, state: 'live', change: { goal_amount: 9_000 } },
    {
      ...submitted,
      id: '0198f0a0-0000-7000-8000-0000000000c2',
      state: 'ended',
      change: { goal_amount: 9_000 },
    },
  ];
  const approvalFilters: (string | null)[] = [];
  const answers = signedInAnswers(person('admin'), {
    'GET /api/submissions': () => listOf([]),
    'GET /api/campaigns': ({ url }) => {
      approvalFilters.push(url.searchParams.get('approval'));
      return listOf(listed);
    },
  });
  await openConsole({ path: '/admin/submissions', tokens: memoryTokens(TOKENS), answers });
  fireEvent.click(await screen.findByRole('link', { name: '2 campaigns also need approval' }));

  expect(await screen.findAllByText('Changes waiting for approval')).toHaveLength(1);
  expect(screen.getByLabelText<HTMLSelectElement>('Approval').value).toBe('awaited');
  expect(new Set(approvalFilters)).toEqual(new Set(['awaited']));
});

it('a forecast is asked for with the edit, and never takes its own share for that of others', () => {
  const values = formValuesOf({ ...submitted, change: { goal_amount: 9_000 } });
  expect(campaignForm.safeParse(values).success).toBe(true);
  expect(values).toMatchObject({ goal_amount: 9_000, id: submitted.id });
  expect(Object.keys(bodyOf(values))).not.toContain('id');
});
