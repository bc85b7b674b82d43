/** Thumbnails for lists. Making one also proves that an image can be decoded completely. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { isVideo } from '../../../shared/contract/content/media.ts';
import { inputArguments, posterTimeOf } from './ffmpeg.ts';
import type { Facts } from './probe.ts';
import { typeRefused } from './errors.ts';

const BOX = { width: 480, height: 480, fit: 'inside', withoutEnlargement: true } as const;
const POSTER = { ...BOX, width: 1_280, height: 1_280 } as const;
export const THUMBNAIL_MIME = 'image/webp';
const QUALITY = 75;
const FFMPEG_MS = 15_000;
const MAX_FRAME_BYTES = 64_000_000;

const run = promisify(execFile);

/** Writes to `to`; returns false where none can be made. */
export async function makeThumbnail(
  path: string,
  facts: Facts,
  to: string,
  ffmpeg: string,
): Promise<boolean> {
  const picture = isVideo(facts.mime) ? await firstFrame(path, facts, ffmpeg) : path;
  if (picture === null) return false;
  const { default: sharp } = await import('sharp');
  try {
    await writeFile(
      to,
      await sharp(picture, { failOn: 'error' })
        .autoOrient()
        .resize(BOX)
        .webp({ quality: QUALITY })
        .toBuffer(),
    );
    return true;
  } catch (cause) {
    if (isVideo(facts.mime)) return false;
    throw typeRefused('broken', null, cause);
  }
}

/** The first frame of a video; null without ffmpeg. */
async function firstFrame(path: string, facts: Facts, ffmpeg: string): Promise<Buffer | null> {
  const args = [...inputArguments(path, facts.mime, posterTimeOf(facts)), '-frames:v', '1', '-an'];
  args.push('-f', 'image2pipe', '-c:v', 'png', 'pipe:1');
  try {
    const options = {
      timeout: FFMPEG_MS,
      killSignal: 'SIGKILL',
      maxBuffer: MAX_FRAME_BYTES,
      encoding: 'buffer',
    } as const;
    const { stdout } = await run(ffmpeg, args, options);
    return stdout.length > 0 ? stdout : null;
  } catch {
    /** ffmpeg is missing, too slow or fails: the list shows an icon instead. */
    return null;
  }
}

/** Writes a poster of the video to `to`; returns false where none can be made. */
export async function makePoster(path: string, facts: Facts, to: string, ffmpeg: string): Promise<boolean> {
  const frame = await firstFrame(path, facts, ffmpeg);
  if (frame === null) return false;
  const { default: sharp } = await import('sharp');
  await sharp(frame).resize(POSTER).webp({ quality: QUALITY }).toFile(to);
  return true;
}
