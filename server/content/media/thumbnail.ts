/** Thumbnails for lists, and the poster of a video. */
import { writeFile } from 'node:fs/promises';
import { inputArguments, posterTimeOf } from './ffmpeg.ts';
import { readPicture, type Picture } from './formats/picture.ts';
import type { Facts } from './formats/probe.ts';
import { runProgram } from './formats/program.ts';

const BOX = { width: 480, height: 480, fit: 'inside', withoutEnlargement: true } as const;
const POSTER = { ...BOX, width: 1_280, height: 1_280 } as const;
export const THUMBNAIL_MIME = 'image/webp';
const QUALITY = 75;
const FFMPEG_MS = 15_000;

export async function makeThumbnail(picture: Picture, to: string): Promise<void> {
  const image = await readPicture(picture);
  await writeFile(to, await image.autoOrient().resize(BOX).webp({ quality: QUALITY }).toBuffer());
}

/** A frame of a video past its beginning, or its first; null where none can be had: the list shows an icon instead. */
export const stillOf = async (path: string, facts: Facts, ffmpeg: string): Promise<Buffer | null> =>
  (await frameAt(posterTimeOf(facts), path, facts, ffmpeg)) ?? frameAt(0, path, facts, ffmpeg);

async function frameAt(at: number, path: string, facts: Facts, ffmpeg: string): Promise<Buffer | null> {
  const args = [...inputArguments(path, facts, at), '-map', '0:V:0', '-frames:v', '1'];
  args.push('-f', 'image2pipe', '-c:v', 'png', 'pipe:1');
  try {
    const { stdout } = await runProgram(ffmpeg, args, { timeoutMs: FFMPEG_MS });
    return stdout.length > 0 ? stdout : null;
  } catch {
    return null;
  }
}

/** Writes a poster of the video to `to`; returns false where none can be made. */
export async function makePoster(path: string, facts: Facts, to: string, ffmpeg: string): Promise<boolean> {
  const frame = await stillOf(path, facts, ffmpeg);
  if (frame === null) return false;
  const { default: sharp } = await import('sharp');
  await sharp(frame).resize(POSTER).webp({ quality: QUALITY }).toFile(to);
  return true;
}
