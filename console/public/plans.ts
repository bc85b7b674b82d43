/** List prices and the arithmetic of a month. All amounts in whole minor units. */
export const CURRENCY = 'EUR';

export interface Plan {
  /** Also the key of its name in pricing.json. */
  name: 'street' | 'line' | 'city';
  monthlyFee: number;
  per1000Plays: number;
  /** Percent of a screen's time that one advertiser may have. */
  maxShare: number;
}

/** Examples until the operator's own plans come from the server. */
export const EXAMPLE_PLANS: readonly Plan[] = [
  { name: 'street', monthlyFee: 0, per1000Plays: 1_900, maxShare: 10 },
  { name: 'line', monthlyFee: 4_900, per1000Plays: 1_400, maxShare: 25 },
  { name: 'city', monthlyFee: 39_000, per1000Plays: 1_050, maxShare: 50 },
];

export const PLAY_MS = 10_000;
const HOUR_MS = 3_600_000;
const DAYS_IN_MONTH = 30;
const PERCENT = 100;
const THOUSAND = 1_000;

export interface PlanUsage {
  screens: number;
  hours: number;
  /** Percent. */
  share: number;
}
export const LIMITS = {
  screens: { from: 1, to: 5_000 },
  hours: { from: 1, to: 24 },
  share: { from: 1, to: 50 },
} as const satisfies Record<keyof PlanUsage, { from: number; to: number }>;
export const USAGE_KEYS = Object.keys(LIMITS) as (keyof PlanUsage)[];

/** Whole plays only: what would begin in the hour and end after it is not promised. */
export function playsOf({ screens, hours, share }: PlanUsage): { perDay: number; perMonth: number } {
  const perDay = Math.floor((screens * hours * HOUR_MS * share) / (PLAY_MS * PERCENT));
  return { perDay, perMonth: perDay * DAYS_IN_MONTH };
}

/** null where the plan does not allow that large a share. */
export function costOf(plan: Plan, usage: PlanUsage): number | null {
  if (usage.share > plan.maxShare) return null;
  return plan.monthlyFee + Math.round((playsOf(usage).perMonth * plan.per1000Plays) / THOUSAND);
}

/** The plan that costs least; the first of several that cost the same. */
export function lowestOf(plans: readonly Plan[], usage: PlanUsage): Plan | null {
  let lowest: Plan | null = null;
  for (const plan of plans) {
    const cost = costOf(plan, usage);
    const best = lowest === null ? null : costOf(lowest, usage);
    if (cost !== null && (best === null || cost < best)) lowest = plan;
  }
  return lowest;
}

/** What somebody typed, as a whole number within the limits; null where it is none. */
export function parseWholeNumber(text: string, { from, to }: { from: number; to: number }): number | null {
  if (!/^\d+$/.test(text.trim())) return null;
  const n = Number(text);
  return n >= from && n <= to ? n : null;
}
