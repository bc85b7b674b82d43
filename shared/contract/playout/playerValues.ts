/** What a player is configured with: how much of the time each source has, how the loop is paced, whether an audience is estimated. */
import * as z from 'zod/mini';
import { AGE_BUCKETS, LEAST_K } from './audience.ts';
import { bilingual, int, text } from '../wire/wire.ts';
import { MIX_SOURCES, type MixSource } from './mix.ts';
import { condition } from './schedule.ts';

export { DEFAULT_WEIGHTS, MIX_SOURCES, type MixSource, type Weights } from './mix.ts';

/** The shares of a mix are percents of the whole. */
export const MIX_TOTAL = 100;
const share = int(0, MIX_TOTAL);
export const weightValues = {
  ads: share,
  programmatic: share,
  house: share,
  entertainment: share,
  local_discovery: share,
  tourism: share,
  deals: share,
  news: share,
  jobs: share,
} satisfies Record<MixSource, typeof share>;
export const weights = z.object(weightValues);
/** What is missing from a whole mix; below 0 where it is too much. */
export const missingShare = (mix: Readonly<Partial<Record<MixSource, number | null>>>): number =>
  MIX_SOURCES.reduce((left, source) => left - (mix[source] ?? 0), MIX_TOTAL);

export const pacingValues = {
  loop_s: int(30, 3_600),
  /** Of a loop, in percent. */
  ad_load_max_pct: int(0, 100),
  per_advertiser_gap_s: int(0, 3_600),
  /** Between plays of one category, whoever the advertiser is. */
  per_category_gap_s: int(0, 3_600),
  /** Items of others between two plays of one creative. */
  same_creative_gap_items: int(0, 50),
  /** How much faster than planned a campaign that is behind may play. */
  catch_up_factor: z.number().check(z.minimum(1), z.maximum(3)),
  min_item_s: int(3, 600),
  /** How long the screen waits before it asks again where nothing may play. */
  idle_s: int(5, 600),
};
/** The gap between categories is left out by older servers. */
export const pacing = z.object({
  ...pacingValues,
  per_category_gap_s: z._default(pacingValues.per_category_gap_s, 0),
});
export type Pacing = z.infer<typeof pacing>;
export const DEFAULT_PACING: Pacing = {
  ...{ loop_s: 600, ad_load_max_pct: 60, per_advertiser_gap_s: 0, per_category_gap_s: 0 },
  ...{ same_creative_gap_items: 0, catch_up_factor: 1.5, min_item_s: 3, idle_s: 5 },
};

/** What counts for a content is the first of them that applies to it and says something now. */
export const weatherFactor = z.object({
  condition,
  /** It says something while its condition does not hold. */
  unless: z.optional(z.literal(true)),
  /** Its weight is multiplied by it; 0: it does not play. */
  factor: z.number(),
  stale_min: z.number(),
  /** Sources of the mix, and campaigns; one that this build does not know is none of what it plays. */
  sources: z.array(z.string()),
  campaign_ids: z.array(z.string()),
});
export type WeatherFactor = z.infer<typeof weatherFactor>;

/** count_only: how many look. aggregate: how many of each group of age and gender. Never an image, never a person. */
export const AUDIENCE_MODES = ['off', 'count_only', 'aggregate'] as const;
const MAX_NOTICE = 500;
const buckets = z.array(z.enum(AGE_BUCKETS)).check(z.maxLength(AGE_BUCKETS.length));
export const audience = z.object({
  mode: z.enum(['count_only', 'aggregate']),
  /** A group of fewer people is not reported. */
  k_min: int(LEAST_K, 50),
  /** Ages that are counted apart. Left out by older servers: all of them. */
  buckets: z.optional(buckets),
  /** What passengers are told on the screen; without it nobody is counted. Left out by older servers. */
  notice: z.optional(bilingual(MAX_NOTICE)),
});
export type AudienceRule = z.infer<typeof audience>;
export const ageGenderValues = {
  mode: z.enum(AUDIENCE_MODES),
  k_min: audience.shape.k_min,
  /** Ages that are counted apart; whoever is of another age is counted without it. */
  buckets,
  retention_d: int(1, 30),
  legal_basis: text(0, 300),
  /** Where the data protection impact assessment is found. */
  dpia_ref: text(0, 200),
  /** What stands on the vehicle and on the screen. */
  notice: bilingual(MAX_NOTICE),
};
export const ageGender = z.object(ageGenderValues);
export type AgeGender = z.infer<typeof ageGender>;
export const DEFAULT_AGE_GENDER: AgeGender = {
  ...{ mode: 'off', k_min: 10, buckets: [...AGE_BUCKETS], retention_d: 7 },
  ...{ legal_basis: '', dpia_ref: '', notice: { en: '', zh: '' } },
};
