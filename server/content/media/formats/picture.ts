/** Pictures: their size, whether they can be decoded to their end, and a copy that screens play. */
import { open, stat } from 'node:fs/promises';
import type { Metadata, Sharp } from 'sharp';
import { isVideo, MIMES, type SourceMime } from '../../../../shared/contract/content/media.ts';
import { notValid, typeRefused } from '../errors.ts';
import { reading } from './ffprobe.ts';
import { decodeHeic, type Pixels } from './heic.ts';
import { inLane } from './lanes.ts';
import { nameOfMime } from './playable.ts';
import { NoFfmpeg, ProgramFailed, runProgram } from './program.ts';

const MAX_FRAMES = 1_000;
/** Of all frames of a moving picture: three hundred in full HD, half a minute of a processor. */
const MAX_PIXELS = 300 * 1_920 * 1_080;
const BMP_MS = 30_000;
/** What takes longer fills the processor for others, whatever its size says. */
const LIMIT = { seconds: 90 };
/** A picture is read line by line while it is made so small, and never lies in memory whole. */
const PROOF_PX = 16;
/** The longer side of a copy: no screen of ours has more. */
const MAX_COPY_PX = 3_840;
const QUALITY = 90;
export const COPY_MIME = 'image/webp';

export interface Tools {
  ffmpeg: string;
  signal?: AbortSignal | undefined;
}
/** What sharp can read of a picture: the file itself, or its pixels where sharp cannot. */
export type Picture = string | Buffer | Pixels;

export const isPlayedAsIs = (mime: SourceMime) => (MIMES as readonly SourceMime[]).includes(mime);

/** Read without ffmpeg. */
export const isPictureHere = (mime: SourceMime) => !isVideo(mime) && mime !== 'image/bmp';

export async function openPicture(
  path: string,
  mime: SourceMime,
  { ffmpeg, signal }: Tools,
): Promise<Picture> {
  if (mime === 'image/heic') return decodeHeic(path, signal);
  if (isPictureHere(mime)) return path;
  const args = [...reading(mime), '-nostdin', '-xerror', '-i', path, '-frames:v', '1'];
  args.push('-f', 'image2pipe', '-c:v', 'png', 'pipe:1');
  try {
    return (await runProgram(ffmpeg, args, { timeoutMs: BMP_MS, signal })).stdout;
  } catch (cause) {
    if (cause instanceof NoFfmpeg) throw typeRefused('container', nameOfMime(mime), cause);
    if (cause instanceof ProgramFailed) throw typeRefused('broken', null, cause);
    throw cause;
  }
}

/** All frames of a moving picture; broken data is an error. */
export async function readPicture(picture: Picture, { animated = false } = {}): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  const options = { failOn: 'error', animated, limitInputPixels: MAX_PIXELS } as const;
  if (typeof picture === 'string' || Buffer.isBuffer(picture)) return sharp(picture, options);
  const { data, width, height } = picture;
  return sharp(data, { ...options, raw: { width, height, channels: 4 } });
}

/** Reads only the header: no pixel is decoded before the size is checked. */
export async function pictureSize(picture: Picture): Promise<{ w: number; h: number }> {
  if (typeof picture === 'object' && 'data' in picture) return { w: picture.width, h: picture.height };
  const meta = await headerOf(picture);
  if ((meta.pages ?? 1) > MAX_FRAMES)
    throw notValid('file', `A moving picture may have ${MAX_FRAMES} frames.`);
  const { width, height } = meta.autoOrient;
  const h = meta.pageHeight ?? height;
  if (width * h * (meta.pages ?? 1) > MAX_PIXELS)
    throw notValid(
      'file',
      'A moving picture may have as many pixels as 300 frames of 1920 × 1080. Make it a video.',
    );
  return { w: width, h };
}

async function headerOf(picture: string | Buffer): Promise<Metadata> {
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(picture, { limitInputPixels: false }).metadata();
  } catch (cause) {
    throw typeRefused('broken', null, cause);
  }
}

const GIF_END = 0x3b;
const TAIL_BYTES = 1_024;

/** libvips shows what there is of a GIF that was cut off; one that is whole ends with a sign. */
async function requireGifEnd(path: string): Promise<void> {
  const { size } = await stat(path);
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(TAIL_BYTES),
      0,
      TAIL_BYTES,
      Math.max(0, size - TAIL_BYTES),
    );
    const last = buffer.subarray(0, bytesRead).findLast(byte => byte !== 0);
    if (last !== GIF_END) throw typeRefused('broken', null, new Error('the file ends early'));
  } finally {
    await file.close();
  }
}

const unreadable = (cause: unknown) =>
  typeRefused(cause instanceof Error && /timeout/i.test(cause.message) ? 'too_slow' : 'broken', null, cause);

/** Decodes every pixel of every frame once. */
export async function requireWhole(path: string, mime: SourceMime): Promise<void> {
  if (mime === 'image/gif') await requireGifEnd(path);
  const small = { width: PROOF_PX, fastShrinkOnLoad: false } as const;
  await inLane('picture', null, async () => {
    const image = await readPicture(path, { animated: true });
    await image.timeout(LIMIT).resize(small).raw().toBuffer();
  }).catch((cause: unknown) => {
    throw unreadable(cause);
  });
}

/** Pictures that move; the others have pages, of which the first is shown. */
const MOVING: readonly SourceMime[] = ['image/gif', 'image/webp', 'image/avif'];
/** Drawn rather than photographed: an edge of theirs stays as sharp as it was. */
const DRAWN: readonly SourceMime[] = ['image/png', 'image/gif', 'image/bmp'];

/** Writes what screens play of it: its pixels, encoded anew, and nothing else the file holds (S6). */
export async function copyPicture(
  picture: Picture,
  mime: SourceMime,
  to: string,
): Promise<{ w: number; h: number }> {
  const box = { width: MAX_COPY_PX, height: MAX_COPY_PX, fit: 'inside', withoutEnlargement: true } as const;
  const encoding = DRAWN.includes(mime) ? { lossless: true } : { quality: QUALITY, smartSubsample: true };
  return inLane('picture', null, async () => {
    const image = await readPicture(picture, { animated: MOVING.includes(mime) });
    const copy = image.timeout(LIMIT).autoOrient().resize(box).webp(encoding);
    const { width, height, pageHeight } = await copy.toFile(to);
    return { w: width, h: pageHeight ?? height };
  }).catch((cause: unknown) => {
    throw unreadable(cause);
  });
}
