import type { Campaign } from './campaign.ts';

/** A share of the hour is passed by nobody; plays that are counted or paid for are, so screens play them under leases. */
export const needsLease = ({
  goal,
  budget_minor,
  daily_minor,
  bid_micros,
}: Pick<Campaign, 'goal' | 'budget_minor' | 'daily_minor' | 'bid_micros'>): boolean =>
  goal !== 'share' || (bid_micros !== null && (budget_minor !== null || daily_minor !== null));
