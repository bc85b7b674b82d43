/** The sky as a picture: strokes on a field of 24 by 24. */
import type { Sky } from '../contract/playout/schedule.ts';

const CLOUD = 'M7 16.5a4 4 0 0 1 .6-7.95A5.5 5.5 0 0 1 18 10.2a3.2 3.2 0 0 1-.6 6.3z';
const PATHS: Record<Sky, string> = {
  clear:
    'M12 7.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9M12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8',
  cloud: 'M7 18a4.5 4.5 0 0 1 .6-8.95A6 6 0 0 1 19 11a3.6 3.6 0 0 1-.7 7z',
  rain: `${CLOUD}M9 19l-.8 2.5M13 19l-.8 2.5M17 19l-.8 2.5`,
  snow: `${CLOUD}M8.5 19v.1M8.5 21.5v.1M12.5 19v.1M12.5 21.5v.1M16.5 19v.1M16.5 21.5v.1`,
  storm: `${CLOUD}M13 13l-2.5 4h3L11 22`,
};
const SVG = 'http://www.w3.org/2000/svg';

export interface SkyPicture {
  /** null: nothing. */
  set(sky: Sky | null): void;
}
export function drawSky(root: HTMLElement, colour: string): SkyPicture {
  const make = <K extends 'svg' | 'path'>(name: K) => root.ownerDocument.createElementNS(SVG, name);
  const svg = root.appendChild(make('svg'));
  const path = svg.appendChild(make('path'));
  const looks = { viewBox: '0 0 24 24', width: '100%', height: '100%', 'aria-hidden': 'true' };
  for (const [name, value] of Object.entries(looks)) svg.setAttribute(name, value);
  const strokes = { fill: 'none', stroke: colour, 'stroke-width': '1.5' };
  for (const [name, value] of Object.entries({
    ...strokes,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  }))
    path.setAttribute(name, value);
  return { set: sky => path.setAttribute('d', sky === null ? '' : PATHS[sky]) };
}
