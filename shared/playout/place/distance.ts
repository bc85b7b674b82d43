/** Great-circle distance. Pure. */
const EARTH_M = 6_371_000;

interface Coordinates {
  lat: number;
  lng: number;
}
const radians = (degrees: number) => (degrees * Math.PI) / 180;

export function distanceM(a: Coordinates, b: Coordinates): number {
  const half = (angle: number) => Math.sin(radians(angle) / 2) ** 2;
  const chord =
    half(b.lat - a.lat) + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * half(b.lng - a.lng);
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(chord)));
}
