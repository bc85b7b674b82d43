/** A file in the frame of a screen, as the screen would fit it. Pure. */
export interface Size {
  w: number;
  h: number;
}
export const FRAMES = [
  { name: 'landscape', w: 1_920, h: 1_080 },
  { name: 'portrait', w: 1_080, h: 1_920 },
  { name: 'tablet', w: 1_280, h: 800 },
  { name: 'taxiTop', w: 1_920, h: 540 },
] as const;
export type FrameName = (typeof FRAMES)[number]['name'];
export type Fit = 'contain' | 'cover';

export interface Fitting {
  /** Of the file, as it is drawn; 1: pixel for pixel. */
  scale: number;
  /** Share of the screen that stays black, 0 to 1. */
  bars: number;
  /** Share of the file that is cut off, 0 to 1. */
  cut: number;
}
export function fitting(file: Size, frame: Size, fit: Fit): Fitting {
  const scales = [frame.w / file.w, frame.h / file.h] as const;
  const scale = fit === 'contain' ? Math.min(...scales) : Math.max(...scales);
  const [w, h] = [file.w * scale, file.h * scale];
  const seen = Math.min(w, frame.w) * Math.min(h, frame.h);
  return { scale, bars: 1 - seen / (frame.w * frame.h), cut: 1 - seen / (w * h) };
}

/** The frame that is most like the file. */
export function nearestFrame(file: Size): FrameName {
  const off = (frame: Size) => Math.abs(Math.log(file.w / file.h / (frame.w / frame.h)));
  return FRAMES.reduce((best, one) => (off(one) < off(best) ? one : best)).name;
}
