/** Whether a position lies within a place on the map. Pure; also across the antimeridian. */
import type { Coordinates, Fence } from '../../contract/playout/fence.ts';
import { DEGREE_M, distanceM, radians, shortWay } from './distance.ts';

/** Metres east and north of an origin; exact enough at the size of a city, which is what a fence has. */
const planeAt = (origin: Coordinates) => {
  const scale = Math.cos(radians(origin.lat)) * DEGREE_M;
  return ({ lat, lng }: Coordinates) => ({
    x: shortWay(lng - origin.lng) * scale,
    y: (lat - origin.lat) * DEGREE_M,
  });
};

/** Whether a ring goes round the place: how often a ray from there to the east crosses it is odd. */
function isInRing(place: Coordinates, ring: readonly Coordinates[]): boolean {
  let isIn = false;
  let before = ring[0]!;
  /** Degrees east of the place; each point the short way from the one before, so that no edge goes round the earth. */
  let fromX = shortWay(before.lng - place.lng);
  for (const point of [...ring.slice(1), ring[0]!]) {
    const x = fromX + shortWay(point.lng - before.lng);
    if (before.lat > place.lat !== point.lat > place.lat) {
      const share = (place.lat - before.lat) / (point.lat - before.lat);
      if (fromX + share * (x - fromX) > 0) isIn = !isIn;
    }
    [before, fromX] = [point, x];
  }
  return isIn;
}

/** m from the origin of the plane to a straight line between two of its points. */
function distanceToSegment(a: { x: number; y: number }, b: { x: number; y: number }): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(a.x * dx + a.y * dy) / length));
  return Math.hypot(a.x + along * dx, a.y + along * dy);
}

/** m from a place to a line through the points. */
function distanceToPath(place: Coordinates, path: readonly Coordinates[]): number {
  const points = path.map(planeAt(place));
  let least = Infinity;
  for (let i = 1; i < points.length; i++)
    least = Math.min(least, distanceToSegment(points[i - 1]!, points[i]!));
  return least;
}

const isInPolygon = (place: Coordinates, [outline = [], ...holes]: readonly (readonly Coordinates[])[]) =>
  isInRing(place, outline) && !holes.some(hole => isInRing(place, hole));

/** By fence: how far it reaches from its first point, m. A screen asks for all of them with each fix. */
const reaches = new WeakMap<Fence, { from: Coordinates; m: number }>();
/** The plane and the sphere differ less at the size of a region; a larger fence is always looked at. */
const MARGIN = 1.1;
const REGION_M = 1_000_000;
function reachOf(fence: Exclude<Fence, { shape: 'circle' }>) {
  const known = reaches.get(fence);
  if (known) return known;
  const points = fence.shape === 'polygon' ? fence.rings[0]! : fence.path;
  const from = points[0]!;
  const width = fence.shape === 'polygon' ? 0 : fence.width_m;
  const far = MARGIN * (width + Math.max(...points.map(point => distanceM(from, point))));
  const reach = { from, m: far < REGION_M ? far : Infinity };
  reaches.set(fence, reach);
  return reach;
}
/** What is not within its reach lies outside, without a look at its edges. */
export function isInReach(place: Coordinates, fence: Fence): boolean {
  if (fence.shape === 'circle') return true;
  const { from, m } = reachOf(fence);
  return distanceM(place, from) <= m;
}

export function isInFence(place: Coordinates, fence: Fence): boolean {
  if (!isInReach(place, fence)) return false;
  switch (fence.shape) {
    case 'circle':
      return distanceM(place, fence) <= fence.radius_m;
    case 'polygon':
      return isInPolygon(place, fence.rings);
    case 'corridor':
      return distanceToPath(place, fence.path) <= fence.width_m / 2;
  }
}

/** m from the border of the fence: positive within it, negative outside. */
export function depthM(place: Coordinates, fence: Fence): number {
  switch (fence.shape) {
    case 'circle':
      return fence.radius_m - distanceM(place, fence);
    case 'polygon': {
      const border = Math.min(...fence.rings.map(ring => distanceToPath(place, [...ring, ring[0]!])));
      return isInPolygon(place, fence.rings) ? border : -border;
    }
    case 'corridor':
      return fence.width_m / 2 - distanceToPath(place, fence.path);
  }
}

/** m from a place to the edge of a fence; what lies within is not asked. */
export function metresOutside(place: Coordinates, fence: Fence): number {
  switch (fence.shape) {
    case 'circle':
      return distanceM(place, fence) - fence.radius_m;
    case 'polygon':
      return Math.min(...fence.rings.map(ring => distanceToPath(place, [...ring, ring[0]!])));
    case 'corridor':
      return distanceToPath(place, fence.path) - fence.width_m / 2;
  }
}
