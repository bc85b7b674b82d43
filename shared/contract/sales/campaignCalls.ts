/** What is asked about a campaign beside its row: a forecast, its delivery, and why it is not playing. */
import * as z from 'zod/mini';
import { DECISION_REASONS } from '../playout/decisions.ts';
import { endpoint } from '../wire/endpoint.ts';
import { byId, id, instant, int, MAX_INT, text } from '../wire/wire.ts';
import { campaignDraft } from './campaign.ts';

/** What a form for a new one begins with: the currency of the tenant and the zone of most of its screens. */
export const campaignDefaults = endpoint({
  method: 'GET',
  path: '/api/campaigns/defaults',
  access: { who: 'user', area: 'campaigns', level: 'R' },
  summary: 'Currency and time zone of new campaigns',
  answer: z.object({ currency: z.string(), tz: z.string() }),
});

/** What can keep a campaign from playing, in the order in which it is looked for. */
export const CHECKS = [
  'state',
  'flight',
  'daypart',
  'targeting',
  'conditions',
  'creatives',
  'budget',
  'goal',
  'pacing',
  'caps',
  'competing',
  'sync',
] as const;
const diagnosis = z.object({
  checks: z.array(
    z.object({
      check: z.enum(CHECKS),
      /** `warn`: it plays, but less than it could. */
      result: z.enum(['pass', 'warn', 'fail']),
      /** The figures the result rests on: counts, instants, ids. */
      facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
    }),
  ),
});
export type Diagnosis = z.infer<typeof diagnosis>;
const read = { who: 'user', area: 'campaigns', level: 'R' } as const;
export const diagnoseCampaign = endpoint({
  method: 'GET',
  path: '/api/campaigns/:id/diagnose',
  access: read,
  summary: 'Why it plays, or why not',
  params: byId,
  answer: diagnosis,
});

const losses = z.object({
  /** Times that one of its screens chose what plays next while it held the campaign. */
  decisions: int(0, MAX_INT),
  /** They add up to it; those that never happened are left out. */
  reasons: z.array(z.object({ reason: z.enum(DECISION_REASONS), n: int(1, MAX_INT) })),
});
export type Losses = z.infer<typeof losses>;
/** Days that the counters of screens are kept, and looked back on. */
export const LOSS_DAYS = 7;
export const campaignLosses = endpoint({
  method: 'GET',
  path: '/api/campaigns/:id/losses',
  access: read,
  summary: 'Why screens chose it or not, as they counted themselves',
  params: byId,
  answer: losses,
});

/**
 * What is out with screens: granted until they have it, held until they give it back, returned while plays of it are
 * not handed in. What is played and reported is none of it.
 */
export const LEASE_STATES = ['granted', 'held', 'returned'] as const;
const leases = z.object({
  /** Plays that screens may still show or have not reported yet. */
  outstanding: int(0, MAX_INT),
  /** Those that are waited for first. */
  leases: z.array(
    z.object({
      id,
      device_id: id,
      device_name: z.string(),
      state: z.enum(LEASE_STATES),
      max_plays: int(1, MAX_INT),
      outstanding: int(1, MAX_INT),
      play_deadline: instant,
      /** What is not reported by then is free for others. */
      report_deadline: instant,
    }),
  ),
});
export type CampaignLeases = z.infer<typeof leases>;
export const campaignLeases = endpoint({
  method: 'GET',
  path: '/api/campaigns/:id/leases',
  access: read,
  summary: 'Which screens may still play it, and until when',
  params: byId,
  answer: leases,
});

const delivery = z.object({
  /** By the days of the campaign's zone. `planned`: null without a goal that can be counted. */
  days: z.array(z.object({ day: z.string(), plays: int(0, MAX_INT), planned: z.nullable(z.number()) })),
  creatives: z.array(z.object({ id, name: z.string(), plays: int(0, MAX_INT), duration_ms: z.number() })),
  /** The screens with the most plays. */
  devices: z.array(z.object({ id, name: z.string(), plays: int(0, MAX_INT), last_at: instant })),
});
export type Delivery = z.infer<typeof delivery>;
export const campaignDelivery = endpoint({
  method: 'GET',
  path: '/api/campaigns/:id/delivery',
  access: read,
  summary: 'What was played of it, beside its plan',
  params: byId,
  answer: delivery,
});

/** What holds a forecast down. */
export const FORECAST_LIMITS = [
  'no_screens',
  'no_history',
  'no_creatives',
  'caps',
  'daily_budget',
  'sold',
  'own_share',
  'rivals',
  'place',
  'hours',
] as const;
const forecast = z.object({
  screens: int(0, MAX_INT),
  /** Hours in which these screens will be on during the flights. */
  screen_hours: z.number(),
  /** Seconds an hour that guaranteed campaigns have already taken, on the screen with the most of them. */
  sold_s_per_h: z.number(),
  plays: z.object({ low: int(0, MAX_INT), likely: int(0, MAX_INT), high: int(0, MAX_INT) }),
  /** Plays that goal and budget ask for; null: they are not counted. */
  goal_plays: z.nullable(int(0, MAX_INT)),
  cost_minor: z.nullable(int(0, MAX_INT)),
  limits: z.array(z.enum(FORECAST_LIMITS)),
  /** The highest floor of what is on sale of these screens, where its price lies below that. */
  missed_floor_micros: z.nullable(int(0, MAX_INT)),
  /** Campaigns whose share and this one's are more than one of its screens can show. */
  conflicts: z.array(z.object({ id, name: z.string(), sov_s_per_h: int(1, 3_600) })),
});
export type Forecast = z.infer<typeof forecast>;
export const forecastCampaign = endpoint({
  method: 'POST',
  path: '/api/campaigns/forecast',
  access: { who: 'user', area: 'campaigns', level: 'W' },
  summary: 'What such a campaign could deliver, by what the fleet has shown before',
  limit: 'forecasts',
  body: z.strictObject({
    ...campaignDraft,
    name: z._default(text(0, 120), ''),
    advertiser: z._default(text(0, 120), ''),
    /** The campaign itself, whose share is not one that others have taken. */
    id: z.optional(id),
  }),
  answer: forecast,
});
