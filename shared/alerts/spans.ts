/** Areas cut by parallels: which longitudes of each parallel they cover. Pure. */
import type { AlertArea } from '../contract/alerts/area.ts';
import type { Coordinates } from '../contract/playout/fence.ts';
import { EARTH_M, radians, shortWay } from '../playout/place/distance.ts';

/** Degrees of longitude, from west to east, counted on past 180. */
export type Span = readonly [from: number, to: number];
const degrees = (angle: number) => (angle * 180) / Math.PI;
const ROUND = 360;
export const byStart = (a: Span, b: Span) => a[0] - b[0];

export function merged(spans: readonly Span[]): Span[] {
  const all: [number, number][] = [];
  for (const [from, to] of [...spans].sort(byStart)) {
    const last = all.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else all.push([from, to]);
  }
  return all;
}
/** Both are merged. */
function without(spans: readonly Span[], holes: readonly Span[]): Span[] {
  return spans.flatMap(([from, to]) => {
    const left: Span[] = [];
    let begin = from;
    for (const [holeFrom, holeTo] of holes) {
      if (holeTo <= begin || holeFrom >= to) continue;
      if (holeFrom > begin) left.push([begin, holeFrom]);
      begin = holeTo;
    }
    if (begin < to) left.push([begin, to]);
    return left;
  });
}

/** Longitudes of a ring's points, each the short way from the one before, so that no edge goes round the earth. */
function unrolled(ring: readonly Coordinates[], near: number): number[] {
  let at = near;
  return ring.map(({ lng }) => (at += shortWay(lng - at)));
}
export interface Bounds {
  south: number;
  north: number;
  west: number;
  east: number;
}
export function boundsOf(area: AlertArea, near: number): Bounds {
  if (area.shape === 'circle') {
    const reach = degrees(area.radius_m / EARTH_M);
    const isPolar = Math.abs(area.lat) + reach >= 90;
    const wide = isPolar
      ? ROUND / 2
      : degrees(Math.asin(Math.min(1, Math.sin(radians(reach)) / Math.cos(radians(area.lat)))));
    const centre = near + shortWay(area.lng - near);
    return {
      ...{ south: Math.max(-90, area.lat - reach), north: Math.min(90, area.lat + reach) },
      ...{ west: centre - wide, east: centre + wide },
    };
  }
  const [outline = []] = area.rings;
  const bounds = { south: 90, north: -90, west: Infinity, east: -Infinity };
  unrolled(outline, near).forEach((lng, i) => {
    const { lat } = outline[i]!;
    bounds.south = Math.min(bounds.south, lat);
    bounds.north = Math.max(bounds.north, lat);
    bounds.west = Math.min(bounds.west, lng);
    bounds.east = Math.max(bounds.east, lng);
  });
  return bounds;
}

/** The first of the parallels, which rise, that is above the latitude. */
export function firstAbove(lats: readonly number[], lat: number): number {
  let [low, high] = [0, lats.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lats[middle]! > lat) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** How often a ring goes over a parallel is even, so its crossings in their order are begins and ends in turns. */
function ofRing(ring: readonly Coordinates[], lats: readonly number[], near: number): Map<number, Span[]> {
  const lngs = unrolled(ring, near);
  const crossings: number[][] = [];
  /** One that goes round a pole has no west and no east: it covers nothing, and lies in nothing. */
  if (Math.abs((lngs.at(-1) ?? 0) - (lngs[0] ?? 0)) > ROUND / 2) return new Map();
  ring.forEach((from, i) => {
    const next = (i + 1) % ring.length;
    const to = ring[next]!;
    const east = shortWay(lngs[next]! - lngs[i]!);
    const end = firstAbove(lats, Math.max(from.lat, to.lat));
    for (let n = firstAbove(lats, Math.min(from.lat, to.lat)); n < end; n++)
      (crossings[n] ??= []).push(lngs[i]! + ((lats[n]! - from.lat) / (to.lat - from.lat)) * east);
  });
  const spans = new Map<number, Span[]>();
  crossings.forEach((all, n) => {
    all.sort((a, b) => a - b);
    const pairs: Span[] = [];
    for (let i = 1; i < all.length; i += 2) pairs.push([all[i - 1]!, all[i]!]);
    spans.set(n, pairs);
  });
  return spans;
}

function ofCircle(
  { lat, lng, radius_m }: { lat: number; lng: number; radius_m: number },
  lats: readonly number[],
  near: number,
): Map<number, Span[]> {
  const centre = near + shortWay(lng - near);
  const spans = new Map<number, Span[]>();
  lats.forEach((at, n) => {
    const [a, b] = [radians(lat), radians(at)];
    const share = (Math.cos(radius_m / EARTH_M) - Math.sin(a) * Math.sin(b)) / (Math.cos(a) * Math.cos(b));
    const wide = share <= -1 ? ROUND / 2 : degrees(Math.acos(Math.min(1, share)));
    if (share < 1) spans.set(n, [[centre - wide, centre + wide]]);
  });
  return spans;
}

/** What one area covers of each parallel, by the parallel's place in the list. */
export function spansOf(area: AlertArea, lats: readonly number[], near: number): Map<number, Span[]> {
  if (area.shape === 'circle') return ofCircle(area, lats, near);
  const [outline = [], ...holes] = area.rings;
  const spans = ofRing(outline, lats, near);
  const cutOut = holes.map(hole => ofRing(hole, lats, near));
  for (const [n, all] of spans) {
    const cut = merged(cutOut.flatMap(one => one.get(n) ?? []));
    if (cut.length > 0) spans.set(n, without(merged(all), cut));
  }
  return spans;
}
