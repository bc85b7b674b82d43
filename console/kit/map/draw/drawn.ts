/** From a shape the hand drew to a value of the contract, and back. Pure. */
import type { GeoJSONStoreFeatures } from 'terra-draw';
import type { Coordinates, Fence } from '../../../../shared/contract/playout/fence.ts';
import { DEGREE_M, distanceM, radians } from '../../../../shared/playout/place/distance.ts';
import { closed, isDrawable, linesOf, placeAt, rounded, wrapped, type Position } from '../geometry.ts';
import type { Tool } from '../mapProps.ts';

/** What each tool is called there. */
export const MODES = {
  circle: 'circle',
  polygon: 'polygon',
  corridor: 'linestring',
} as const satisfies Record<Tool, string>;
const RADIUS = { min: 25, max: 200_000 };
export const NEW_WIDTH_M = 100;
/** As many handles as fit around a circle. */
const HANDLES = 16;
const mercator = (lat: number) => Math.log(Math.tan(Math.PI / 4 + radians(lat) / 2));
const latOf = (y: number) => (Math.atan(Math.sinh(y)) * 180) / Math.PI;

/** Round on the map, so that its middle is the middle of its sides. */
function handles({ lat, lng, radius_m }: { lat: number; lng: number; radius_m: number }): Position[] {
  const reach = radius_m / DEGREE_M / Math.cos(radians(lat));
  const middle = mercator(lat);
  return Array.from({ length: HANDLES }, (_, i) => {
    const angle = (2 * Math.PI * i) / HANDLES;
    return [lng + reach * Math.sin(angle), latOf(middle + radians(reach) * Math.cos(angle))];
  });
}
const exact = (points: Position[]): Position[] => points.map(([lng, lat]) => [rounded(lng), rounded(lat)]);

/** null: only numbers can change it, because it lies across the edge of the map or is not whole yet. */
export function featureOf(fence: Fence): GeoJSONStoreFeatures | null {
  if (!isDrawable(fence)) return null;
  const [line = []] = fence.shape === 'circle' ? [handles(fence)] : linesOf(fence);
  if (line.some(([lng, lat]) => Math.abs(lng) > 180 || Math.abs(lat) > 85)) return null;
  const properties = { mode: MODES[fence.shape] };
  return fence.shape === 'corridor'
    ? { type: 'Feature', properties, geometry: { type: 'LineString', coordinates: exact(line) } }
    : { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [closed(exact(line))] } };
}

function circleOf(ring: Position[]): Fence {
  const [lngs, ys] = [ring.map(([lng]) => lng), ring.map(([, lat]) => mercator(lat))];
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)];
  const centre: Coordinates = {
    lat: rounded(latOf((Math.min(...ys) + Math.max(...ys)) / 2)),
    lng: wrapped((west + east) / 2),
  };
  const radius = Math.round(distanceM(centre, { lat: centre.lat, lng: east }));
  return {
    shape: 'circle',
    ...centre,
    radius_m: Math.max(RADIUS.min, Math.min(RADIUS.max, radius)),
  };
}

/** What stays of it as it was: the holes of an area, the width of a corridor. */
export function fenceOf({ geometry, properties }: GeoJSONStoreFeatures, before?: Fence): Fence | null {
  if (geometry.type === 'LineString')
    return {
      shape: 'corridor',
      path: (geometry.coordinates as Position[]).map(placeAt),
      width_m: before?.shape === 'corridor' ? before.width_m : NEW_WIDTH_M,
    };
  if (geometry.type !== 'Polygon') return null;
  const ring = (geometry.coordinates[0] as Position[]).slice(0, -1);
  if (properties['mode'] === MODES.circle) return circleOf(ring);
  const holes = before?.shape === 'polygon' ? before.rings.slice(1) : [];
  return { shape: 'polygon', rings: [ring.map(placeAt), ...holes] };
}
