/** The land as a path of SVG, without what lies out of sight or too near to be told apart. Pure. */
import type { MultiPolygon } from 'geojson';
import { projection, type Camera, type Size } from '../camera.ts';
import type { Position } from '../geometry.ts';

const TURNS = [-360, 0, 360];
/** px */
const LEAST_STEP = 0.7;

export function pathOf(line: readonly (readonly [number, number])[], isClosed: boolean): string {
  const d = line.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  return d === '' || !isClosed ? d : `${d}Z`;
}

function thinned(line: [number, number][]): [number, number][] {
  let last: [number, number] | null = null;
  return line.filter(point => {
    if (last && Math.hypot(point[0] - last[0], point[1] - last[1]) < LEAST_STEP) return false;
    last = point;
    return true;
  });
}

export function landPath(land: MultiPolygon, camera: Camera, size: Size): string {
  const at = projection(camera, size);
  const isSeen = (line: [number, number][]) => {
    const [xs, ys] = [line.map(([x]) => x), line.map(([, y]) => y)];
    return (
      Math.max(...xs) >= 0 &&
      Math.min(...xs) <= size.width &&
      Math.max(...ys) >= 0 &&
      Math.min(...ys) <= size.height
    );
  };
  return (land.coordinates as Position[][][])
    .flat()
    .flatMap(ring => TURNS.map(turn => ring.map(([lng, lat]) => at([lng + turn, lat]))))
    .map(thinned)
    .filter(line => line.length > 2 && isSeen(line))
    .map(line => pathOf(line, true))
    .join('');
}
