/** Runs ffmpeg: with a list of arguments, for a time, and after everything else that wants the processor. */
import { spawn, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import type { Target } from './ladder.ts';
import type { Facts } from './probe.ts';

const SECOND_MS = 1_000;
const US_A_MS = 1_000;
const LIMIT_MS = 30 * 60_000;
const MAX_SAID = 500;
/** A tablet shows no more frames a second, and seeks to the next of these. */
const FRAMES_A_SECOND = '30';
const KEY_FRAME_EACH = '60';

/** There is no such program here. */
export class NoFfmpeg extends Error {}

/** The demuxer is named and may open files only, so that a file cannot send it elsewhere. */
export const opening = (path: string, mime: string, from = 0) => [
  ...['-v', 'error', '-nostdin', '-protocol_whitelist', 'file', '-f'],
  ...[mime === 'video/mp4' ? 'mov' : 'matroska', '-ss', String(from), '-i', path],
];

/** Where the still of a video is taken, s: past a fade from black. */
export const stillAt = ({ duration_ms }: Pick<Facts, 'duration_ms'>) =>
  Math.min(1, (duration_ms ?? 0) / SECOND_MS / 2);

/**
 * What the reference tablet decodes: H.264 with AAC, its index in front. On one thread it comes to the same bytes each
 * time, so that work done twice leaves no second file; and it leaves the other cores alone.
 */
export const encoding = ({ w, h, maxrate }: Target, to: string) => [
  ...['-map', '0:v:0', '-map', '0:a:0?', '-vf', `scale=${w}:${h},setsar=1`, '-fpsmax', FRAMES_A_SECOND],
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-pix_fmt', 'yuv420p'],
  ...[
    '-threads',
    '1',
    '-crf',
    '23',
    '-maxrate',
    String(maxrate),
    '-bufsize',
    String(2 * maxrate),
    '-g',
    KEY_FRAME_EACH,
  ],
  ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-map_metadata', '-1', '-fflags', '+bitexact'],
  ...['-flags:v', '+bitexact', '-flags:a', '+bitexact', '-movflags', '+faststart'],
  ...['-progress', 'pipe:1', '-f', 'mp4', '-y', to],
];

interface Running {
  signal: AbortSignal;
  /** How much of the film is done, ms. */
  onProgress: (ms: number) => void;
}
/** Ends when the program has, with success; the signal kills it. */
export function runFfmpeg(program: string, args: readonly string[], { signal, onProgress }: Running) {
  return new Promise<void>((done, fail) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
      signal,
    });
    yieldTo(child);
    let said = '';
    child.stderr.on('data', (bytes: Buffer) => (said = (said + bytes.toString()).slice(-MAX_SAID)));
    createInterface({ input: child.stdout }).on('line', line => {
      const us = Number(/^out_time_us=(\d+)$/.exec(line)?.[1] ?? NaN);
      if (!Number.isNaN(us)) onProgress(us / US_A_MS);
    });
    child.once('error', error =>
      fail((error as NodeJS.ErrnoException).code === 'ENOENT' ? new NoFfmpeg(program) : error),
    );
    child.once('close', (code, killed) =>
      code === 0 ? done() : fail(new Error(`ffmpeg ended with ${killed ?? code}: ${said}`)),
    );
  });
}

/** Whoever serves screens comes first. Not every system lets us say so. */
function yieldTo({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    return;
  }
}
