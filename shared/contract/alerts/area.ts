/** Places an alert is for, and codes that stand for places. A corridor is none of them: CAP has polygons and circles. */
import * as z from 'zod/mini';
import { coordinates, MAX_FENCE_POINTS, MAX_RINGS } from '../playout/fence.ts';
import { int, text } from '../wire/wire.ts';

export const MAX_AREAS = 50;
export const MAX_GEOCODES = 200;
/** m; half the way round the earth. */
const MAX_RADIUS_M = 20_015_000;

export const alertArea = z.discriminatedUnion('shape', [
  z.strictObject({
    shape: z.literal('circle'),
    lat: coordinates.shape.lat,
    lng: coordinates.shape.lng,
    radius_m: int(1, MAX_RADIUS_M),
  }),
  /** The first ring is its outline, the others are holes in it; the last point of each is joined with the first. */
  z
    .strictObject({
      shape: z.literal('polygon'),
      rings: z
        .array(z.array(coordinates).check(z.minLength(3), z.maxLength(MAX_FENCE_POINTS)))
        .check(z.minLength(1), z.maxLength(MAX_RINGS)),
    })
    .check(
      z.refine(
        ({ rings }) => rings.reduce((sum, points) => sum + points.length, 0) <= MAX_FENCE_POINTS,
        `At most ${MAX_FENCE_POINTS} points`,
      ),
    ),
]);
export type AlertArea = z.infer<typeof alertArea>;
export const alertAreas = z.array(alertArea).check(z.maxLength(MAX_AREAS));

/** `{name: 'SAME', value: '006037'}`: a scheme and a code of it. */
export const geocode = z.strictObject({ name: text(1, 60), value: text(1, 120) });
export type Geocode = z.infer<typeof geocode>;
export const geocodes = z.array(geocode).check(z.maxLength(MAX_GEOCODES));
