import { describe, expect, it } from 'vitest';
import { CHUNK_BYTES } from '../../../shared/contract/content/media.ts';
import {
  av1LadderOf,
  av1WorthKeeping,
  ladderOf,
  matchesTarget,
  worthKeeping,
} from '../../../server/content/media/ladder.ts';
import type { Facts } from '../../../server/content/media/formats/probe.ts';

const LARGE = 40_000_000;
const video = (w: number, h: number): Facts => ({
  ...{ mime: 'video/mp4', codec: 'H.264', duration_ms: 10_000, unplayable: null },
  ...{ w, h },
});
const sizes = (facts: Facts, bytes = LARGE) => ladderOf(facts, bytes).map(({ w, h }) => `${w}x${h}`);

describe('the ladder', () => {
  it.each([
    [3840, 2160, ['854x480', '1280x720', '1920x1080']],
    [1920, 1080, ['854x480', '1280x720', '1920x1080']],
    [1280, 720, ['854x480', '1280x720']],
    [1080, 1920, ['480x854', '720x1280', '1080x1920']],
    [4096, 500, ['3932x480']],
    [853, 480, ['854x480']],
    [640, 479, []],
  ])('of %i × %i has up to three rungs and none above it', (w, h, rungs) => {
    expect(sizes(video(w, h))).toEqual(rungs);
  });

  it('is not climbed for a picture, nor for what one request brings anyway', () => {
    expect(sizes({ ...video(1920, 1080), mime: 'image/png' })).toEqual([]);
    expect(sizes(video(1920, 1080), CHUNK_BYTES)).toEqual([]);
    expect(sizes(video(1920, 1080), CHUNK_BYTES + 1)).toHaveLength(3);
  });

  it("has a rung of the video's own size in AV1, up to the highest", () => {
    const heights = (facts: Facts, bytes = LARGE) => av1LadderOf(facts, bytes).map(({ h }) => h);
    expect(heights(video(3840, 2160))).toEqual([480, 720, 1080]);
    expect(heights(video(1280, 720))).toEqual([480, 720]);
    expect(heights(video(640, 400))).toEqual([400]);
    expect(heights(video(1280, 720), CHUNK_BYTES)).toEqual([]);
  });

  it('keeps of AV1 what saves a tenth over each file that a screen would be given in its place', () => {
    const others = [
      { w: 854, bytes: 100 },
      { w: 1280, bytes: 400 },
    ];
    const made = [
      { w: 854, bytes: 91 },
      { w: 1280, bytes: 360 },
      { w: 1920, bytes: 5_000 },
    ];
    expect(av1WorthKeeping(made, others).map(({ w }) => w)).toEqual([1280, 1920]);
  });

  it('keeps what saves a tenth over the original and over the next above it', () => {
    const made = [
      { w: 854, bytes: 100 },
      { w: 1280, bytes: 400 },
      { w: 1920, bytes: 500 },
    ];
    const kept = (bytes: number) => worthKeeping(made, bytes).map(({ w }) => w);
    expect(kept(1_000)).toEqual([854, 1280, 1920]);
    expect(kept(520)).toEqual([854, 1280]);
    expect(kept(110)).toEqual([]);
    expect(
      worthKeeping(
        [
          { w: 854, bytes: 390 },
          { w: 1280, bytes: 400 },
        ],
        1_000,
      ).map(one => one.w),
    ).toEqual([1280]);
  });

  it('knows what came out as something else', () => {
    const source = video(1920, 1080);
    const target = { w: 1280, h: 720, maxrate: 1 };
    expect(matchesTarget({ ...video(1280, 720), duration_ms: 10_150 }, source, target)).toBe(true);
    expect(matchesTarget({ ...video(1280, 720), duration_ms: 9_000 }, source, target)).toBe(false);
    expect(matchesTarget(video(1280, 718), source, target)).toBe(false);
  });
});
