import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { sentencesOf } from '../../../console/sales/campaigns/diagnosis.ts';
import { LANGUAGES } from '../../../shared/constants.ts';
import { campaign, type Campaign } from '../../../shared/contract/sales/campaign.ts';
import { CHECKS, type Diagnosis } from '../../../shared/contract/sales/campaignCalls.ts';
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

const row: Campaign = {
  ...(valueOf(campaign, 'campaign') as Campaign),
  ...{ name: 'Autumn nights', state: 'live', tz: 'Europe/Lisbon', currency: 'EUR', deleted_at: null },
  ...{ flights: [], creatives: [], change: null },
};
const FACTS: Record<(typeof CHECKS)[number], Diagnosis['checks'][number]['facts']> = {
  state: { state: 'live' },
  flight: { next: '2026-12-01T08:00:00.000Z', ends: null, ended: null },
  daypart: { tz: 'Europe/Lisbon' },
  targeting: { screens: 3, places: 1 },
  conditions: {
    ...{ source: 'off', weather: 4, weather_unknown: 1, ride: 2, ride_unknown: 3, chosen: 7 },
    ...{ rule: 'No ads in storms', rules: 2, weather_rule: 6 },
  },
  creatives: { playable: 1, all: 3 },
  budget: { spent: 1_250, budget: 5_000, today: 300, daily: 1_000, under_budgets: 12 },
  goal: { delivered: 40, goal: 500, outstanding: 6, may_hold: 23, per_hour: 84.7 },
  pacing: { too_full: 1, screens: 3, ad_load: 5, chosen: 7 },
  caps: { hour: 4, day: 1, per_ride: 2, capped: 40, chosen: 7 },
  competing: { taken_s: 600, own_s: 30, served_first: 1 },
  sync: { synced: 2, online: 3, screens: 3, recent: 11 },
};
async function panel(
  facts: typeof FACTS,
  state: Campaign['state'] = 'live',
  resultOf: (check: (typeof CHECKS)[number]) => 'pass' | 'warn' | 'fail' = () => 'fail',
) {
  const campaignNow = { ...row, state };
  const checks = CHECKS.map(check => ({ check, result: resultOf(check), facts: facts[check] }));
  await openConsole({
    path: `/campaigns/${row.id}`,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), {
      [`GET /api/campaigns/${row.id}`]: () => json(campaignNow),
      [`GET /api/campaigns/${row.id}/diagnose`]: () => json({ checks }),
    }),
  });
  const title = await screen.findByRole('heading', { name: 'Why isn’t it playing?' });
  const items = within(title.parentElement!).getAllByRole('listitem');
  return new Map(CHECKS.map((check, i) => [check, items[i]!]));
}

it('says in sentences what each check rests on, and names where its link goes', async () => {
  const items = await panel(FACTS);
  const text = (check: (typeof CHECKS)[number]) => items.get(check)!.textContent;
  expect(text('creatives')).toContain('1 of its 3 creatives may be shown.');
  expect(text('targeting')).toContain('3 screens are targeted.It plays in 1 place only.');
  expect(text('budget')).toMatch(/€12\.50 of the budget of €50\.00 is spent\..*leave 12 plays\./);
  expect(text('pacing')).toContain('Screens without room for it: 1 of 3.');
  expect(text('goal')).toContain('Screens may hold leases for 23 plays at a time; more are granted');
  expect(text('goal')).toContain('Its plan grants 84.7 plays an hour to all of its screens together.');
  const linkOf = (check: (typeof CHECKS)[number]) => {
    const link = within(items.get(check)!).getByRole('link');
    return [link.textContent, link.getAttribute('href')];
  };
  expect(linkOf('flight')).toEqual(['Edit the campaign', `/campaigns/${row.id}/edit`]);
  expect(linkOf('creatives')).toEqual(['Open the creatives', '/creatives']);
  expect(linkOf('conditions')).toEqual(['Open the weather', '/admin/player-config/weather']);
});

it('says first in one sentence what stops it, else what limits it', async () => {
  await panel(FACTS);
  expect(screen.getByText(/^Stopped by: State, Flight dates, .* and Delivery to screens\.$/)).toBeTruthy();
  cleanup();
  await panel(FACTS, 'live', check => (check === 'daypart' ? 'fail' : check === 'caps' ? 'warn' : 'pass'));
  expect(screen.getByText('Stopped by: Hours.')).toBeTruthy();
  cleanup();
  await panel(FACTS, 'live', check => (check === 'caps' ? 'warn' : 'pass'));
  expect(screen.getByText('Nothing stops it. Limited by: Limits per screen.')).toBeTruthy();
  cleanup();
  await panel(FACTS, 'live', () => 'pass');
  expect(screen.getByText('Nothing stops or limits it.')).toBeTruthy();
});

it('points to no form while the campaign waits for a decision, but to what else may be seen to', async () => {
  const items = await panel({ ...FACTS, state: { state: 'submitted' } }, 'submitted');
  const linksOf = (check: (typeof CHECKS)[number]) => within(items.get(check)!).queryAllByRole('link').length;
  expect([linksOf('state'), linksOf('flight'), linksOf('creatives')]).toEqual([0, 0, 1]);
});

it.each(LANGUAGES)('has a text in %s for each figure, and where a figure is missing', language => {
  const { diagnose } = JSON.parse(
    readFileSync(join(import.meta.dirname, `../../../public/locales/${language}/campaigns.json`), 'utf8'),
  ) as { diagnose: { says: Record<string, Record<string, string>> } };
  for (const check of CHECKS)
    for (const facts of [FACTS[check], {}])
      for (const name of sentencesOf(check, facts)) {
        const says = diagnose.says[check] ?? {};
        expect([check, name, name in says || `${name}_other` in says]).toEqual([check, name, true]);
      }
});
