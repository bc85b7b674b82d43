/** Runs ffmpeg and ffprobe: at low priority, with a limit of time and of memory, ended when its caller gives up. */
import { spawn, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

/** A file may ask its decoder for any amount of memory; the largest frames that are taken need a gigabyte. */
const MAX_MEMORY_KB = 1_500_000;
/** The file's name and arguments never become part of the shell's text. */
const BOUNDED = `ulimit -v ${MAX_MEMORY_KB}; exec "$0" "$@"`;
const NOT_FOUND = 127;
const MAX_STDERR = 2_000;
const ASK_MS = 10_000;

/** ffmpeg is not installed. */
export class NoFfmpeg extends Error {}
/** It ended by itself, and not well. */
export class ProgramFailed extends Error {
  readonly isTooSlow: boolean;
  constructor(stderr: string, isTooSlow: boolean) {
    super(isTooSlow ? 'ffmpeg took too long' : `ffmpeg failed: ${stderr}`);
    this.isTooSlow = isTooSlow;
  }
}

export interface Running {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  onLine?: (line: string) => void;
}
export interface Ended {
  stdout: Buffer;
  stderr: string;
}

/** Resolves when the program succeeds; aborting the signal kills it. */
export function runProgram(program: string, args: readonly string[], running: Running): Promise<Ended> {
  const { timeoutMs, signal, onLine } = running;
  return new Promise((done, fail) => {
    const child = spawn('/bin/sh', ['-c', BOUNDED, program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      ...(signal && { signal }),
    });
    lowerPriority(child);
    let stderr = '';
    const parts: Buffer[] = [];
    child.stderr.on('data', (bytes: Buffer) => (stderr = (stderr + bytes.toString()).slice(-MAX_STDERR)));
    if (onLine) createInterface({ input: child.stdout }).on('line', onLine);
    else child.stdout.on('data', (bytes: Buffer) => void parts.push(bytes));
    child.once('error', error => {
      if (child.pid === undefined) fail(error);
    });
    /** Not before it has ended: its file and its memory are held until then. */
    child.once('close', (code, killed) => {
      if (signal?.aborted) fail(signal.reason as Error);
      else if (code === 0) done({ stdout: Buffer.concat(parts), stderr });
      else if (code === NOT_FOUND) fail(new NoFfmpeg(program));
      else fail(new ProgramFailed(stderr, killed === 'SIGKILL'));
    });
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

/** It is installed beside ffmpeg. */
export const ffprobeOf = (ffmpeg: string) =>
  join(dirname(ffmpeg), basename(ffmpeg).replace('ffmpeg', 'ffprobe'));

/** null: there is none here. */
export const ffmpegVersion = (ffmpeg: string): Promise<string | null> =>
  runProgram(ffmpeg, ['-version'], { timeoutMs: ASK_MS }).then(
    ({ stdout }) => /^ffmpeg version (\S+)/.exec(stdout.toString())?.[1] ?? '',
    () => null,
  );
/** Whether files can be decoded and converted here. */
export const hasFfmpeg = async (ffmpeg: string) => (await ffmpegVersion(ffmpeg)) !== null;
