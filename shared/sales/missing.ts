/** What a campaign must have before anybody is asked to approve it: one rule for the server and for the form. Pure. */
import type { CampaignPatch } from '../contract/sales/campaign.ts';
import type { SalesRule } from '../contract/sales/refusals.ts';

type Plan = Pick<
  Required<CampaignPatch>,
  'class' | 'creatives' | 'flights' | 'goal' | 'goal_amount' | 'budget_minor' | 'daily_minor' | 'bid_micros'
>;

const RULES = {
  no_creative: ({ creatives }) => creatives.length === 0,
  flights_over: ({ flights }, now) => flights.every(({ ends_at }) => Date.parse(ends_at) <= now),
  no_goal: ({ goal, goal_amount }) => (goal === 'plays' || goal === 'impressions') && goal_amount === null,
  /** A budget is spent at a price. */
  no_budget_or_price: ({ goal, budget_minor, daily_minor, bid_micros }) =>
    (goal === 'budget' && budget_minor === null) ||
    (bid_micros === null && (goal === 'budget' || budget_minor !== null || daily_minor !== null)),
  /** A screen that owes it no seconds of the hour would only be held to them. */
  not_guaranteed: ({ class: ofClass, flights }) =>
    ofClass !== 'guaranteed' && flights.some(({ sov_s_per_h }) => sov_s_per_h !== null),
  no_share: ({ goal, flights }) =>
    goal === 'share' && flights.some(({ sov_s_per_h }) => sov_s_per_h === null),
} as const satisfies Partial<Record<SalesRule, (plan: Plan, now: number) => boolean>>;
export type Missing = keyof typeof RULES;

export const missingIn = (plan: Plan, now: number): Missing[] =>
  (Object.keys(RULES) as Missing[]).filter(rule => RULES[rule](plan, now));
