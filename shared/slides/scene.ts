/**
 * What a slide is once it is made: boxes with their place, size and words, for both orientations. Whoever draws it
 * needs no template, so a slide that was approved stays as it is whatever becomes of its template.
 */
import type { BilingualText } from '../contract/content/slide.ts';

/** x, y, w, h in thousandths of the screen's sides. */
export type Rect = readonly [x: number, y: number, w: number, h: number];
export interface Type {
  /** Height of the letters in thousandths of the screen's shorter side; what does not fit is set smaller. */
  size: number;
  weight: number;
  align: 'left' | 'center' | 'right';
  valign: 'top' | 'middle' | 'bottom';
  colour: string;
}
export type Box = { at: Rect } & (
  | { as: 'shape'; colour: string; opacity: number }
  | { as: 'image'; image: number; fit: 'cover' | 'contain' }
  | ({ as: 'text'; field: string; text: BilingualText } & Type)
  | ({ as: 'ticker'; field: string; text: BilingualText } & Type)
  /** Rows of a code, each a text of 0 and 1. */
  | { as: 'qr'; rows: readonly string[] }
  | ({ as: 'clock' | 'date' } & Type)
  | ({ as: 'countdown'; until: string } & Type)
);
export interface Scene {
  background: string;
  landscape: readonly Box[];
  portrait: readonly Box[];
}
export type Orientation = 'landscape' | 'portrait';
export const orientationOf = (w: number, h: number): Orientation => (w >= h ? 'landscape' : 'portrait');
