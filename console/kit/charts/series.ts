/** How series are told apart: each has a colour, a dash and a marker of its own. */
export interface Series {
  name: string;
  /** null: nothing is known there; the line has a gap. */
  values: readonly (number | null)[];
}

export const MARKERS = ['circle', 'square', 'triangle', 'diamond'] as const;
export type Marker = (typeof MARKERS)[number];
export interface SeriesStyle {
  /** A token of shared/tokens.css. */
  colour: string;
  /** Lengths in CSS px; empty: a whole line. */
  dash: readonly number[];
  marker: Marker;
}
export const SERIES_STYLES: readonly SeriesStyle[] = [
  { colour: '--chart-1', dash: [], marker: 'circle' },
  { colour: '--chart-2', dash: [7, 4], marker: 'square' },
  { colour: '--chart-3', dash: [2, 3], marker: 'triangle' },
  { colour: '--chart-5', dash: [10, 3, 2, 3], marker: 'diamond' },
];
export const seriesStyle = (i: number): SeriesStyle => SERIES_STYLES[i % SERIES_STYLES.length]!;

/** Outline of a marker around a point, for a canvas and for the legend's SVG. */
export function markerPath(marker: Marker, x: number, y: number, r: number): string {
  switch (marker) {
    case 'circle':
      return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
    case 'square':
      return `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}Z`;
    case 'triangle':
      return `M${x} ${y - r}L${x + r} ${y + r}H${x - r}Z`;
    case 'diamond':
      return `M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z`;
  }
}
