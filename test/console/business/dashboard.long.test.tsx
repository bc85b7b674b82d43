import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { businessSummary } from '../../../shared/contract/sales/businessSummary.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import { idOf } from '../../support/console/content.ts';
import {
  json,
  memoryTokens,
  openConsole,
  person,
  refusal,
  signedInAnswers,
  TENANT,
  TOKENS,
} from '../../support/console/console.tsx';

afterEach(cleanup);

type Summary = Answer<typeof businessSummary>;
const SUMMARY: Summary = {
  campaigns: {
    ...{ live: 3, scheduled: 1 },
    items: [
      {
        ...{ id: idOf(1), name: 'Winter sale', ends_at: '2026-12-24T23:00:00.000Z' },
        ...{ delivered: 800, expected: 1_000, health: 'behind' },
      },
    ],
  },
  month: {
    ...{ from: '2026-11-01T00:00:00.000Z', currency: 'EUR', plays: 1_240, spent_minor: 12_400 },
    ...{ forecast_minor: 15_500, budget_minor: 20_000 },
  },
  submissions: { pending: 2, changes_requested: 1 },
  quarantined: 1,
  contracts_to_sign: 1,
};
const portal = { id: TENANT, name: 'Taxi fleet', slug: 'fleet', portal_business: true };
const open = (role: Role, answer: () => Response) =>
  openConsole({
    path: '/business/dashboard',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person(role), {
      'GET /api/auth/me': () => json({ user: person(role), tenants: [portal] }),
      'GET /api/business/summary': answer,
    }),
  });

it('an advertiser sees what runs, what it costs and what waits, each figure a link to what is behind it', async () => {
  await open('viewer', () => json(SUMMARY));
  const leads = async (name: RegExp, href: string) =>
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href);
  await leads(/^3.*Live campaigns.*1 more scheduled/, '/campaigns?status=live');
  await leads(
    /^€124.00.*Spent in November 2026.*of €200.00.*€155.00 expected by the end of the month/,
    '/business/budget',
  );
  await leads(/^1.*Contracts to sign/, '/business/contracts');
  await leads(/Winter sale.*Behind.*800 plays \(1,000 planned by now\)/, `/campaigns/${idOf(1)}`);
  await leads(/^Changes requested.*1$/, '/business/submissions?status=changes_requested');
  screen.getByText(/^1 approved file is in quarantine/);
  expect(screen.queryByRole('link', { name: /^Rejected/ })).toBeNull();
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Submit content' })).toBeTruthy();
});

it('a summary that does not come says so and can be asked for again', async () => {
  await open('manager', () => refusal('NOT_FOUND'));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
