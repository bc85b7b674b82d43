/** Why a screen did not play a campaign, counted each time it chose what comes next. */
import * as z from 'zod/mini';
import { MAX_COUNTS } from './screenCalls.ts';
import { endpoint } from '../wire/endpoint.ts';
import { id, instant, int } from '../wire/wire.ts';

/** In the order in which a screen looks for them; `chosen` is none of them: it played. */
export const DECISION_REASONS = [
  'clock_unknown',
  'not_yet',
  'over',
  'daypart',
  'weather_unknown',
  'weather',
  'weather_rule',
  'ride_unknown',
  'ride',
  'place_unknown',
  'place',
  'cap_hour',
  'cap_day',
  'cap_ride',
  'separation',
  'category_separation',
  'lease_missing',
  'lease_spent',
  'lease_expired',
  'share_served',
  'paced',
  'ad_load',
  'same_creative',
  'withdrawn',
  'safe_mode',
  'fact_unknown',
  'failed',
  'not_cached',
  'outranked',
  'chosen',
] as const;
export type DecisionReason = (typeof DECISION_REASONS)[number];

/** Why a creative that has the right cannot be shown, whatever lies on the disk. */
export const UNREADY_REASONS = [
  'withdrawn',
  'safe_mode',
  'fact_unknown',
  'failed',
] as const satisfies readonly DecisionReason[];
export type UnreadyReason = (typeof UNREADY_REASONS)[number];
/** Of one period: a decision a second for a hundred days. A sum of such counts is one that a caller can read. */
const MAX_DECISIONS = 10_000_000;

export const decisionCount = z.strictObject({
  campaign_id: id,
  reason: z.enum(DECISION_REASONS),
  n: int(1, MAX_DECISIONS),
});
export type DecisionCount = z.infer<typeof decisionCount>;

/** A period is counted once, however often it is sent. */
export const sendDecisions = endpoint({
  method: 'POST',
  path: '/api/player/decisions',
  access: { who: 'device' },
  summary: 'Why campaigns played or not, counted since the period before',
  body: z.strictObject({
    period_id: id,
    from: instant,
    to: instant,
    counts: z.array(decisionCount).check(z.minLength(1), z.maxLength(MAX_COUNTS)),
  }),
  answer: z.object({ ok: z.literal(true) }),
});
