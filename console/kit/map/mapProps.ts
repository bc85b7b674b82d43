/** What a map shows and tells, whether WebGL or SVG draws it. */
import type { Coordinates, Fence } from '../../../shared/contract/playout/fence.ts';
import type { Tone } from '../ui/display/Notice.tsx';
import type { Bounds } from './geometry.ts';

export interface MapPoint extends Coordinates {
  id: string;
  label: string;
  tone: Tone | 'none';
  /** Drawn hollow: the place is not of now. */
  isOld?: boolean;
}
export const TOOLS = ['circle', 'polygon', 'corridor'] as const satisfies readonly Fence['shape'][];
export type Tool = (typeof TOOLS)[number];
export interface Drawing {
  /** null: shapes are chosen and changed. */
  tool: Tool | null;
  /** `at`: which one it was; null: a new one. */
  onDrawn: (fence: Fence, at: number | null) => void;
  onChoose: (at: number) => void;
}

export interface MapContent {
  fences: readonly Fence[];
  points: readonly MapPoint[];
  /** Index of a shape or id of a point. */
  chosen: string | number | null;
}
export interface MapDrawProps extends MapContent {
  /** What the picture is of, for who does not see it. */
  label: string;
  bounds: Bounds | null;
  /** A press on the map where nothing is drawn. */
  onPlace?: ((place: Coordinates) => void) | undefined;
  onChoose?: ((id: string) => void) | undefined;
  drawing?: Drawing | undefined;
}
