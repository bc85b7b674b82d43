/** What a budget has spent, what is left of it, and where it leads to. Pure. */
import { boundsOfPeriod, periodOf } from './earnings.ts';
import { costOfPlays, playsFor } from '../money.ts';

export const BUDGET_ALERTS = [50, 80, 100] as const;
const PERCENT = 100;

/** Of one campaign in the time of the budget: delivered, and out with screens. */
export interface CampaignPlays {
  campaign_id: string;
  bid_micros: number | null;
  delivered: number;
  outstanding: number;
}
export interface BudgetWindow {
  /** UTC ISO-8601; `to` is exclusive. */
  from: string;
  to: string;
}

/** The running month, or the flights of the campaign. */
export const windowOf = (
  period: 'month' | 'flight',
  { now, tz, flight }: { now: number; tz: string; flight: BudgetWindow | null },
): BudgetWindow => (period === 'flight' && flight ? flight : boundsOfPeriod(periodOf(now, tz), tz));

/** Both come from one rounding of all plays of a campaign, so that what is reserved becomes what is spent. */
export function usedBy(plays: readonly CampaignPlays[], currency: string) {
  const cost = (of: CampaignPlays, n: number) => costOfPlays(n, of.bid_micros, currency);
  const spent_minor = plays.reduce((sum, of) => sum + cost(of, of.delivered), 0);
  const used = plays.reduce((sum, of) => sum + cost(of, of.delivered + of.outstanding), 0);
  return { spent_minor, reserved_minor: used - spent_minor };
}

/** At the pace so far; null before it has begun. */
export function forecastOf(spent_minor: number, { from, to }: BudgetWindow, now: number): number | null {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  if (now <= begin) return null;
  if (now >= end) return spent_minor;
  return Math.round((spent_minor * (end - begin)) / (now - begin));
}

/** The shares of the amount that are reached. */
export const alertsAt = (spent_minor: number, amount_minor: number): number[] =>
  BUDGET_ALERTS.filter(share => spent_minor * PERCENT >= amount_minor * share);

/** How many more plays of a campaign its amount buys beside what others have; null: the campaign has no price. */
export function playsWithin(
  amount_minor: number,
  plays: readonly CampaignPlays[],
  { campaign_id, bid_micros, currency }: { campaign_id: string; bid_micros: number | null; currency: string },
): number | null {
  const isOwn = (of: CampaignPlays) => of.campaign_id === campaign_id;
  const others = usedBy(
    plays.filter(of => !isOwn(of)),
    currency,
  );
  const left = Math.max(0, amount_minor - others.spent_minor - others.reserved_minor);
  const bought = playsFor(left, bid_micros, currency);
  return bought === null ? null : Math.max(0, bought - (plays.find(isOwn)?.delivered ?? 0));
}
