import { expect, it } from 'vitest';
import { HOUR_MS, runFleet } from './fleet.ts';

const N = Number(process.env['VEHICLES'] ?? 20);
it('small fleet', async () => {
  const began = performance.now();
  const result = await runFleet({
    vehicles: N,
    hours: Number(process.env['HOURS'] ?? 48),
    campaigns: [
      {
        name: 'Even',
        advertiser: 'A',
        class: 'standard',
        pacing: 'even',
        goal: 'plays',
        goal_amount: 40 * N,
      },
      {
        name: 'Guaranteed',
        advertiser: 'B',
        class: 'guaranteed',
        pacing: 'even',
        goal: 'plays',
        goal_amount: 60 * N,
      },
      {
        name: 'Budget',
        advertiser: 'C',
        class: 'standard',
        pacing: 'asap',
        goal: 'budget',
        budget_minor: 25 * N,
        bid_micros: 10_000_000,
      },
    ],
  });
  console.log(JSON.stringify(result, null, 1), Math.round(performance.now() - began), HOUR_MS);
  expect(result.outcomes.length).toBe(3);
}, 3_600_000);
