/** What the simulator is told of the day: when, where the screen is, and who is in the car. */
import { minutesOf } from '../../../shared/contract/playout/mix.ts';
import * as z from 'zod/mini';
import {
  DEFAULT_WEIGHTS,
  MIX_SOURCES,
  missingShare,
  weights,
  weightValues,
  type Weights,
} from '../../../shared/contract/playout/playerValues.ts';
import { coordinates } from '../../../shared/contract/playout/fence.ts';
import { daypart, RIDE_STATES } from '../../../shared/contract/playout/schedule.ts';
import { instant } from '../../../shared/clock.ts';
import { dayStart, offsetAt } from '../../../shared/i18n/format.ts';
import type { Form } from '../../kit/resource/form.ts';
import type { Device } from '../../../shared/contract/fleet/device.ts';
import type { Day } from './day.ts';
import { localDate } from '../../../shared/contract/wire/wire.ts';

const MINUTE_MS = 60_000;
const MAX_SPANS = 24;
export const MAX_TRACK_POINTS = 200;
const { start: time } = daypart.shape;
const point = z.object({ lat: z.number(), lng: z.number(), radius_m: z.number() });

/** The mix that is set for the screen, or another one to compare it with. */
const MIXES = ['as_set', 'other'] as const;

export const daySchema = z
  .strictObject({
    day: localDate,
    rides: z
      .array(z.strictObject({ from: time, to: time, ride: z.enum(RIDE_STATES) }))
      .check(z.maxLength(MAX_SPANS)),
    place: z.nullable(point),
    points: z.array(coordinates).check(z.maxLength(MAX_TRACK_POINTS)),
    track_from: time,
    track_to: time,
    mix: z.enum(MIXES),
    ...weightValues,
  })
  .check(
    z.refine(({ points }) => points.length !== 1, { path: ['points'], error: 'At least two points' }),
    z.refine(({ track_from, track_to }) => track_from < track_to, {
      path: ['track_to'],
      error: 'Not before it starts',
    }),
    z.refine(values => values.mix === 'as_set' || missingShare(values) === 0, {
      path: ['mix'],
      error: 'The shares must add up to 100',
    }),
  );
export type DayValues = z.infer<typeof daySchema>;

const TIME = { as: 'text', type: 'time' } as const;
export const DAY_FORM: Form<Device> = {
  schema: daySchema,
  fields: [
    { name: 'day', input: { as: 'date' } },
    {
      name: 'rides',
      input: {
        as: 'rows',
        of: 'ride',
        max: MAX_SPANS,
        fields: [
          { name: 'from', input: TIME },
          { name: 'to', input: TIME },
          { name: 'ride', input: { as: 'select', options: RIDE_STATES } },
        ],
      },
      hint: true,
    },
    { name: 'place', input: { as: 'point', nullable: true }, hint: true },
    { name: 'track_from', input: TIME },
    { name: 'track_to', input: TIME },
    {
      name: 'points',
      input: {
        as: 'rows',
        of: 'point',
        max: MAX_TRACK_POINTS,
        fields: [
          { name: 'lat', input: { as: 'number' } },
          { name: 'lng', input: { as: 'number' } },
        ],
      },
      hint: true,
    },
    { name: 'mix', input: { as: 'select', options: MIXES }, hint: true },
    ...MIX_SOURCES.map(name => ({
      ...{ name, input: { as: 'number' as const } },
      when: { field: 'mix', is: ['other'] },
    })),
  ],
};
/** `weights`: the mix that is set for the screen. */
export const blankDay = (day: string, weights: Weights = DEFAULT_WEIGHTS): DayValues => ({
  ...{ day, rides: [], place: null, points: [], track_from: '08:00', track_to: '18:00' },
  ...{ mix: 'as_set', ...weights },
});

/** ms of a time by the clock on the wall; the clocks may have changed since midnight. */
function timeOn(day: string, time: string, tz: string): number {
  const local = Date.parse(`${day}T00:00:00.000Z`) + minutesOf(time) * MINUTE_MS;
  return local - offsetAt(Date.parse(instant(local - offsetAt(local, tz))), tz);
}

export function dayOfValues(values: DayValues, tz: string): Day {
  const { day, rides, place, points, track_from, track_to, mix } = values;
  return {
    from: Date.parse(dayStart(day, tz)),
    to: Date.parse(dayStart(day, tz, 1)),
    place: place && { lat: place.lat, lng: place.lng },
    rides,
    weights: mix === 'as_set' ? null : weights.parse(values),
    track:
      points.length < 2 ? null : { points, from: timeOn(day, track_from, tz), to: timeOn(day, track_to, tz) },
  };
}
