/** Runs ffmpeg without a shell, with a time limit and at low priority. */
import { spawn, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import type { Target } from './ladder.ts';
import type { Facts } from './probe.ts';

const SECOND_MS = 1_000;
const US_A_MS = 1_000;
const LIMIT_MS = 30 * 60_000;
const MAX_STDERR = 500;
/** Frame rate and key-frame interval that tablets can show and seek. */
const FRAMES_A_SECOND = '30';
const KEY_FRAME_EACH = '60';

/** ffmpeg is not installed. */
export class NoFfmpeg extends Error {}

/** Names the demuxer and allows only the file protocol, so that a file cannot make ffmpeg open a URL. */
export const inputArguments = (path: string, mime: string, from = 0) => [
  ...['-v', 'error', '-nostdin', '-protocol_whitelist', 'file', '-f'],
  ...[mime === 'video/mp4' ? 'mov' : 'matroska', '-ss', String(from), '-i', path],
];

/** s; where the poster is taken: past a fade from black. */
export const posterTimeOf = ({ duration_ms }: Pick<Facts, 'duration_ms'>) =>
  Math.min(1, (duration_ms ?? 0) / SECOND_MS / 2);

/**
 * What the reference tablet decodes: H.264 with AAC, index first (faststart). One thread makes the output
 * deterministic, so that a repeated job stores no second file; and it leaves the other cores free.
 */
export const encoderArguments = ({ w, h, maxrate }: Target, to: string) => [
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
  /** ms of the video that are done. */
  onProgress: (ms: number) => void;
}
/** Resolves when ffmpeg succeeds; aborting the signal kills it. */
export function runFfmpeg(program: string, args: readonly string[], { signal, onProgress }: Running) {
  return new Promise<void>((done, fail) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
      signal,
    });
    lowerPriority(child);
    let stderr = '';
    child.stderr.on('data', (bytes: Buffer) => (stderr = (stderr + bytes.toString()).slice(-MAX_STDERR)));
    createInterface({ input: child.stdout }).on('line', line => {
      const us = Number(/^out_time_us=(\d+)$/.exec(line)?.[1] ?? NaN);
      if (!Number.isNaN(us)) onProgress(us / US_A_MS);
    });
    child.once('error', error =>
      fail((error as NodeJS.ErrnoException).code === 'ENOENT' ? new NoFfmpeg(program) : error),
    );
    child.once('close', (code, killed) =>
      code === 0 ? done() : fail(new Error(`ffmpeg ended with ${killed ?? code}: ${stderr}`)),
    );
  });
}

/** Serving screens comes first. Not every system allows a change of priority. */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    return;
  }
}
