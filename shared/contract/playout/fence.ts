/** Places on the map where something may play, and how sure a screen must be that it is there. */
import * as z from 'zod/mini';
import { int } from '../wire/wire.ts';

export const MAX_FENCE_POINTS = 500;
export const MAX_RINGS = 20;
export const FENCE_SHAPES = ['circle', 'polygon', 'corridor'] as const;

const latitude = z.number().check(z.minimum(-90), z.maximum(90));
const longitude = z.number().check(z.minimum(-180), z.maximum(180));
export const coordinates = z.strictObject({ lat: latitude, lng: longitude });
export type Coordinates = z.infer<typeof coordinates>;
/** Closed by itself: the last point is joined with the first. */
const ring = z.array(coordinates).check(z.minLength(3), z.maxLength(MAX_FENCE_POINTS));

export const fence = z.discriminatedUnion('shape', [
  z.strictObject({
    shape: z.literal('circle'),
    lat: latitude,
    lng: longitude,
    radius_m: int(25, 200_000),
  }),
  /** The first ring is its outline, the others are holes in it. */
  z
    .strictObject({
      shape: z.literal('polygon'),
      rings: z.array(ring).check(z.minLength(1), z.maxLength(MAX_RINGS)),
    })
    .check(
      z.refine(
        ({ rings }) => rings.reduce((sum, points) => sum + points.length, 0) <= MAX_FENCE_POINTS,
        `At most ${MAX_FENCE_POINTS} points`,
      ),
    ),
  /** All that is at most half the width away from a line, such as a street. */
  z.strictObject({
    shape: z.literal('corridor'),
    path: z.array(coordinates).check(z.minLength(2), z.maxLength(MAX_FENCE_POINTS)),
    width_m: int(20, 10_000),
  }),
]);
export type Fence = z.infer<typeof fence>;

/** What a screen does that does not know where it is: show nothing, or play as if it were there. */
export const WHEN_UNKNOWN = ['closed', 'open'] as const;
/** How old and how inaccurate a position may be. */
export const positionLimits = {
  max_fix_age_s: int(5, 3_600),
  max_accuracy_m: int(5, 5_000),
  when_unknown: z.enum(WHEN_UNKNOWN),
};

export const fenceVersion = z.string().check(z.regex(/^[0-9a-f]{12}$/));
/** Where a play was that is sold by place, and by which fences it was let through. */
export const playPlace = z.strictObject({
  fence_version: fenceVersion,
  /** null: the place was not known, and the campaign plays then. */
  fix: z.nullable(
    z.strictObject({
      lat: latitude,
      lng: longitude,
      acc_m: z.number().check(z.minimum(0)),
      age_s: z.number().check(z.minimum(0)),
    }),
  ),
});
export type PlayPlace = z.infer<typeof playPlace>;
