/** Cells of the grid as areas and points of a map. Pure. */
import { cellBounds } from '../../../shared/contract/proof/analytics.ts';
import type { Fence } from '../../../shared/contract/playout/fence.ts';

export function areaOf(cell: string): Fence {
  const { south, west, north, east } = cellBounds(cell);
  const corner = (lat: number, lng: number) => ({ lat, lng });
  return {
    shape: 'polygon',
    rings: [[corner(south, west), corner(south, east), corner(north, east), corner(north, west)]],
  };
}

export function middleOf(cell: string): { lat: number; lng: number } {
  const { south, west, north, east } = cellBounds(cell);
  return { lat: (south + north) / 2, lng: (west + east) / 2 };
}

const DIGITS = 3;
/** `38.725, -9.145`: how a cell is named where no street is known. */
export function placeText(cell: string): string {
  const { lat, lng } = middleOf(cell);
  return `${lat.toFixed(DIGITS)}, ${lng.toFixed(DIGITS)}`;
}
