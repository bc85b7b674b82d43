/** Which colours can be read in both themes, and the nearest that can. Pure. */
import { contrast } from '../slides/contrast.ts';

/** WCAG 2.2, 1.4.3: text of any size. */
export const MIN_TEXT_CONTRAST = 4.5;

/** `--bg`, `--surface` and `--raised` of shared/tokens.css. */
export const SURFACES = {
  light: ['#f6f5f1', '#ffffff'],
  dark: ['#0e1114', '#161b20', '#1f262d'],
} as const;
export type ThemeName = keyof typeof SURFACES;

/** The least contrast with any surface of the theme. */
export const contrastIn = (theme: ThemeName, colour: string): number =>
  Math.min(...SURFACES[theme].map(surface => contrast(colour, surface)));
export const isReadableIn = (theme: ThemeName, colour: string) =>
  contrastIn(theme, colour) >= MIN_TEXT_CONTRAST;

const BLACK = 0;
const WHITE = 255;
const STEPS = 255;
const CHANNEL_STARTS = [1, 3, 5];
const HEX = 16;
/** The colour on its way to black or white: `step` of 255. Its hue stays. */
function mixed(colour: string, end: number, step: number): string {
  const channels = CHANNEL_STARTS.map(at => {
    const from = parseInt(colour.slice(at, at + 2), HEX);
    return Math.round(from + ((end - from) * step) / STEPS);
  });
  return `#${channels.map(channel => channel.toString(HEX).padStart(2, '0')).join('')}`;
}

/** The first colour on the way to black (light theme) or white (dark theme) that can be read on all surfaces of the theme. */
export function nearestReadable(theme: ThemeName, colour: string): string {
  const end = theme === 'light' ? BLACK : WHITE;
  for (let step = 0; step < STEPS; step++) {
    const candidate = mixed(colour, end, step);
    if (isReadableIn(theme, candidate)) return candidate;
  }
  return mixed(colour, end, STEPS);
}

const INK = '#16191d';
const PAPER = '#ffffff';
/** Letters on a ground of this colour. One of the two always has a contrast of 4.5 with it. */
export const inkOn = (colour: string) => (contrast(colour, INK) >= contrast(colour, PAPER) ? INK : PAPER);
