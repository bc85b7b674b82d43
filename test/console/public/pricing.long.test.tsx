import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { json, openConsole } from '../../support/console/console.tsx';

afterEach(cleanup);

const plan = (id: string, name: string, price_minor: number) => ({
  ...{ id: `00000000-0000-7000-8000-0000000000${id}`, code: name, name, price_minor },
  ...{ per_thousand_minor: 100, currency: 'EUR', interval: 'month', is_example: false },
  limits: { devices: null, users: null, storage_gb: null, share_pct: 50 },
});
const items = [plan('a1', 'Fleet S', 0), plan('a2', 'Fleet & More', 9_900)];

it('has a card for each plan with its total and a button that keeps the plan, and says what the edge means', async () => {
  await openConsole({ path: '/pricing', answers: { 'GET /api/public/plans': () => json({ items }) } });
  const cards = within(await screen.findByRole('list', { name: 'Plans and your monthly cost' }));
  expect(cards.getAllByText('Monthly total')).toHaveLength(2);
  expect(cards.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
    '/register?plan=Fleet%20S',
    '/register?plan=Fleet%20%26%20More',
  ]);
  expect(screen.getByText(/The coloured edge marks the plan/)).toBeTruthy();
});
