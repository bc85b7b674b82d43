/** Forty files that differ: what moves and how, cuts, fades, codecs, sizes; made once. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceMime } from '../../../../shared/contract/content/media.ts';
import { ffmpeg } from '../../../tools/machine.ts';

export interface Film {
  name: string;
  mime: SourceMime;
  seconds: number;
  /** Two seconds later nothing of it looks as it did. */
  moves?: boolean;
  readonly bytes: Buffer;
}

function made(extension: string, args: readonly string[]): Buffer {
  const dir = mkdtempSync(join(tmpdir(), 'wayside-film-'));
  const file = join(dir, `film.${extension}`);
  try {
    execFileSync(ffmpeg(), ['-v', 'error', '-y', ...args, file]);
    return readFileSync(file);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const SECONDS = 6;
const X264 = '-c:v libx264 -preset veryfast -pix_fmt yuv420p';
const MP4: SourceMime = 'video/mp4';
const WEBM: SourceMime = 'video/webm';
/** `picture`: of lavfi. `filter`: what is done to it. */
function film(
  name: string,
  picture: string,
  { filter = '', codec = X264, mime = MP4, moves = false } = {},
): Film {
  let bytes: Buffer | null = null;
  return {
    ...{ name, mime, seconds: SECONDS, moves },
    get bytes() {
      const source = ['-f', 'lavfi', '-t', String(SECONDS), '-i', picture];
      const args = [...source, ...(filter === '' ? [] : ['-vf', filter]), ...codec.split(' ')];
      return (bytes ??= made(mime === WEBM ? 'webm' : 'mp4', args));
    },
  };
}
const VP9 = '-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -pix_fmt yuv420p';
const AV1 = '-c:v libsvtav1 -preset 12 -pix_fmt yuv420p';
const webm = { codec: VP9, mime: WEBM };
/** The hue, or the picture, is another one each half second, fifth of a second, tenth. */
const cuts = (perSecond: number) =>
  `hue=h=97*floor(t*${perSecond}):s=2,negate=enable='mod(floor(t*${perSecond}),2)'`;

export const FILMS: readonly Film[] = [
  film('test card', 'testsrc2=s=1280x720:r=30'),
  film('test card 25', 'testsrc=s=640x360:r=25'),
  film('test card of cinema', 'testsrc2=s=1920x1080:r=24'),
  film('test card upright', 'testsrc2=s=720x1280:r=30'),
  film('test card, VP9', 'testsrc2=s=1280x720:r=30', webm),
  film('test card, AV1', 'testsrc2=s=1280x720:r=30', { codec: AV1 }),
  film('bars', 'smptehdbars=s=1280x720:r=30'),
  film('colours', 'rgbtestsrc=s=640x480:r=25'),
  film('fractal', 'mandelbrot=s=1280x720:r=30'),
  film('fractal, VP9', 'mandelbrot=s=640x360:r=25', webm),
  film('life', 'life=s=160x90:r=10:mold=10:life_color=white:death_color=black,scale=1280x720:flags=neighbor'),
  film('automaton', 'cellauto=s=320x180:r=25,scale=1280x720'),
  film('gradients', 'gradients=s=1280x720:r=30:speed=0.05'),
  film('gradients fast', 'gradients=s=1280x720:r=30:speed=0.5'),
  film('gradients dark', 'gradients=s=1280x720:r=30:c0=black:c1=0x202020'),
  film('gradients light', 'gradients=s=1280x720:r=30:c0=white:c1=0xe0e0e0'),
  film('triangle', 'sierpinski=s=1280x720:r=30'),
  film('noise', 'nullsrc=s=640x360:r=25,geq=random(1)*255:128:128'),
  film('fade in and out', 'testsrc2=s=1280x720:r=30', {
    ...{ filter: 'fade=in:st=0:d=2,fade=out:st=5:d=1', moves: true },
  }),
  film('fade through white', 'mandelbrot=s=640x360:r=30', { filter: 'fade=out:st=2:d=1:c=white' }),
  film('two cuts a second', 'testsrc2=s=1280x720:r=30', { filter: cuts(2) }),
  film('five cuts a second', 'testsrc2=s=1280x720:r=30', { filter: cuts(5) }),
  film('ten cuts a second', 'mandelbrot=s=640x360:r=30', { filter: cuts(10) }),
  film('scrolls', 'testsrc2=s=1280x720:r=30', { filter: 'scroll=h=0.004', moves: true }),
  film('scrolls fast', 'smptehdbars=s=1280x720:r=30', { filter: 'scroll=h=0.05:v=0.02' }),
  film('blinks', 'color=red:s=640x360:r=30', { filter: "negate=enable='mod(floor(t*3),2)'" }),
  film('grey', 'color=gray:s=640x360:r=30'),
  film('in sixty frames', 'testsrc2=s=1280x720:r=60'),
  film('fades to white', 'testsrc2=s=640x360:r=30', { filter: 'fade=in:st=0:d=6:c=white', moves: true }),
  film('hue turns', 'testsrc2=s=640x360:r=30', { filter: 'hue=H=2*PI*t/3' }),
];

function still(name: string, extension: string, picture: string, filter = 'null') {
  let bytes: Buffer | null = null;
  const args = ['-f', 'lavfi', '-i', picture, '-vf', filter, '-frames:v', '1'];
  return {
    ...{ name, mime: `image/${extension === 'jpg' ? 'jpeg' : extension}` },
    get bytes() {
      return (bytes ??= made(extension, args));
    },
  };
}
export const STILLS = [
  still('picture of a test card', 'jpg', 'testsrc2=s=1920x1080'),
  still('upright', 'jpg', 'testsrc2=s=1080x1920'),
  still('of a fractal', 'png', 'mandelbrot=s=1280x720'),
  still('of bars', 'png', 'smptehdbars=s=1280x720'),
  still('small', 'jpg', 'testsrc=s=320x240'),
  still('large', 'jpg', 'testsrc2=s=3840x2160'),
  still('dark', 'png', 'gradients=s=1280x720:c0=black:c1=0x303030'),
  still('light', 'webp', 'gradients=s=1280x720:c0=white:c1=0xd0d0d0'),
  still('picture in grey', 'jpg', 'testsrc2=s=1280x720', 'format=gray'),
  still('picture of noise', 'jpg', 'nullsrc=s=640x360,geq=random(1)*255:128:128'),
] as const;
