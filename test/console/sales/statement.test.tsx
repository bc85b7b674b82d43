import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
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

const month = {
  ...{ period: '2026-03', currency: 'EUR', screens: 1, online_ms: 3_600_000, plays: 70 },
  ...{ gross_minor: 100, fee_minor: 30, adjustment_minor: 0, net_minor: 70, paid_minor: 0 },
};

it.each([
  [false, 1],
  [true, 0],
])('OWNER-04 the statement of a month that is final: %s, says so %d times', async (is_final, times) => {
  await openConsole({
    path: `/owner/earnings?period=${month.period}`,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('device_owner'), {
      'GET /api/owner/earning-months': () => json({ items: [{ ...month, is_final }] }),
      'GET /api/owner/earnings': () => listOf([]),
      'GET /api/owner/payouts': () => listOf([]),
      'GET /api/owner/payout-account': () =>
        json({ version: 0, holder: null, method: null, bank: null, usable_from: null }),
    }),
  });
  expect(await screen.findByRole('heading', { name: /^Statement for/ })).toBeTruthy();
  expect(screen.queryAllByText(/^Not final/)).toHaveLength(times);
  // The time a screen had a connection, by the word of the list of screens; whether it plays is not said here.
  expect(screen.getByText('Time online').nextElementSibling?.textContent).toBe('1 hr');
});
