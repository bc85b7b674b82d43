/** A deal's delivery: each figure beside what is owed, leading to its bids; and its forecast, once somebody asks for it. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { deal, type Deal } from '../../../../shared/contract/programmatic/deal.ts';
import { DEAL_LIMITS, type dealDelivery } from '../../../../shared/contract/programmatic/dealFigures.ts';
import type { Answer } from '../../../../shared/contract/wire/endpoint.ts';
import type { Role } from '../../../../shared/contract/wire/roles.ts';
import {
  json,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
} from '../../../support/console/console.tsx';
import { valueOf } from '../../../support/console/values.ts';

afterEach(cleanup);

const row: Deal = {
  ...(valueOf(deal, 'deal') as Deal),
  ...{ name: 'Mornings', state: 'active', tz: 'Europe/Lisbon', deleted_at: null },
};
const URL = `/api/programmatic/deals/${row.id}`;
type Delivery = Answer<typeof dealDelivery>;
const figures = {
  ...{ auctions: 1_200, bids: 640, won: 300, plays: 280, impressions: '421.5000', spend_minor: 1_054 },
  ...{ makegood_owed: 2, made_good: 5 },
};
const delivered: Delivery = {
  ...{ as_of: '2026-11-24T09:00:00.000Z', tz: 'Europe/Lisbon', currency: 'EUR', total: figures },
  periods: [
    { ...figures, at: '2026-11-23T00:00:00.000Z' },
    { ...figures, at: '2026-11-24T00:00:00.000Z' },
  ],
  commit: { impressions: null, plays: 560, spend_minor: 2_108 },
  ...{ daily_cap: 40, sold_today: 10 },
};
const forecast = {
  ...{ as_of: '2026-11-24T09:00:00.000Z', screens: 3, screen_hours: 210.4, currency: 'EUR' },
  ...{ plays: { low: 900, likely: 1_000, high: 1_100 }, impressions: null, spend_minor: 3_000 },
  ...{ played_pct: 93, limits: [...DEAL_LIMITS] },
};
const forecasts: string[] = [];
const open = (delivery: Delivery, role: Role = 'admin') =>
  openConsole({
    path: `/admin/programmatic/deals?id=${row.id}&tab=delivery`,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person(role), {
      [`GET ${URL}`]: () => json(row),
      [`GET ${URL}/delivery`]: () => json(delivery),
      [`POST ${URL}/forecast`]: () => {
        forecasts.push('forecast');
        return json(forecast);
      },
    }),
  });
/** Once its answer is there. */
async function panel(name: string, content: string | RegExp) {
  const region = await screen.findByRole('region', { name });
  await within(region).findByText(content);
  return region;
}

it('PROG-01 shows what a deal delivered, and leads from each figure to the bids behind it', async () => {
  await open(delivered);
  const region = await panel('Delivery', 'Spend');
  const linkOf = (label: RegExp) => within(region).getByRole('link', { name: label }).getAttribute('href');
  const log = `/admin/programmatic/bid-logs?deal_id=${row.id}`;
  expect(linkOf(/640\s*Bids/)).toBe(log);
  expect(linkOf(/300\s*Won/)).toBe(`${log}&outcome=won`);
  expect(linkOf(/280\s*Plays/)).toBe(`${log}&spot_state=billable,billed`);
  expect(linkOf(/2\s*Second spots owed\s*5 made good/)).toBe(`${log}&displaced=true`);
  expect(region.textContent).toContain('€10.54');
  const owed = within(region).getAllByRole('progressbar');
  expect(owed.map(bar => [bar.getAttribute('aria-label'), bar.getAttribute('value')])).toEqual([
    ['Plays owed', '0.5'],
    ['Spend owed', '0.5'],
    ['Sold today', '0.25'],
  ]);
  expect(region.textContent).toContain('280 of 560 (50%)');
});

it('says that nothing was offered yet, and owes nothing where nothing was agreed', async () => {
  await open({
    ...{ ...delivered, periods: [], daily_cap: null },
    commit: { impressions: null, plays: null, spend_minor: null },
  });
  const region = await panel('Delivery', 'No auction has offered it yet.');
  expect(within(region).queryAllByRole('progressbar')).toEqual([]);
});

it('forecasts once somebody asks for it, with its range and all that holds it down', async () => {
  forecasts.length = 0;
  await open(delivered);
  await panel('Delivery', 'Spend');
  expect(forecasts).toEqual([]);
  fireEvent.click(await screen.findByRole('button', { name: 'Forecast' }));
  const region = await panel('Forecast', 'Screen hours');
  expect(forecasts).toEqual(['forecast']);
  expect(region.textContent).toContain('900 to 1,100');
  expect(region.textContent).toContain('Of the spots sold on these screens, 93% were played.');
  const limits = within(region).getAllByRole('list').at(-1)!;
  expect(within(limits).getAllByRole('listitem')).toHaveLength(DEAL_LIMITS.length);
});
