/** The size of the earth, and distances on it. Pure. */
export const EARTH_M = 6_371_000;
/** m of one degree of latitude. */
export const DEGREE_M = (EARTH_M * Math.PI) / 180;

interface Coordinates {
  lat: number;
  lng: number;
}
export const radians = (degrees: number) => (degrees * Math.PI) / 180;
/** From −180 up to, and not including, 180: the short way round. */
export const shortWay = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180;

export function distanceM(a: Coordinates, b: Coordinates): number {
  const half = (angle: number) => Math.sin(radians(angle) / 2) ** 2;
  const chord =
    half(b.lat - a.lat) + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * half(b.lng - a.lng);
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(chord)));
}
