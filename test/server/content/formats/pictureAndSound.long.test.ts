/** What screens are given shows what was uploaded: the same picture, the same way up, and its sound. */
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Creative } from '../../../../shared/contract/content/creative.ts';
import { processNext } from '../../../../server/content/media/processor.ts';
import { mediaPath } from '../../../support/server/mediaFiles.ts';
import { isDue } from '../../../support/dailyShare.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { upload } from '../../../support/server/upload.ts';
import { ffmpeg } from '../../../tools/machine.ts';
import { film, type Source } from './make.ts';

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ config: { ffmpeg: ffmpeg() } });
});
afterAll(() => test.close());

type Rgb = readonly [number, number, number];
const RED: Rgb = [220, 30, 30];
const GREEN: Rgb = [30, 200, 30];
const BLUE: Rgb = [30, 30, 220];
const WHITE: Rgb = [235, 235, 235];
/** Another matrix of colours moves a channel by less; another colour by far more. */
const TOLERANCE = 45;

/** From left to right, the upper row first: no turn and no mirror image looks like another. */
const UPRIGHT = [RED, GREEN, BLUE, WHITE];
const hex = (rgb: Rgb) => `0x${Buffer.from(rgb).toString('hex')}`;
const [W, H] = [96, 64];
const picture = `${UPRIGHT.map((rgb, n) => `color=${hex(rgb)}:size=${W}x${H}:rate=25:duration=1[q${n}]`).join(';')};
  [q0][q1]hstack[upper];[q2][q3]hstack[lower];[upper][lower]vstack`;
const source = (extension: string, args: string, more: Source = {}) =>
  film(extension, args, { picture, ...more });

const X264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p';
const X265 = '-c:v libx265 -preset ultrafast -x265-params log-level=error -tag:v hvc1 -pix_fmt yuv420p10le';
/** Of the header of its first track, by the specification of QuickTime: clockwise, with what brings it back into view. */
const MATRICES: Record<90 | 180 | 270, readonly number[]> = {
  90: [0, 1, 0, -1, 0, 0, 2 * H, 0],
  180: [-1, 0, 0, 0, -1, 0, 2 * W, 2 * H],
  270: [0, -1, 0, 1, 0, 0, 0, 2 * W],
};
const MATRIX_AT = 44;
/** As a phone keeps a film that was taken upright: lying, with a note of how to turn it. */
function turned(degrees: 90 | 180 | 270): Buffer {
  const bytes = source('mp4', `${X264} -c:a aac`);
  const at = bytes.indexOf('tkhd') + MATRIX_AT;
  for (const [n, value] of MATRICES[degrees].entries()) bytes.writeInt32BE(value * 0x10000, at + 4 * n);
  return bytes;
}
interface Kind {
  make: () => Buffer;
  shown?: readonly Rgb[];
  isSilent?: true;
}
const KINDS: Record<string, Kind> = {
  'a phone video turned by 90°': { make: () => turned(90), shown: [BLUE, RED, WHITE, GREEN] },
  'a phone video turned by 180°': { make: () => turned(180), shown: [WHITE, BLUE, GREEN, RED] },
  'a phone video turned by 270°': { make: () => turned(270), shown: [GREEN, WHITE, RED, BLUE] },
  'HEVC of 10 bits in QuickTime': { make: () => source('mov', `${X265} -c:a aac`) },
  'ProRes with PCM': { make: () => source('mov', '-c:v prores_ks -c:a pcm_s16le') },
  'H.264 of 4:4:4': {
    make: () => source('mp4', '-c:v libx264 -preset ultrafast -pix_fmt yuv444p -c:a aac'),
  },
  'H.264 with AC-3 in Matroska': { make: () => source('mkv', `${X264} -c:a ac3`) },
  'MPEG-2': { make: () => source('mpg', '-c:v mpeg2video -b:v 2M -c:a mp2') },
  'a silent QuickTime': { make: () => source('mov', X264, { isSilent: true }), isSilent: true },
};

const run = (args: readonly string[]) =>
  spawnSync(ffmpeg(), ['-v', 'info', '-hide_banner', ...args], { maxBuffer: 1 << 24 });

/** The colour in the middle of each quarter, of a frame in the middle of the film. */
function quartersOf(file: string): Rgb[] {
  const size = 64;
  const scaled = ['-vf', `scale=${size}:${size}`, '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgb24'];
  const pixels = run(['-ss', '0.5', '-i', file, ...scaled, 'pipe:1']).stdout;
  expect(pixels.length).toBe(size * size * 3);
  const at = (x: number, y: number): Rgb => {
    const from = (y * size + x) * 3;
    return [pixels[from] ?? 0, pixels[from + 1] ?? 0, pixels[from + 2] ?? 0];
  };
  return [at(16, 16), at(48, 16), at(16, 48), at(48, 48)];
}
/** Of all of it, in decibels below the loudest there is; null: there is no sound at all. */
function loudnessOf(file: string): number | null {
  const report = run([
    '-i',
    file,
    '-map',
    '0:a?',
    '-af',
    'volumedetect',
    '-f',
    'null',
    '-',
  ]).stderr.toString();
  const mean = /mean_volume: (-?[\d.]+) dB/.exec(report)?.[1];
  return mean === undefined ? null : Number(mean);
}
const AUDIBLE_DB = -40;

/** Each takes seconds of a processor; which ones are due changes from day to day. */
const due = Object.entries(KINDS).filter((_kind, nth) => isDue(nth, 3));
it.each(due)(
  'what is made of %s shows the same picture and is heard',
  async (name, { make, shown = UPRIGHT, isSilent }) => {
    const answer = await upload(test, test.admin, make(), { filename: name });
    const creative = String(answer.headers['x-creative']);
    const faults: string[] = [];
    while (await processNext(test.server, new AbortController().signal, error => faults.push(String(error))));
    expect(faults).toEqual([]);
    const { asset } = (await call(test, test.admin, 'GET', `/api/creatives/${creative}`)).json<Creative>();
    expect(asset.renditions.length).toBeGreaterThan(0);
    for (const { sha256, w, h } of asset.renditions) {
      const file = mediaPath(test.server, sha256);
      const isUpright = shown[0] === UPRIGHT[0] || shown[3] === UPRIGHT[0];
      expect(w > h).toBe(isUpright);
      for (const [n, rgb] of quartersOf(file).entries())
        for (const [channel, value] of rgb.entries())
          expect(Math.abs(value - shown[n]![channel]!), `${n}: ${rgb.join()}`).toBeLessThan(TOLERANCE);
      const loudness = loudnessOf(file);
      if (isSilent) expect(loudness ?? -91).toBeLessThan(AUDIBLE_DB);
      else expect(loudness).toBeGreaterThan(AUDIBLE_DB);
    }
  },
  60_000,
);
