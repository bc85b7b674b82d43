/** What part of the earth a flat picture shows: Web Mercator, the earth 512 px wide at zoom 0. Pure. */
import { MAX_DRAWN_LAT, type Bounds, type Position } from './geometry.ts';

export interface Camera {
  lng: number;
  lat: number;
  zoom: number;
}
export interface Size {
  width: number;
  height: number;
}
const WORLD = 512;
export const MIN_ZOOM = 0.4;
export const MAX_ZOOM = 18;
/** Nearer than this a single point has nothing around it. */
export const NEAREST = 14;
/** px around what is fitted: at the sides as much as the buttons of the map take. */
export const PADDING = { top: 40, bottom: 40, left: 72, right: 72 };
export const WHOLE_EARTH: Bounds = { west: -168, south: -56, east: 178, north: 74 };
const EQUATOR_M = 40_075_017;

const xOf = (lng: number) => (lng + 180) / 360;
const yOf = (lat: number) => {
  const angle = (Math.max(-MAX_DRAWN_LAT, Math.min(MAX_DRAWN_LAT, lat)) * Math.PI) / 180;
  return (1 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / Math.PI) / 2;
};
const latOf = (y: number) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
const scale = (zoom: number) => WORLD * 2 ** zoom;
const clampedZoom = (zoom: number) => Math.max(MIN_ZOOM, Math.min(MAX_ZOOM, zoom));

export function fitted({ west, south, east, north }: Bounds, { width, height }: Size): Camera {
  const [top, bottom] = [yOf(north), yOf(south)];
  const across = (width - PADDING.left - PADDING.right) / Math.max(xOf(east) - xOf(west), 1e-9);
  const down = (height - PADDING.top - PADDING.bottom) / Math.max(bottom - top, 1e-9);
  const zoom = clampedZoom(Math.min(Math.log2(Math.min(across, down) / WORLD), NEAREST));
  return { lng: (west + east) / 2, lat: latOf((top + bottom) / 2), zoom };
}

/** A position in px of the picture. */
export function projection(camera: Camera, { width, height }: Size): (at: Position) => [number, number] {
  const size = scale(camera.zoom);
  const [x, y] = [xOf(camera.lng), yOf(camera.lat)];
  return ([lng, lat]) => [(xOf(lng) - x) * size + width / 2, (yOf(lat) - y) * size + height / 2];
}
export function unprojected(
  camera: Camera,
  { width, height }: Size,
  [left, top]: [number, number],
): Position {
  const size = scale(camera.zoom);
  const lng = ((left - width / 2) / size + xOf(camera.lng)) * 360 - 180;
  return [lng, latOf((top - height / 2) / size + yOf(camera.lat))];
}

/** By px of the picture. */
export function moved(camera: Camera, size: Size, [right, down]: [number, number]): Camera {
  const [lng, lat] = unprojected(camera, size, [size.width / 2 + right, size.height / 2 + down]);
  return { ...camera, lng, lat: Math.max(-MAX_DRAWN_LAT, Math.min(MAX_DRAWN_LAT, lat)) };
}
export const zoomed = (camera: Camera, by: number): Camera => ({
  ...camera,
  zoom: clampedZoom(camera.zoom + by),
});

/** Nearer than this the outline of the world is coarser than a city: 0 to 1, how far its coast has faded. */
const FADES = { from: 8, to: 9.5 } as const;
export const fadedAt = (zoom: number) =>
  Math.max(0, Math.min(1, (zoom - FADES.from) / (FADES.to - FADES.from)));
export const FADE_STOPS = [FADES.from, FADES.to] as const;

/** m that one px of the picture is wide on the ground. */
export const metresAPixel = ({ lat, zoom }: Camera) =>
  (EQUATOR_M * Math.cos((lat * Math.PI) / 180)) / scale(zoom);

/** px of a length on the ground at zoom 0. */
export const pixelsAtZoom0 = (metres: number, lat: number) =>
  (metres * WORLD) / (EQUATOR_M * Math.cos((lat * Math.PI) / 180));
