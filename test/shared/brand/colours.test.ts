import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  contrastIn,
  inkOn,
  isReadableIn,
  MIN_TEXT_CONTRAST,
  nearestReadable,
  SURFACES,
  type ThemeName,
} from '../../../shared/brand/colours.ts';
import { contrast } from '../../../shared/slides/contrast.ts';
import { ROOT } from '../../architecture/sources.ts';

const colours = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`);
const themes = fc.constantFrom<ThemeName>('light', 'dark');
const brightness = (colour: string) => contrast(colour, '#000000');

describe('the nearest colour that can be read', () => {
  it('can be read on every surface of its theme, whatever it began with', () => {
    fc.assert(
      fc.property(themes, colours, (theme, colour) => {
        const found = nearestReadable(theme, colour);
        expect(found).toMatch(/^#[0-9a-f]{6}$/);
        for (const surface of SURFACES[theme])
          expect(contrast(found, surface)).toBeGreaterThanOrEqual(MIN_TEXT_CONTRAST);
      }),
    );
  });

  it('is the colour itself where that can be read already, and of itself', () => {
    fc.assert(
      fc.property(themes, colours, (theme, colour) => {
        const found = nearestReadable(theme, colour);
        expect(nearestReadable(theme, found)).toBe(found);
        if (isReadableIn(theme, colour)) expect(found).toBe(colour);
      }),
    );
  });

  it('goes no further than it must', () => {
    fc.assert(
      fc.property(themes, colours, (theme, colour) => {
        const found = nearestReadable(theme, colour);
        if (found === colour) return;
        /** One step of 255 changes the contrast by a few hundredths. */
        expect(contrastIn(theme, found)).toBeLessThan(MIN_TEXT_CONTRAST + 0.25);
        if (theme === 'light') expect(brightness(found)).toBeLessThan(brightness(colour));
        else expect(brightness(found)).toBeGreaterThan(brightness(colour));
      }),
    );
  });

  it('leaves a ground that letters can be read on', () => {
    fc.assert(
      fc.property(themes, colours, (theme, colour) => {
        const ground = nearestReadable(theme, colour);
        expect(contrast(ground, inkOn(ground))).toBeGreaterThanOrEqual(MIN_TEXT_CONTRAST - 0.5);
      }),
    );
  });
});

it('knows the surfaces of the tokens', () => {
  const tokens = readFileSync(join(ROOT, 'shared/tokens.css'), 'utf8');
  const [light = '', dark = ''] = ["[data-theme='light']", "[data-theme='dark']"].map(theme =>
    tokens.slice(tokens.indexOf(theme)),
  );
  const surfaces = (css: string) =>
    ['bg', 'surface', 'raised'].map(name => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(css)?.[1]);
  expect(new Set(surfaces(light))).toEqual(new Set(SURFACES.light));
  expect(new Set(surfaces(dark))).toEqual(new Set(SURFACES.dark));
});
