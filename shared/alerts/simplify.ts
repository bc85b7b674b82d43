/** A polygon with at most as many points as screens are given: those that say least of its shape go first. Pure. */
import { MAX_FENCE_POINTS, type Coordinates } from '../contract/playout/fence.ts';

/** More points than that are thinned evenly first: the rest takes time by their square. */
const MANY = 3_000;
/** Degrees; the first is about a metre. */
const FINEST = 1e-5;

function distance({ lat, lng }: Coordinates, from: Coordinates, to: Coordinates): number {
  const [dx, dy] = [to.lng - from.lng, to.lat - from.lat];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : ((lng - from.lng) * dx + (lat - from.lat) * dy) / length;
  const along = Math.min(1, Math.max(0, share));
  return Math.hypot(lng - from.lng - along * dx, lat - from.lat - along * dy);
}

/** Douglas and Peucker's, with a stack of its own. */
function thinned(points: readonly Coordinates[], tolerance: number): Coordinates[] {
  const kept = new Set([0, points.length - 1]);
  const open: [number, number][] = [[0, points.length - 1]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [from, to] = next;
    let [farthest, most] = [-1, tolerance];
    for (let i = from + 1; i < to; i++) {
      const far = distance(points[i]!, points[from]!, points[to]!);
      if (far > most) [farthest, most] = [i, far];
    }
    if (farthest < 0) continue;
    kept.add(farthest);
    open.push([from, farthest], [farthest, to]);
  }
  return points.filter((_, i) => kept.has(i));
}

const everyNth = (points: readonly Coordinates[], max: number) =>
  points.filter((_, i) => i % Math.ceil(points.length / max) === 0);

export function simplified(outline: readonly Coordinates[], max = MAX_FENCE_POINTS): readonly Coordinates[] {
  const ring = outline.length > MANY ? everyNth(outline, MANY) : outline;
  let points = ring;
  for (let tolerance = FINEST; points.length > max; tolerance *= 2) {
    const fewer = thinned(ring, tolerance);
    /** What has no shape left keeps every so manieth point. */
    points = fewer.length >= 3 ? fewer : everyNth(ring, max);
  }
  return points;
}
