/**
 * Whether areas lie within others, such as a partner's jurisdiction. Along each of many parallels, the longitudes they
 * cover must be covered: this finds holes inside as well as what leaves over the edge. Pure.
 */
import type { AlertArea } from '../contract/alerts/area.ts';
import { DEGREE_M } from '../playout/place/distance.ts';
import { boundsOf, byStart, firstAbove, merged, spansOf, type Bounds, type Span } from './spans.ts';

/** Whoever draws the same border twice does not meet it exactly. */
const TOLERANCE_M = 25;
const TOLERANCE = TOLERANCE_M / DEGREE_M;
const ROUND = 360;
/** Parallels in even steps, beside those between all corners: gaps without a corner are found by them. */
const EVEN_STEPS = 512;
/** Edges times the parallels they cross; with more of them, fewer parallels are looked at, but never fewer than these. */
const MAX_CROSSINGS = 300_000;
const LEAST_STEPS = 128;

const overlap = (a: Bounds, b: Bounds) =>
  a.south <= b.north && b.south <= a.north && a.west <= b.east && b.west <= a.east;
/** Degrees of longitude that the tolerance has on a parallel. */
const wideAt = (lat: number) => TOLERANCE / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
const grown = ({ south, north, west, east }: Bounds): Bounds => {
  const wide = wideAt(Math.max(-south, north));
  return { south: south - TOLERANCE, north: north + TOLERANCE, west: west - wide, east: east + wide };
};

const pointsOf = (area: AlertArea) => (area.shape === 'circle' ? [] : area.rings.flat());
const cornersOf = (area: AlertArea, near: number) => {
  const { south, north } = boundsOf(area, near);
  return [south, north, ...pointsOf(area).map(({ lat }) => lat)];
};

/** Parallels that rise: one between each two corners, and others in even steps. */
function parallels(inner: readonly AlertArea[], around: readonly AlertArea[], near: number): number[] {
  const own = inner.flatMap(area => cornersOf(area, near));
  const [south, north] = [own.reduce((a, b) => Math.min(a, b)), own.reduce((a, b) => Math.max(a, b))];
  const step = Math.max((north - south) / EVEN_STEPS, Math.min(TOLERANCE, (north - south) / 16));
  const even =
    step > 0
      ? Array.from({ length: Math.floor((north - south) / step) }, (_, n) => south + (n + 0.5) * step)
      : [];
  const corners = [...own, ...around.flatMap(area => cornersOf(area, near))]
    .filter(lat => lat >= south && lat <= north)
    .sort((a, b) => a - b);
  const between = corners.flatMap((lat, n) => {
    const before = corners[n - 1];
    return before !== undefined && before < lat ? [(before + lat) / 2] : [];
  });
  const lats = [...even, ...between].sort((a, b) => a - b);
  const all = crossings([...inner, ...around], lats) / MAX_CROSSINGS;
  const share = Math.min(Math.ceil(all), Math.floor(lats.length / LEAST_STEPS));
  return share <= 1 ? lats : lats.filter((_, n) => n % share === 0);
}
/** How often edges cross the parallels, counted without a look at each. */
const crossings = (areas: readonly AlertArea[], lats: readonly number[]) =>
  areas.reduce((sum, area) => {
    if (area.shape === 'circle') return sum + lats.length;
    return area.rings.reduce(
      (all, ring) =>
        ring.reduce((n, { lat }, i) => {
          const next = ring[(i + 1) % ring.length]!.lat;
          return n + firstAbove(lats, Math.max(lat, next)) - firstAbove(lats, Math.min(lat, next));
        }, all),
      sum,
    );
  }, 0);

/** An area, and the rounds of the earth that it is moved by, so that all longitudes are counted from one place. */
interface Placed {
  area: AlertArea;
  by: number;
}
const TURNS = [-ROUND, 0, ROUND];
const startOf = (area: AlertArea) => (area.shape === 'circle' ? area.lng : (area.rings[0]?.[0]?.lng ?? 0));
function placesNear(around: readonly AlertArea[], bounds: readonly Bounds[], near: number): Placed[] {
  return around.flatMap(area => {
    const at = boundsOf(area, near);
    return TURNS.filter(by => {
      const moved = { ...at, west: at.west + by, east: at.east + by };
      return bounds.some(one => overlap(one, moved));
    }).map(by => ({ area, by }));
  });
}

/** What they cover of each parallel. */
function coverOf(places: readonly Placed[], lats: readonly number[], near: number): Span[][] {
  const cover: Span[][] = lats.map(() => []);
  for (const { area, by } of places)
    for (const [n, spans] of spansOf(area, lats, near))
      for (const [from, to] of spans) cover[n]!.push([from + by, to + by]);
  return cover;
}

/** Both in their order; the cover is merged. */
function isCovered(spans: readonly Span[], cover: readonly Span[]): boolean {
  let at = 0;
  return [...spans].sort(byStart).every(([from, to]) => {
    while (at < cover.length && cover[at]![1] < from) at++;
    const one = cover[at];
    return one !== undefined && one[0] <= from && one[1] >= to;
  });
}

export function areWithin(areas: readonly AlertArea[], around: readonly AlertArea[]): boolean {
  const [first] = areas;
  if (first === undefined) return true;
  const near = startOf(first);
  const close = placesNear(
    around,
    areas.map(area => grown(boundsOf(area, near))),
    near,
  );
  const lats = parallels(
    areas,
    close.map(({ area }) => area),
    near,
  );
  /** Wider by the tolerance to all sides. */
  const outer = [-TOLERANCE, 0, TOLERANCE].map(up =>
    coverOf(
      close,
      lats.map(lat => lat + up),
      near,
    ),
  );
  const cover = lats.map((lat, n) => {
    const wide = wideAt(lat);
    return merged(outer.flatMap(one => one[n]!).map(([from, to]): Span => [from - wide, to + wide]));
  });
  return areas.every(area => {
    const spans = spansOf(area, lats, near);
    /** One that no parallel meets is too small beside the others, or has no inside. */
    if (spans.size === 0) return areas.length > 1 && areWithin([area], around);
    return [...spans].every(([n, all]) => isCovered(all, cover[n]!));
  });
}
