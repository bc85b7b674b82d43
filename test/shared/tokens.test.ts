import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const CSS = readFileSync(join(import.meta.dirname, '../../shared/tokens.css'), 'utf8');
type Colour = [r: number, g: number, b: number, a: number];

function block(selector: string): Map<string, string> {
  const start = CSS.indexOf(selector);
  if (start < 0) throw new Error(`no ${selector}`);
  const body = CSS.slice(CSS.indexOf('{', start) + 1, CSS.indexOf('}', start));
  return new Map(
    [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]),
  );
}
const common = block(':root {');
const THEMES = {
  light: new Map([...common, ...block(":root,\n:root[data-theme='light'] {")]),
  dark: new Map([...common, ...block(":root[data-theme='dark'] {")]),
};
type Theme = keyof typeof THEMES;

function colour(theme: Theme, name: string): Colour {
  const value = THEMES[theme].get(`--${name}`) ?? '';
  const hex = /^#(..)(..)(..)$/.exec(value);
  if (hex) return [parseInt(hex[1]!, 16), parseInt(hex[2]!, 16), parseInt(hex[3]!, 16), 1];
  const rgb = /^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)$/.exec(value);
  if (rgb) return [Number(rgb[1]), Number(rgb[2]), Number(rgb[3]), Number(rgb[4])];
  throw new Error(`${theme}: --${name} is "${value}"`);
}
const over = ([r, g, b, a]: Colour, [R, G, B]: Colour): Colour => [
  r * a + R * (1 - a),
  g * a + G * (1 - a),
  b * a + B * (1 - a),
  1,
];
function luminance([r, g, b]: Colour): number {
  const part = (value: number) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
}
/** WCAG 2.2; what lets light through is seen on the ground below it. */
function contrast(theme: Theme, front: string, ...grounds: string[]): number {
  const ground = grounds.map(name => colour(theme, name)).reduceRight((below, above) => over(above, below));
  const [light, dark] = [luminance(over(colour(theme, front), ground)), luminance(ground)].sort(
    (a, b) => b - a,
  );
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

const TONES = ['ok', 'warn', 'danger', 'info'] as const;
const GROUNDS = ['bg', 'surface', 'raised'] as const;
/** Each list: the text, then the grounds below it from the nearest on. */
const TEXT: readonly (readonly [string, ...string[]])[] = [
  ...['ink', 'ink-2', 'primary', ...TONES].flatMap(ink => GROUNDS.map(ground => [ink, ground] as const)),
  ...GROUNDS.map(ground => ['ink-3', ground] as const),
  ...TONES.flatMap(tone => GROUNDS.map(ground => [`on-${tone}-tint`, `${tone}-tint`, ground] as const)),
  ...['ink', 'ink-2', 'on-neutral-tint', 'primary'].flatMap(ink =>
    GROUNDS.map(ground => [ink, 'neutral-tint', ground] as const),
  ),
  ['on-primary', 'primary'],
  ['surface', 'danger'],
  ['bg', 'ink'],
  ['on-lamp', 'lamp'],
  ['on-emergency', 'emergency'],
  ['on-advisory', 'advisory'],
];
const SIGNS: readonly (readonly [string, ...string[]])[] = [
  ...['control', 'primary', ...TONES].flatMap(sign => GROUNDS.map(ground => [sign, ground] as const)),
  ...[1, 2, 3, 4, 5, 6].map(n => [`chart-${n}`, 'surface'] as const),
];
const themes = Object.keys(THEMES) as Theme[];

describe('the colours', () => {
  it.each(themes)('of text stand out 4.5 : 1 in the %s theme', theme => {
    const weak = TEXT.map(pair => [pair.join(' on '), contrast(theme, ...pair)] as const).filter(
      ([, n]) => n < 4.5,
    );
    expect(weak).toEqual([]);
  });
  it.each(themes)('of borders, marks and lines stand out 3 : 1 in the %s theme', theme => {
    const weak = SIGNS.map(pair => [pair.join(' on '), contrast(theme, ...pair)] as const).filter(
      ([, n]) => n < 3,
    );
    expect(weak).toEqual([]);
  });
  it('are the same for whoever chose the dark theme and whose system did', () => {
    expect([...block(':root:not([data-theme]) {')]).toEqual([...block(":root[data-theme='dark'] {")]);
  });
  it('are measured as the design measured them', () => {
    expect(contrast('light', 'ink', 'bg')).toBeCloseTo(16.2, 1);
    expect(contrast('light', 'lamp', 'bg')).toBeCloseTo(1.6, 1);
    expect(contrast('dark', 'primary', 'bg')).toBeCloseTo(8.9, 0);
  });
});
