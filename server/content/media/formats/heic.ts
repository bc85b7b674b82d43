/** HEIC is decoded by libheif in WebAssembly: sharp's build has no HEVC, and ffmpeg 5 does not join tiles. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { MAX_SIDE_PX } from '../../../../shared/contract/content/media.ts';
import { ROOT } from '../../../root.ts';
import { notValid, typeRefused } from '../errors.ts';
import { inLane } from './lanes.ts';

/** A file of its own, as it is: the built server is one file and holds no second thread. */
const WORKER = join(ROOT, 'server/content/media/formats/heicWorker.js');
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

function decodeInThread(path: string, signal: AbortSignal | undefined): Promise<Message> {
  const tooSlow = AbortSignal.timeout(LIMIT_MS);
  const stop = AbortSignal.any(signal ? [tooSlow, signal] : [tooSlow]);
  return new Promise((done, fail) => {
    const worker = new Worker(WORKER, {
      workerData: { path, maxSide: MAX_SIDE_PX },
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    const broken = (cause: unknown) => fail(typeRefused('broken', null, cause));
    const end = () => {
      void worker.terminate();
      fail(tooSlow.aborted ? typeRefused('too_slow', null) : (stop.reason as Error));
    };
    stop.addEventListener('abort', end);
    worker.once('message', done);
    worker.once('error', broken);
    worker.once('exit', code => {
      stop.removeEventListener('abort', end);
      broken(new Error(`the thread ended with ${code}`));
    });
  });
}
