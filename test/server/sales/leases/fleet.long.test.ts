/** Leases through the real server: vehicles that are out of reach for hours, and three campaigns that compete for them. */
import { expect, it } from 'vitest';
import type { CampaignPatch } from '../../../../shared/contract/sales/campaign.ts';
import { LEASED_SHARE } from '../../../../shared/playout/leases/size.ts';
import { isAtLength } from '../../../support/dailyShare.ts';
import { runFleet } from './fleet.ts';

/** Plays that the three campaigns want, by screen. */
const WANTED = { even: 40, guaranteed: 60, budget: 25 };
const PLAYS_A_PRICE = 1_000;
const competing = (vehicles: number): (CampaignPatch & { name: string })[] => [
  {
    ...{ name: 'Even', advertiser: 'Harbour Coffee', class: 'standard', pacing: 'even' },
    ...{ goal: 'plays', goal_amount: WANTED.even * vehicles },
  },
  {
    ...{ name: 'Guaranteed', advertiser: 'Runway Books', class: 'guaranteed', pacing: 'even' },
    ...{ goal: 'plays', goal_amount: WANTED.guaranteed * vehicles },
  },
  {
    ...{ name: 'Budget', advertiser: 'Tram Museum', class: 'standard', pacing: 'asap', goal: 'budget' },
    ...{ budget_minor: WANTED.budget * vehicles, bid_micros: 10 * PLAYS_A_PRICE * PLAYS_A_PRICE },
  },
];
/** Fewer plays than there are vehicles: a grant that forgot what others hold would pass its goal at once. */
const SMALL: CampaignPatch & { name: string } = {
  ...{ name: 'Small', advertiser: 'Tile Workshop', class: 'standard', pacing: 'asap' },
  ...{ goal: 'plays', goal_amount: 4 },
};
const NO_PLAYS = { accepted: 0 };

it.skipIf(isAtLength)(
  'a few vehicles for some hours: nothing is passed, nothing is refused',
  async () => {
    const campaigns = [SMALL, ...competing(4)];
    const { outcomes, verdicts, fewest } = await runFleet({ vehicles: 5, hours: 5, campaigns });
    for (const { over, beyond, delivered, most_out, goal } of outcomes) {
      expect({ over, beyond }).toEqual({ over: 0, beyond: 0 });
      expect(most_out).toBeLessThanOrEqual(Math.max(1, goal * LEASED_SHARE));
      /** No more than that of the small one: a vehicle may drive out of reach with its only play. */
      expect(delivered).toBeGreaterThan(0);
    }
    expect(Object.keys(verdicts)).toEqual(Object.keys(NO_PLAYS));
    expect(fewest).toBeGreaterThan(0);
  },
  180_000,
);

it.runIf(isAtLength)(
  '200 vehicles for two days, two fifths out of reach for up to 8 hours: over by no more than was out, short by 2 % at most',
  async () => {
    const { outcomes, verdicts, offline, fewest } = await runFleet({
      ...{ vehicles: 200, hours: 48 },
      campaigns: competing(200),
    });
    const worst = (of: 'over' | 'under' | 'late' | 'beyond') => Math.max(...outcomes.map(one => one[of]));
    const figures = {
      ...{ vehicles: 200, hours: 48, plays: verdicts['accepted'] ?? 0, offline: Number(offline.toFixed(3)) },
      ...{ over: worst('over'), under: Number(worst('under').toFixed(4)), late: worst('late'), fewest },
    };
    process.stdout.write(`figures ${JSON.stringify(figures)}\n`);
    for (const { over, under, most_out, goal } of outcomes) {
      expect(most_out).toBeLessThanOrEqual(goal * LEASED_SHARE);
      expect(over).toBeLessThanOrEqual(most_out);
      expect(under).toBeLessThanOrEqual(0.02);
    }
    expect(Object.keys(verdicts)).toEqual(Object.keys(NO_PLAYS));
    expect(fewest).toBeGreaterThan(0);
  },
  /** 81 min on a quiet machine. */
  14_400_000,
);
