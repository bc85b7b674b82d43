/**
 * What a slide is once it is made: boxes with their place, size and words, for both orientations. Whoever draws it
 * needs no template, so a slide that was approved stays as it is whatever becomes of its template.
 */
import type { BilingualText } from '../contract/content/slide.ts';
import type { Sky } from '../contract/playout/schedule.ts';

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
  | ({ as: 'clock' } & Type)
  /** `inOther`: in the language the screen does not speak, for those who read it. */
  | ({ as: 'date'; inOther?: true } & Type)
  | ({ as: 'countdown'; until: string } & Type)
  /** The sky in a picture, °C, and the words for it; nothing where the weather is not known or too old. */
  | { as: 'sky'; colour: string }
  | ({ as: 'temperature' | 'wind' } & Type)
  | ({ as: 'weather'; words: Readonly<Record<Sky, BilingualText>>; inOther?: true } & Type)
  /** Where this ride goes; nothing where nobody said so. */
  | ({ as: 'destination' } & Type)
);
/** What a screen must know to show a scene at all. */
export type LiveFact = 'weather' | 'destination';
export interface Scene {
  background: string;
  landscape: readonly Box[];
  portrait: readonly Box[];
  /** In a band much wider than high; one that is left out stands there as on a wide screen. */
  strip?: readonly Box[];
  /** Without these it would be empty, so it is not shown. */
  needs?: readonly LiveFact[];
}
export type Orientation = 'landscape' | 'portrait';
export const orientationOf = (w: number, h: number): Orientation => (w >= h ? 'landscape' : 'portrait');
/** A ticker zone is eight to fifteen times as wide as high. */
const STRIP_RATIO = 4;
export const boxesFor = (scene: Scene, w: number, h: number): readonly Box[] =>
  (h > 0 && w >= h * STRIP_RATIO ? scene.strip : null) ?? scene[orientationOf(w, h)];
