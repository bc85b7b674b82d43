/** Whether a place is in or near an area. Pure. */
import type { AlertArea } from '../contract/alerts/area.ts';
import type { Coordinates } from '../contract/playout/fence.ts';
import { distanceM } from '../playout/place/distance.ts';
import { isInFence, metresOutside } from '../playout/place/fences.ts';

/** A circle round the whole area: a screen asks a thousand areas of hundreds of points once a second. */
interface Bound {
  centre: Coordinates;
  radius_m: number;
}
const bounds = new WeakMap<AlertArea, Bound>();
/** A plane is not exact over the hundreds of kilometres an area may have. */
const SLACK = 1.01;

function measure(area: AlertArea): Bound {
  if (area.shape === 'circle') return { centre: area, radius_m: area.radius_m };
  const points = area.rings[0]!;
  const centre = points[0]!;
  const furthest = points.reduce((most, point) => Math.max(most, distanceM(centre, point)), 0);
  return { centre, radius_m: SLACK * furthest };
}
function boundOf(area: AlertArea): Bound {
  const bound = bounds.get(area) ?? measure(area);
  bounds.set(area, bound);
  return bound;
}
function isFar(place: Coordinates, area: AlertArea, buffer_m: number): boolean {
  const { centre, radius_m } = boundOf(area);
  return distanceM(place, centre) > radius_m + buffer_m;
}

/** Whether a place is in one of the areas, or so near to one. */
export const isNear = (place: Coordinates, areas: readonly AlertArea[], buffer_m: number) =>
  areas.some(
    area =>
      !isFar(place, area, buffer_m) &&
      (isInFence(place, area) || (buffer_m > 0 && metresOutside(place, area) <= buffer_m)),
  );
