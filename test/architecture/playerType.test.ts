import { expect, it } from 'vitest';
import { product } from './sources.ts';

const TYPE = 'player/fonts/fonts.ts';
/** It draws a ring; the dialog behind it brings the type. */
const WORDLESS = ['player/kiosk/knob.ts'];

/** A screen that starts without a link shows its mark before any panel: nobody else has loaded the type by then. */
it('every part of the player that shows words loads their type itself', () => {
  const bare = product
    .filter(({ path, imports }) =>
      imports.some(one => path.endsWith('.ts') && one.path === 'player/screens/screens.css'),
    )
    .filter(({ path, imports }) => !WORDLESS.includes(path) && !imports.some(one => one.path === TYPE));
  expect(bare.map(({ path }) => path)).toEqual([]);
});
