/** When an item may play: hours of the week, dates, weather, place. A screen decides it by itself, also without a link. */
import * as z from 'zod/mini';
import { GRID_MIN } from './mix.ts';
import { id, instant, int, localDate } from '../wire/wire.ts';

/** In the order of the list; each once before any comes again; by weight. */
export const SHUFFLES = ['none', 'all', 'weighted'] as const;
/** How the screen is parted; the second zone has a loop of its own. */
export const LAYOUTS = ['full', 'main_side', 'main_ticker', 'side_by_side'] as const;
/** How an item comes on. */
export const TRANSITIONS = ['none', 'fade', 'slide'] as const;
export const MAX_DAYPARTS = 24;
export const MAX_CONDITIONS = 8;

/** HH:MM on the five-minute grid; 24:00 is the end of a day. */
const gridTime = z.string().check(
  z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'A time like 22:00'),
  z.refine(time => Number(time.slice(-2)) % GRID_MIN === 0, 'A time on the five-minute grid'),
);

/** ISO days, Monday is 1. An end at or before the start lies on the next day and belongs to the day it starts on. */
export const daypart = z
  .strictObject({
    days: z.array(int(1, 7)).check(z.minLength(1), z.maxLength(7)),
    start: gridTime,
    end: gridTime,
  })
  .check(z.refine(({ start }) => start !== '24:00', 'A start before midnight'));
export type Daypart = z.infer<typeof daypart>;

export const SKIES = ['clear', 'cloud', 'rain', 'snow', 'storm'] as const;
export type Sky = (typeof SKIES)[number];
/** What a screen knows of the car it is in; one that cannot be touched knows nothing of it. */
export const RIDE_STATES = ['empty', 'riding', 'parked'] as const;
export type RideState = (typeof RIDE_STATES)[number];
/** Each of them must hold. Temperatures in °C, wind in km/h. */
export const condition = z.discriminatedUnion('on', [
  z.strictObject({ on: z.literal('sky'), is: z.array(z.enum(SKIES)).check(z.minLength(1)) }),
  z
    .strictObject({
      on: z.literal('temperature'),
      min: z.nullable(int(-60, 60)),
      max: z.nullable(int(-60, 60)),
    })
    .check(
      z.refine(({ min, max }) => min !== null || max !== null, 'A temperature is missing'),
      z.refine(({ min, max }) => min === null || max === null || min <= max, 'At least is above at most'),
    ),
  z.strictObject({ on: z.literal('wind'), min: int(0, 300) }),
  z.strictObject({ on: z.literal('ride'), is: z.array(z.enum(RIDE_STATES)).check(z.minLength(1)) }),
]);
export type Condition = z.infer<typeof condition>;

/** What the weather was, and when that was known; after `stale_min` it counts as unknown. */
export const weatherReading = z.strictObject({
  sky: z.enum(SKIES),
  temperature_c: z.number().check(z.minimum(-90), z.maximum(70)),
  wind_kmh: z.number().check(z.minimum(0), z.maximum(500)),
  at: instant,
  stale_min: int(15, 720),
});
export type WeatherReading = z.infer<typeof weatherReading>;

/** The rights of an item; what is left out does not restrict it. */
export const itemRights = {
  /** Any of them. */
  dayparts: z.optional(z.array(daypart).check(z.maxLength(MAX_DAYPARTS))),
  /** First and last day, both included, in the zone of the screen: of the item, its creative and its licence. */
  valid_from: z.optional(localDate),
  valid_until: z.optional(localDate),
  /** Window of local content. */
  starts_at: z.optional(instant),
  ends_at: z.optional(instant),
  conditions: z.optional(z.array(condition).check(z.maxLength(MAX_CONDITIONS))),
  /** Only here; a screen that does not know where it is does not show it. */
  near: z.optional(z.object({ lat: z.number(), lng: z.number(), radius_km: z.number() })),
};
const rights = z.object(itemRights);
export type ItemRights = z.infer<typeof rights>;

/** The exception that decides what a screen plays at a moment. */
export const heldException = z.object({
  entry_id: id,
  playlist_id: id,
  playlist_name: z.string(),
  /** When something else plays; null: not within a month. */
  until: z.nullable(instant),
});
export type HeldException = z.infer<typeof heldException>;
