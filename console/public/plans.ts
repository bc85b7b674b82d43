/** The arithmetic of a month. All amounts in whole minor units. */
import type { PublicPlan } from '../../shared/contract/sales/billing/publicPlan.ts';

export type Plan = Pick<
  PublicPlan,
  'id' | 'name' | 'price_minor' | 'per_thousand_minor' | 'currency' | 'interval' | 'is_example'
> & { limits: Pick<PublicPlan['limits'], 'share_pct'> };
const MONTHS_IN_YEAR = 12;
/** Of a plan that is paid by the year, its twelfth. */
export const monthlyFee = ({ price_minor, interval }: Plan): number =>
  interval === 'year' ? Math.round(price_minor / MONTHS_IN_YEAR) : price_minor;

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
  if (usage.share > plan.limits.share_pct) return null;
  return monthlyFee(plan) + Math.round((playsOf(usage).perMonth * plan.per_thousand_minor) / THOUSAND);
}

/** The plan that costs least; the first of several that cost the same, none where their currencies differ. */
export function lowestOf(plans: readonly Plan[], usage: PlanUsage): Plan | null {
  if (new Set(plans.map(plan => plan.currency)).size > 1) return null;
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
