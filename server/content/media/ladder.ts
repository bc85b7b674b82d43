/** Which smaller versions of a file are made, and which of them are worth keeping: pure. */
import { CHUNK_BYTES, isVideo } from '../../../shared/contract/content/media.ts';
import type { Facts } from './probe.ts';

export interface Target {
  w: number;
  h: number;
  /** Bits a second the picture may take at its busiest. */
  maxrate: number;
}

/** Pixels of the shorter side, smallest first, so that the first to be made is the first to be of use. */
const RUNGS = [
  { lines: 480, maxrate: 1_200_000 },
  { lines: 720, maxrate: 2_500_000 },
  { lines: 1_080, maxrate: 4_500_000 },
] as const;
/** What saves less is one more file for nothing. */
const WORTH = 0.9;
const SLACK_MS = 200;

/** H.264 as every tablet decodes it has even sides. */
const even = (px: number) => Math.max(2, 2 * Math.round(px / 2));

/** Never larger than the source. What is one chunk already costs a screen one request, however small it gets. */
export function ladderOf({ mime, w, h }: Facts, bytes: number): Target[] {
  if (!isVideo(mime) || bytes <= CHUNK_BYTES) return [];
  const short = Math.min(w, h);
  return RUNGS.filter(({ lines }) => lines <= short).map(({ lines, maxrate }) => ({
    w: even((w * lines) / short),
    h: even((h * lines) / short),
    maxrate,
  }));
}

/** Is anything made of it beside the file that was uploaded? */
export const isProcessed = ({ mime }: Pick<Facts, 'mime'>) => isVideo(mime);

/** A version that came out shorter or longer would change what a play of it is. */
export const isSame = (made: Facts, source: Facts, { w, h }: Target) =>
  made.w === w && made.h === h && Math.abs((made.duration_ms ?? 0) - (source.duration_ms ?? 0)) <= SLACK_MS;

/** Those that save something over the original and over each larger one; smallest first. */
export function worthKeeping<R extends { bytes: number; w: number }>(made: readonly R[], bytes: number): R[] {
  const kept: R[] = [];
  let least = bytes;
  for (const one of [...made].sort((a, b) => b.w - a.w)) {
    if (one.bytes > WORTH * least) continue;
    kept.unshift(one);
    least = one.bytes;
  }
  return kept;
}
