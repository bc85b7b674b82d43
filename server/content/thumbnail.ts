/** A small picture for lists. For an image it is also the proof that all of it can be decoded. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { isVideo } from '../../shared/contract/media.ts';
import type { Facts } from './probe.ts';
import { typeRefused } from './refusals.ts';

const BOX = { width: 480, height: 480, fit: 'inside', withoutEnlargement: true } as const;
export const THUMBNAIL_MIME = 'image/webp';
const QUALITY = 75;
const FFMPEG_MS = 15_000;
const MAX_FRAME_BYTES = 64_000_000;
const SECOND_MS = 1_000;

const run = promisify(execFile);

/** Written to `to`; false where none can be made. */
export async function makeThumbnail(path: string, facts: Facts, to: string): Promise<boolean> {
  const picture = isVideo(facts.mime) ? await firstFrame(path, facts) : path;
  if (picture === null) return false;
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

/** Where ffmpeg is installed; its demuxer is named and may open files only, so that a file cannot send it elsewhere. */
async function firstFrame(path: string, facts: Facts): Promise<Buffer | null> {
  const at = Math.min(1, (facts.duration_ms ?? 0) / SECOND_MS / 2);
  const demuxer = facts.mime === 'video/mp4' ? 'mov' : 'matroska';
  const args = ['-v', 'error', '-nostdin', '-protocol_whitelist', 'file', '-f', demuxer, '-ss', String(at)];
  args.push('-i', path, '-frames:v', '1', '-an', '-f', 'image2pipe', '-c:v', 'png', 'pipe:1');
  try {
    const options = {
      timeout: FFMPEG_MS,
      killSignal: 'SIGKILL',
      maxBuffer: MAX_FRAME_BYTES,
      encoding: 'buffer',
    } as const;
    const { stdout } = await run('ffmpeg', args, options);
    return stdout.length > 0 ? stdout : null;
  } catch {
    /** Not installed, too slow, or it cannot: a list shows the kind's sign instead. */
    return null;
  }
}
