/** HEIC is decoded by libheif in WebAssembly: sharp's build has no HEVC, and ffmpeg 5 does not join tiles. */
import { MAX_SIDE_PX } from '../../../../shared/contract/content/media.ts';
import { runInThread, ThreadTimeout } from '../../thread.ts';
import { notValid, typeRefused } from '../errors.ts';
import { inLane } from './lanes.ts';

const WORKER = 'server/content/media/formats/heicWorker.js';
const LIMIT_MS = 60_000;
const MAX_HEAP_MB = 512;

export interface Pixels {
  width: number;
  height: number;
  /** Red, green, blue, alpha. */
  data: Uint8ClampedArray;
}
/** `data` is null where the picture is larger than any that is taken. */
type Message = Pick<Pixels, 'width' | 'height'> & { data: Pixels['data'] | null };

/** Few at a time: the largest fills half a gigabyte. */
export const decodeHeic = (path: string, signal?: AbortSignal): Promise<Pixels> =>
  inLane('picture', null, async () => {
    const { width, height, data } = await decodeInThread(path, signal);
    if (data === null)
      throw notValid(width > height ? 'w' : 'h', `A side must have at most ${MAX_SIDE_PX} pixels.`);
    return { width, height, data };
  });

async function decodeInThread(path: string, signal: AbortSignal | undefined): Promise<Message> {
  const bounds = { limit_ms: LIMIT_MS, heap_mb: MAX_HEAP_MB, signal };
  try {
    return await runInThread<Message>(WORKER, { path, maxSide: MAX_SIDE_PX }, bounds);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw error instanceof ThreadTimeout ? typeRefused('too_slow', null) : typeRefused('broken', null, error);
  }
}
