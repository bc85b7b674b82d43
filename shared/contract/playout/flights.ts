/** The lines of campaigns that a screen may play. They name no advertiser and no price. */
import * as z from 'zod/mini';
import { id, instant, int, MAX_INT } from '../wire/wire.ts';
import { fence, fenceVersion, positionLimits } from './fence.ts';
import { documentItem } from './manifest.ts';
import { condition, daypart, MAX_CONDITIONS, MAX_DAYPARTS } from './schedule.ts';

export const LINE_CLASSES = ['guaranteed', 'standard', 'house'] as const;
export type LineClass = (typeof LINE_CLASSES)[number];

export const linePlace = z.object({
  /** Says which fences and limits these were; a play names it. Left out by older servers. */
  version: z.optional(fenceVersion),
  fences: z.array(fence).check(z.minLength(1)),
  ...positionLimits,
});
export type LinePlace = z.infer<typeof linePlace>;

/** One flight of a campaign, as this screen plays it. */
export const documentLine = z.object({
  /** Of the flight. */
  id,
  campaign_id: id,
  class: z.enum(LINE_CLASSES),
  starts_at: instant,
  ends_at: instant,
  /** Hours of the week by the screen's clock; left out: always. */
  dayparts: z.optional(z.array(daypart).check(z.maxLength(MAX_DAYPARTS))),
  conditions: z.optional(z.array(condition).check(z.maxLength(MAX_CONDITIONS))),
  /** Seconds of each hour that are its own. */
  sov_s_per_h: z.optional(int(1, 3_600)),
  /** Plays an hour that this screen owes its plan; left out: as many as its turn brings. */
  plays_per_h: z.optional(z.number().check(z.minimum(0), z.maximum(3_600))),
  /**
   * It plays only under a lease, which then paces it. Builds that know no leases go by `plays_per_h`, and what they
   * show counts against the goal when they hand it in.
   */
  leased: z.optional(z.literal(true)),
  /** A spot that was sold by auction: its play says so. */
  programmatic: z.optional(z.literal(true)),
  max_per_hour: z.optional(int(1, 60)),
  max_per_day: z.optional(int(1, MAX_INT)),
  /** Counted where the screen can tell one ride from the next. */
  max_per_ride: z.optional(int(1, 60)),
  /** The same for all lines of one advertiser. It says nothing else of it. */
  separation: z.string(),
  /** Of its creatives; plays of one category keep apart where a gap is set. Left out by older servers. */
  categories: z.optional(z.array(z.string())),
  /** Only in one of these places; left out: anywhere. */
  place: z.optional(linePlace),
  /** Each with its weight. */
  items: z.array(documentItem),
});
export type DocumentLine = z.infer<typeof documentLine>;

export const flightsDocument = z.object({
  kind: z.literal('flights'),
  lines: z.array(documentLine),
});
export type FlightsDocument = z.infer<typeof flightsDocument>;
