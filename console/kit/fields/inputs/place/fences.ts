/** Areas as they are typed: one place a line. Pure. */
import type { Coordinates, Fence } from '../../../../../shared/contract/playout/fence.ts';
import { isLat, isLng, parsePlace, placeText } from './point.ts';

export const RADIUS = { min: 25, max: 200_000 };
export const WIDTH = { min: 20, max: 10_000 };
export const LEAST_POINTS = { outline: 3, path: 2 } as const;
const NEW_RADIUS_M = 500;
const NEW_WIDTH_M = 100;

/** A line that is no place becomes one that no schema takes. */
const NOWHERE: Coordinates = { lat: NaN, lng: NaN };
export const placesOf = (text: string): Coordinates[] =>
  text
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => parsePlace(line) ?? NOWHERE);
export const textOf = (places: readonly Coordinates[]) => places.map(placeText).join('\n');

/** What is added without a map: its numbers are typed. */
export function blankFence(shape: Fence['shape']): Fence {
  if (shape === 'circle') return { shape, radius_m: NEW_RADIUS_M } as Fence;
  return shape === 'polygon' ? { shape, rings: [[]] } : { shape, path: [], width_m: NEW_WIDTH_M };
}

export interface FenceProblem {
  /** The sentence stands at `shapes.refused.<why>`, or at `refused.<why>` of all inputs. */
  why: 'line' | 'points' | 'radius' | 'width';
  values: { n?: number; min?: number; max?: number };
}
/** Of one list of places; `least`: how many it needs. */
export function placesProblem(places: readonly Coordinates[], least: number): FenceProblem | null {
  const wrong = places.findIndex(({ lat, lng }) => !isLat(lat) || !isLng(lng));
  if (wrong >= 0) return { why: 'line', values: { n: wrong + 1 } };
  return places.length < least ? { why: 'points', values: { n: least } } : null;
}
const within = (number: number, { min, max }: { min: number; max: number }) => number >= min && number <= max;

/** The first that keeps it from being sent; null too where a number is still missing, which the form says itself. */
export function fenceProblem(fence: Fence): FenceProblem | null {
  if (fence.shape === 'circle')
    return typeof fence.radius_m === 'number' && !within(fence.radius_m, RADIUS)
      ? { why: 'radius', values: RADIUS }
      : null;
  if (fence.shape === 'corridor') {
    const isWidthWrong = typeof fence.width_m === 'number' && !within(fence.width_m, WIDTH);
    return isWidthWrong ? { why: 'width', values: WIDTH } : placesProblem(fence.path, LEAST_POINTS.path);
  }
  const problems = fence.rings.map(ring => placesProblem(ring, LEAST_POINTS.outline));
  return problems.find(problem => problem !== null) ?? null;
}

/** How many of its own shape stand up to it, for its name: `Circle 2`. */
export const numberOfShape = (fences: readonly Fence[], at: number) =>
  fences.slice(0, at + 1).filter(({ shape }) => shape === fences[at]?.shape).length;
