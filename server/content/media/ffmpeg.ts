/** What ffmpeg is told to make a rendition or a still of a video. */
import { reading, type Probed } from './formats/ffprobe.ts';
import { threads } from './formats/lanes.ts';
import { runProgram } from './formats/program.ts';
import type { Target } from './ladder.ts';
import type { Facts } from './formats/probe.ts';

const SECOND_MS = 1_000;
const US_A_MS = 1_000;
const LIMIT_MS = 30 * 60_000;
/** Frame rate and key-frame interval that tablets can show and seek. */
const FRAMES_A_SECOND = '30';
const KEY_FRAME_EACH = '60';

export const inputArguments = (path: string, facts: Pick<Facts, 'mime' | 'w' | 'h'>, from = 0) => [
  ...[...reading(facts.mime), '-nostdin', ...threads(facts), '-ss', String(from), '-i', path],
];

/** s; where the poster is taken: past a fade from black. */
export const posterTimeOf = ({ duration_ms }: Pick<Facts, 'duration_ms'>) =>
  Math.min(1, (duration_ms ?? 0) / SECOND_MS / 2);

/** Light beyond a screen's white is compressed into it, in the way films are brought to television. */
const TONE_MAP = [
  'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709',
  'tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv',
];

/** Frames as tablets show them: whole ones, of this size, upright (ffmpeg turns them by itself), in the light of a screen. */
export const framesOf = ({ w, h }: Target, source: Pick<Probed, 'isInterlaced' | 'isHdr'>) =>
  [
    ...(source.isInterlaced ? ['yadif'] : []),
    `scale=${w}:${h}`,
    ...(source.isHdr ? TONE_MAP : []),
    'setsar=1',
  ].join(',');

/**
 * What the reference tablet decodes: H.264 with AAC, index first (faststart). One thread makes the output
 * deterministic, so that a repeated job stores no second file; and it leaves the other cores free.
 */
export const encoderArguments = (
  { target, codec }: { target: Target; codec: Codec },
  filters: string,
  to: string,
) => [
  ...['-map', '0:V:0', '-map', '0:a:0?', '-vf', filters, '-fpsmax', FRAMES_A_SECOND],
  ...VIDEO[codec](target),
  ...['-pix_fmt', 'yuv420p', '-g', KEY_FRAME_EACH],
  ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-map_metadata', '-1', '-fflags', '+bitexact'],
  ...['-flags:v', '+bitexact', '-flags:a', '+bitexact', '-movflags', '+faststart'],
  ...['-progress', 'pipe:1', '-f', 'mp4', '-y', to],
];

/** How many bits fewer AV1 needs for the same picture. */
const AV1_SHARE = 0.6;
export type Codec = 'h264' | 'av1';
const VIDEO: Readonly<Record<Codec, (target: Target) => readonly string[]>> = {
  h264: ({ maxrate }) => [
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-threads', '1', '-crf', '23'],
    ...['-maxrate', String(maxrate), '-bufsize', String(2 * maxrate)],
  ],
  av1: ({ maxrate }) => [
    ...['-c:v', 'libsvtav1', '-preset', '10', '-crf', '38', '-svtav1-params'],
    `lp=1:mbr=${Math.round((AV1_SHARE * maxrate) / 1_000)}`,
  ],
};

interface Running {
  signal: AbortSignal;
  /** ms of the video that are done. */
  onProgress: (ms: number) => void;
}
/** Resolves when ffmpeg succeeds; aborting the signal kills it. */
export async function runFfmpeg(program: string, args: readonly string[], { signal, onProgress }: Running) {
  const onLine = (line: string) => {
    const us = Number(/^out_time_us=(\d+)$/.exec(line)?.[1] ?? NaN);
    if (!Number.isNaN(us)) onProgress(us / US_A_MS);
  };
  await runProgram(program, args, { timeoutMs: LIMIT_MS, signal, onLine });
}
