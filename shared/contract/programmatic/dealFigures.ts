/** What a deal has delivered, and what it could deliver (contract §5). */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { byId, currency, instant, int, MAX_INT } from '../wire/wire.ts';

export const DELIVERY_STEPS = ['hour', 'day'] as const;
/** Periods of one answer: two weeks of hours, and as many days as auctions are kept. */
export const MOST_PERIODS = { hour: 336, day: 400 } as const;

const count = int(0, MAX_INT);
/** Of auctions held in a time. */
const figures = {
  /** In whose requests to its partner the deal stood. */
  auctions: count,
  /** With a price and under this deal. */
  bids: count,
  won: count,
  /** Reported and to be paid; each sold spot once. */
  plays: count,
  /** Decimal text with four places: the multipliers of these plays. */
  impressions: z.string(),
  /** Rounded once. */
  spend_minor: count,
  /** An emergency alert took their time: a second spot is owed, and one was shown for it. */
  makegood_owed: count,
  made_good: count,
};
export const dealPeriod = z.object({ ...figures, at: instant });
export type DealPeriod = z.infer<typeof dealPeriod>;
const target = z.nullable(count);
export const dealDelivery = endpoint({
  method: 'GET',
  path: '/api/programmatic/deals/:id/delivery',
  access: { who: 'user', area: 'programmatic', level: 'R' },
  summary: 'What was delivered of a deal, by the hour or day of the auction, beside its commitment',
  params: byId,
  query: z.object({ granularity: z._default(z.enum(DELIVERY_STEPS), 'day') }),
  answer: z.object({
    as_of: instant,
    tz: z.string(),
    currency,
    /** Of all its time, however many periods are listed. */
    total: z.object(figures),
    /** Oldest first, the latest ones where there are more; those without an auction between them, too. */
    periods: z.array(dealPeriod),
    /** What it owes; null: nothing of the kind. */
    commit: z.object({ impressions: target, plays: target, spend_minor: target }),
    daily_cap: target,
    sold_today: count,
  }),
});

/** What holds a forecast of a deal down. */
export const DEAL_LIMITS = [
  ...(['over', 'no_screens', 'no_history', 'no_creatives', 'daily_cap'] as const),
  ...(['unplayed', 'rivals', 'place', 'hours'] as const),
] as const;
const range = z.object({ low: count, likely: count, high: count });
export const forecastDeal = endpoint({
  method: 'POST',
  path: '/api/programmatic/deals/:id/forecast',
  access: { who: 'user', area: 'programmatic', level: 'W' },
  summary: 'What a deal could deliver if its buyer took every spot, by what its inventory has shown before',
  params: byId,
  answer: z.object({
    as_of: instant,
    screens: count,
    /** Hours in which these screens will be on during its hours. */
    screen_hours: z.number(),
    plays: range,
    /** By the mean multiplier of auctions of four weeks; null: none was held. */
    impressions: z.nullable(range),
    /** Of the likely plays at its floor; null where that depends on the length of the spot. */
    spend_minor: z.nullable(count),
    currency,
    /** Of the spots sold there in four weeks, how many were played; null: none was sold. */
    played_pct: z.nullable(int(0, 100)),
    limits: z.array(z.enum(DEAL_LIMITS)),
  }),
});
