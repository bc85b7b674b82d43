/** Places as a map draws them. Pure; a shape across the antimeridian runs on beyond 180 degrees. */
import type { Coordinates, Fence } from '../../../shared/contract/playout/fence.ts';
import { DEGREE_M, EARTH_M, radians } from '../../../shared/playout/place/distance.ts';

/** A position of GeoJSON: longitude first. */
export type Position = [lng: number, lat: number];
export interface Bounds {
  west: number;
  south: number;
  /** May lie beyond 180. */
  east: number;
  north: number;
}

const CIRCLE_POINTS = 96;
/** Web Mercator ends here. */
export const MAX_DRAWN_LAT = 85.05;
/** A tenth of a metre. */
const DIGITS = 6;
const degrees = (angle: number) => (angle * 180) / Math.PI;
export const rounded = (number: number) => Number(number.toFixed(DIGITS));
/** From −180 up to 180. */
export const wrapped = (lng: number) => rounded(((((lng + 180) % 360) + 360) % 360) - 180);
export const placeAt = ([lng, lat]: Position): Coordinates => ({ lat: rounded(lat), lng: wrapped(lng) });

/** Each point the short way from the one before. */
export function unrolled(points: readonly Coordinates[]): Position[] {
  let before: number | undefined;
  return points.map(({ lat, lng }) => {
    const turns: number = before === undefined ? 0 : Math.round((before - lng) / 360) * 360;
    before = lng + turns;
    return [before, lat];
  });
}

/** A ring of the globe on a flat map: it runs on beyond 180 degrees, and around a pole it goes by the edge. */
function flatRing(ring: readonly Position[]): Position[] {
  const flat = unrolled(ring.map(([lng, lat]) => ({ lat, lng })));
  const [first, last] = [flat[0], flat.at(-1)];
  if (!first || !last || Math.abs(last[0] - first[0]) < 180) return flat;
  const pole = first[1] < 0 ? -90 : 90;
  return [...flat, [last[0], pole], [first[0], pole], first];
}

/** An outline and its holes, all on the same turn of the earth. */
export function flatRings(rings: readonly Position[][]): Position[][] {
  const [outline = [], ...holes] = rings.map(flatRing);
  const lngs = outline.map(([lng]) => lng);
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)];
  const turnsOf = (lng: number) => (lng < west ? 360 : lng > east ? -360 : 0);
  return [
    outline,
    ...holes.map(hole => {
      const turns = turnsOf(hole[0]?.[0] ?? 0);
      return hole.map(([lng, lat]): Position => [lng + turns, lat]);
    }),
  ];
}

/** Points at the same distance from a place; not closed. */
export function circleRing(centre: Coordinates, radiusM: number, points = CIRCLE_POINTS): Position[] {
  const [lat, reach] = [radians(centre.lat), radiusM / EARTH_M];
  return Array.from({ length: points }, (_, i) => {
    const bearing = (2 * Math.PI * i) / points;
    const at = Math.asin(
      Math.sin(lat) * Math.cos(reach) + Math.cos(lat) * Math.sin(reach) * Math.cos(bearing),
    );
    const turn = Math.atan2(
      Math.sin(bearing) * Math.sin(reach) * Math.cos(lat),
      Math.cos(reach) - Math.sin(lat) * Math.sin(at),
    );
    return [centre.lng + degrees(turn), degrees(at)];
  });
}

/** The rings of an area, the first its outline; of a corridor its line. None is closed. */
export function linesOf(fence: Fence): Position[][] {
  if (fence.shape === 'circle') return [circleRing(fence, fence.radius_m)];
  if (fence.shape === 'corridor') return [unrolled(fence.path)];
  const [outline = [], ...holes] = fence.rings.map(unrolled);
  /** A hole lies on the same turn of the earth as its outline. */
  const near = (hole: Position[]): Position[] => {
    const turns = Math.round(((outline[0]?.[0] ?? 0) - (hole[0]?.[0] ?? 0)) / 360) * 360;
    return hole.map(([lng, lat]) => [lng + turns, lat]);
  };
  return [outline, ...holes.map(near)];
}
export const closed = (ring: Position[]): Position[] => (ring[0] ? [...ring, ring[0]] : []);

/** The smallest box around all of them; null: there is nothing. */
export function boundsOf(fences: readonly Fence[], points: readonly Coordinates[] = []): Bounds | null {
  const groups = [...fences.map(fence => linesOf(fence).flat()), ...unrolled(points).map(point => [point])];
  const origin = groups[0]?.[0]?.[0];
  if (origin === undefined) return null;
  const all = groups.flatMap((group): Position[] => {
    const turns = Math.round((origin - (group[0]?.[0] ?? origin)) / 360) * 360;
    return group.map(([lng, lat]) => [lng + turns, Math.max(-MAX_DRAWN_LAT, Math.min(MAX_DRAWN_LAT, lat))]);
  });
  const [lngs, lats] = [all.map(([lng]) => lng), all.map(([, lat]) => lat)];
  const least = (numbers: number[]) => numbers.reduce((a, b) => Math.min(a, b), Infinity);
  const most = (numbers: number[]) => numbers.reduce((a, b) => Math.max(a, b), -Infinity);
  const widest = Math.max(0, ...fences.map(fence => (fence.shape === 'corridor' ? fence.width_m : 0)));
  const margin = widest / DEGREE_M;
  return {
    west: least(lngs) - margin,
    south: least(lats) - margin,
    east: most(lngs) + margin,
    north: most(lats) + margin,
  };
}

/** Whether every number of it is one: what is being typed may not be drawn yet. */
export const isDrawable = (fence: Fence): boolean => {
  const isPlace = ({ lat, lng }: Coordinates) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  if (fence.shape === 'circle') return isPlace(fence) && fence.radius_m > 0;
  if (fence.shape === 'corridor')
    return fence.width_m > 0 && fence.path.length > 1 && fence.path.every(isPlace);
  return fence.rings.length > 0 && fence.rings.every(ring => ring.length > 2 && ring.every(isPlace));
};
