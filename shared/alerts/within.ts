/** Whether an area lies within others, such as a partner's jurisdiction. Pure. */
import type { AlertArea } from '../contract/alerts/area.ts';
import type { Coordinates } from '../contract/playout/fence.ts';
import { isInFence, metresOutside } from '../playout/place/fences.ts';

/** An edge is looked at in so many places, so that one that leaves a bay is seen. */
const LOOKS = 16;
const DEGREE_M = 111_195;
/** Whoever draws the same border twice does not meet it exactly. */
const TOLERANCE_M = 25;

function edgeOf(area: AlertArea): Coordinates[] {
  if (area.shape === 'circle') {
    const lat_deg = area.radius_m / DEGREE_M;
    const lng_deg = lat_deg / Math.max(0.01, Math.cos((area.lat * Math.PI) / 180));
    return Array.from({ length: 4 * LOOKS }, (_, n) => {
      const angle = (2 * Math.PI * n) / (4 * LOOKS);
      return { lat: area.lat + lat_deg * Math.sin(angle), lng: area.lng + lng_deg * Math.cos(angle) };
    });
  }
  const [outline = []] = area.rings;
  return outline.flatMap((from, n) => {
    const to = outline[(n + 1) % outline.length]!;
    return Array.from({ length: LOOKS }, (_, k) => ({
      lat: from.lat + ((to.lat - from.lat) * k) / LOOKS,
      lng: from.lng + ((to.lng - from.lng) * k) / LOOKS,
    }));
  });
}
const isIn = (place: Coordinates, areas: readonly AlertArea[]) =>
  areas.some(area => isInFence(place, area) || metresOutside(place, area) <= TOLERANCE_M);

/** Its edge lies within, and no hole of theirs lies within it. */
export function isWithin(area: AlertArea, around: readonly AlertArea[]): boolean {
  const holes = around.flatMap(one => (one.shape === 'polygon' ? one.rings.slice(1).flat() : []));
  return (
    edgeOf(area).every(place => isIn(place, around)) &&
    holes.every(place => !isInFence(place, area) || isIn(place, around))
  );
}
