/** A drawn way as the fixes that a screen would have had on it, judged as a screen judges them. Pure. */
import type { Coordinates } from '../../../shared/contract/playout/fence.ts';
import type { DocumentLine } from '../../../shared/contract/playout/flights.ts';
import { enteredAt, NOWHERE, whereaboutsAfter } from '../../../shared/playout/place/whereabouts.ts';
import type { ScreenPosition } from '../../../shared/playout/rights.ts';

export interface Track {
  points: readonly Coordinates[];
  /** ms; the times of the points between are spread evenly. */
  from: number;
  to: number;
}
/** Of a good fix, m. */
export const EXACT_M = 10;
/** A screen has a fix every second; two a dwell time are enough to enter a place as it does. */
const FIX_MS = 5_000;
const HALF_TURN = 180;
const TURN = 360;

/** The short way round, also across the antimeridian. */
const between = (a: Coordinates, b: Coordinates, share: number): Coordinates => {
  const turn = ((b.lng - a.lng + HALF_TURN + TURN) % TURN) - HALF_TURN;
  const lng = a.lng + turn * share;
  return {
    lat: a.lat + (b.lat - a.lat) * share,
    lng: lng > HALF_TURN ? lng - TURN : lng < -HALF_TURN ? lng + TURN : lng,
  };
};

/** Within the time of the track. */
export function pointAt({ points, from, to }: Track, at: number): Coordinates {
  const step = ((at - from) / Math.max(1, to - from)) * (points.length - 1);
  const n = Math.min(points.length - 1, Math.floor(step));
  return between(points[n]!, points[Math.min(points.length - 1, n + 1)]!, step - n);
}

/** Asked with times that only grow. Before the track and after it nobody knows where the screen is. */
export function followTrack(track: Track, lines: readonly Pick<DocumentLine, 'id' | 'place'>[]) {
  let whereabouts = NOWHERE;
  let next = track.from;
  return (at: number): ScreenPosition | null => {
    for (; next <= Math.min(at, track.to); next += FIX_MS)
      whereabouts = whereaboutsAfter(
        whereabouts,
        { ...pointAt(track, next), acc_m: EXACT_M, at: next },
        lines,
      );
    const { fix } = whereabouts;
    if (at < track.from || at > track.to || !fix) return null;
    const { lat, lng, acc_m } = fix;
    return { lat, lng, acc_m, age_ms: at - fix.at, entered: enteredAt(whereabouts, at) };
  };
}
