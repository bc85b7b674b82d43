import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import {
  campaign,
  targeting,
  type Campaign,
  type CampaignPatch,
} from '../../../shared/contract/sales/campaign.ts';
import { deviceRow, idOf } from '../../support/console/content.ts';
import {
  json,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
} from '../../support/console/console.tsx';
import { valueOf } from '../../support/console/values.ts';

afterEach(cleanup);

const circle = (lat: number) => ({ shape: 'circle' as const, lat, lng: -9.14, radius_m: 8_000 });
const ten = Array.from({ length: 10 }, (_, n) => idOf(n + 1));
const running: Campaign = {
  ...(valueOf(campaign, 'campaign') as Campaign),
  ...{
    name: 'Autumn nights',
    state: 'live',
    tz: 'Europe/Lisbon',
    currency: 'EUR',
    deleted_at: null,
    change_reason: null,
  },
  flights: [
    {
      ...{ id: idOf(90), starts_at: '2026-11-22T17:00:00.000Z', ends_at: '2026-12-06T17:00:00.000Z' },
      ...{ dayparts: [], sov_s_per_h: null },
    },
  ],
  targeting: targeting.parse({ device_ids: ten, fences: [circle(38.7)] }),
  ...{ goal: 'plays', goal_amount: 5_000, creatives: [], budget_minor: 4_000, bid_micros: 12_000_000 },
};
/** Rows of what an approver reads of an edit: the field, before and after. */
async function rowsOf(change: CampaignPatch) {
  const row = { ...running, change };
  await openConsole({
    path: `/campaigns/${row.id}`,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), { [`GET /api/campaigns/${row.id}`]: () => json(row) }),
  });
  const edit = await screen.findByRole('group', { name: 'What the edit changes' });
  return within(edit)
    .getAllByRole('row')
    .slice(1)
    .map(one => one.textContent ?? '');
}

it.each<[string, CampaignPatch, RegExp]>([
  ['the amount of its goal', { goal_amount: 200_000 }, /^Goal.*Plays · 5,000.*Plays · 200,000/],
  ['its budget', { budget_minor: 5_500 }, /^Budget.*40\.00.*55\.00/],
  [
    'an area that reads the same',
    { targeting: { ...running.targeting, fences: [circle(41.1)] } },
    /^Areas on the map.*1 area.*1 area \(changed/,
  ],
  [
    'a screen beyond those that are named',
    { targeting: { ...running.targeting, device_ids: [...ten.slice(0, 9), idOf(55)] } },
    /^Screens.*2 more.*2 more \(changed/,
  ],
  [
    'a flight by a year',
    { flights: [{ ...running.flights[0]!, ends_at: '2027-12-06T17:00:00.000Z' }] },
    /^Flights.*6 Dec 2026.*6 Dec 2027/,
  ],
])('an approver reads what an edit changes: %s, and nothing else', async (_what, change, expected) => {
  const rows = await rowsOf(change);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatch(expected);
});

it('an approver finds each field of a campaign that an edit changes', async () => {
  const other: Required<Omit<CampaignPatch, 'flights' | 'creatives' | 'targeting' | 'goal'>> = {
    ...{
      name: 'Winter nights',
      advertiser: 'Harbour Ferries',
      note: 'Ask before the holidays',
      tz: 'Asia/Tokyo',
    },
    ...{ goal_amount: 7, class: 'guaranteed', pacing: 'asap', budget_minor: 5_500, daily_minor: 500 },
    ...{ bid_micros: 9_000_000, max_per_hour: 3, max_per_day: 9, max_per_ride: 2 },
  };
  expect(await rowsOf(other)).toHaveLength(Object.keys(other).length);
});

it('says how many screens a campaign has whose names its reader may not see', async () => {
  const row = { ...running, change: null, targeting: targeting.parse({ device_ids: ten.slice(0, 4) }) };
  const [own, ...others] = ten;
  const failed = { error: 'RULE', message: 'Not now', details: {}, request_id: 'r' };
  const refused = { error: 'FORBIDDEN', message: 'Not yours', details: {}, request_id: 'r' };
  await openConsole({
    path: `/campaigns/${row.id}`,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('viewer'), {
      [`GET /api/campaigns/${row.id}`]: () => json(row),
      [`GET /api/devices/${own}`]: () => json(deviceRow(1, { id: own!, name: 'Taxi 7' })),
      ...Object.fromEntries(others.map(id => [`GET /api/devices/${id}`, () => json(refused, 403)])),
      [`GET /api/devices/${others[0]}`]: () => json(failed, 422),
    }),
  });
  expect(await screen.findByText(/^Taxi 7, –,? and 2 that you cannot open$/)).toBeTruthy();
});
