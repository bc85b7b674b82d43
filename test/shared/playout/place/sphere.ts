/** Areas on the sphere as d3-geo sees it: what the product's plane is held against. */
import { geoArea, geoContains, geoDistance, type GeoPermissibleObjects } from 'd3-geo';
import type { Coordinates, Fence } from '../../../../shared/contract/playout/fence.ts';

export const EARTH_M = 6_371_000;
export const DEGREE_M = 111_195;
export const turned = (lng: number) => ((((lng + 180) % 360) + 360) % 360) - 180;
export const metresEast = (lat: number, m: number) => m / (DEGREE_M * Math.cos((lat * Math.PI) / 180));
/** So many metres north and east of a point. */
export const movedBy = (from: Coordinates, north_m: number, east_m: number): Coordinates => ({
  lat: from.lat + north_m / DEGREE_M,
  lng: turned(from.lng + metresEast(from.lat, east_m)),
});

const point = ({ lat, lng }: Coordinates): [number, number] => [lng, lat];
export const metresApart = (a: Coordinates, b: Coordinates) => geoDistance(point(a), point(b)) * EARTH_M;

const areaOf = (ring: readonly Coordinates[]): GeoPermissibleObjects => {
  const line = [...ring, ring[0]!].map(point);
  const made = { type: 'Polygon' as const, coordinates: [line] };
  return geoArea(made) < 2 * Math.PI ? made : { ...made, coordinates: [[...line].reverse()] };
};
export const isInArea = (ring: readonly Coordinates[], place: Coordinates) =>
  geoContains(areaOf(ring), point(place));

const STEPS = 200;
/** By points of the line, one after another. */
export function metresToPath(path: readonly Coordinates[], place: Coordinates): number {
  let least = Infinity;
  for (const [i, end] of path.entries()) {
    const start = path[i - 1];
    if (!start) continue;
    const [up, right] = [end.lat - start.lat, turned(end.lng - start.lng)];
    for (let step = 0; step <= STEPS; step++) {
      const share = step / STEPS;
      const on = { lat: start.lat + up * share, lng: turned(start.lng + right * share) };
      least = Math.min(least, metresApart(on, place));
    }
  }
  return least;
}

/** m from a fence; 0 within it. */
export function metresFrom(place: Coordinates, fence: Fence): number {
  switch (fence.shape) {
    case 'circle':
      return Math.max(0, metresApart(fence, place) - fence.radius_m);
    case 'corridor':
      return Math.max(0, metresToPath(fence.path, place) - fence.width_m / 2);
    case 'polygon': {
      const [outline = [], ...holes] = fence.rings;
      if (isInArea(outline, place) && !holes.some(hole => isInArea(hole, place))) return 0;
      return Math.min(...fence.rings.map(ring => metresToPath([...ring, ring[0]!], place)));
    }
  }
}
