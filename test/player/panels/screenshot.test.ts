import { expect, it } from 'vitest';
import { screenshotOf } from '../../../player/panels/screenshot.ts';
import { MAX_RESULT } from '../../../shared/contract/fleet/command.ts';

/** A browser's canvas whose pictures have so many signs at full quality. */
function canvasOf(signs: number) {
  const drawn: unknown[][] = [];
  const canvas = {
    ...{ width: 0, height: 0 },
    getContext: () => ({ drawImage: (...all: unknown[]) => drawn.push(all) }),
    toDataURL: (_type: string, quality: number) => 'x'.repeat(Math.round(signs * quality)),
  } as unknown as HTMLCanvasElement;
  return { canvas, drawn };
}
const video = { clientWidth: 1920, clientHeight: 1080 } as HTMLVideoElement;

it('what is on the stage is drawn whole, in its own shape, and small', () => {
  const { canvas, drawn } = canvasOf(1_000);
  expect(screenshotOf(video, canvas)).toHaveLength(600);
  expect(drawn).toEqual([[video, 0, 0, 320, 180]]);
});

it('is made coarser until it can be told, and refused where it never can', () => {
  expect(screenshotOf(video, canvasOf(60_000).canvas).length).toBeLessThanOrEqual(MAX_RESULT);
  expect(() => screenshotOf(video, canvasOf(1_000_000).canvas)).toThrow('too large');
  expect(() => screenshotOf(null, canvasOf(1).canvas)).toThrow('Nothing is on the stage');
});
