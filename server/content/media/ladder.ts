/** The encoding ladder: which renditions of a video are made, and which are worth keeping. Pure. */
import { CHUNK_BYTES, isVideo } from '../../../shared/contract/content/media.ts';
import type { Facts } from './formats/probe.ts';

export interface Target {
  w: number;
  h: number;
  /** Maximum video bit rate, bit/s. */
  maxrate: number;
}

/** `lines`: pixels of the shorter side. Smallest first, so that the most useful rendition is made first. */
const HIGHEST = { lines: 1_080, maxrate: 4_500_000 };
const LADDER = [{ lines: 480, maxrate: 1_200_000 }, { lines: 720, maxrate: 2_500_000 }, HIGHEST];
/** A rendition is kept only if it is at most this share of the next larger file. */
const MAX_SIZE_SHARE = 0.9;
const SLACK_MS = 200;

/** H.264 as every tablet decodes it has even sides. */
const even = (px: number) => Math.max(2, 2 * Math.round(px / 2));

/**
 * Never larger than the source. A file of one chunk costs one request anyway, so it gets no smaller ones; of one that
 * screens do not play there is always one of its own size, up to the highest rung.
 */
export function ladderOf({ mime, w, h, unplayable }: Facts, bytes: number): Target[] {
  if (!isVideo(mime)) return [];
  const short = Math.min(w, h);
  const smaller = bytes <= CHUNK_BYTES ? [] : LADDER.filter(({ lines }) => lines <= short);
  return (unplayable === null ? smaller : withOwnSize(smaller, short)).map(targetOf({ w, h }));
}

/** In AV1 there is one of its own size, too: it is smaller than what it was made from. */
export function av1LadderOf({ mime, w, h }: Facts, bytes: number): Target[] {
  if (!isVideo(mime) || bytes <= CHUNK_BYTES) return [];
  const short = Math.min(w, h);
  return withOwnSize(
    LADDER.filter(({ lines }) => lines <= short),
    short,
  ).map(targetOf({ w, h }));
}

const targetOf =
  ({ w, h }: Pick<Facts, 'w' | 'h'>) =>
  ({ lines, maxrate }: typeof HIGHEST): Target => {
    const short = Math.min(w, h);
    return { w: even((w * lines) / short), h: even((h * lines) / short), maxrate };
  };

function withOwnSize(smaller: typeof LADDER, short: number): typeof LADDER {
  const lines = Math.min(short, HIGHEST.lines);
  const { maxrate } = LADDER.find(rung => rung.lines >= lines) ?? HIGHEST;
  return [...smaller.filter(rung => rung.lines < lines), { lines, maxrate }];
}

/** Screens play it, and it lasts as long as its source, because it would change the play record otherwise. */
export const matchesTarget = (made: Facts, source: Facts, { w, h }: Target) =>
  made.unplayable === null &&
  made.w === w &&
  made.h === h &&
  Math.abs((made.duration_ms ?? 0) - (source.duration_ms ?? 0)) <= SLACK_MS;

/**
 * The renditions that are clearly smaller than `bytes`, those of the original, and than each larger one; smallest
 * first.
 */
export function worthKeeping<R extends { bytes: number; w: number }>(made: readonly R[], bytes: number): R[] {
  const kept: R[] = [];
  let least = bytes;
  for (const one of [...made].sort((a, b) => b.w - a.w)) {
    if (one.bytes > MAX_SIZE_SHARE * least) continue;
    kept.unshift(one);
    least = one.bytes;
  }
  return kept;
}

/** Those that are clearly smaller than each file that a screen would be given in their place. */
export const av1WorthKeeping = <R extends { bytes: number; w: number }>(
  made: readonly R[],
  others: readonly { bytes: number; w: number }[],
): R[] =>
  made.filter(one => others.every(other => other.w < one.w || one.bytes <= MAX_SIZE_SHARE * other.bytes));
