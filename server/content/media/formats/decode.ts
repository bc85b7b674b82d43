/** Decodes a whole video once: what ends early or cannot be decoded is refused when it is uploaded, not on the street. */
import { MAX_VIDEO_MS } from '../../../../shared/contract/content/media.ts';
import { typeRefused } from '../errors.ts';
import { reading, type Probed } from './ffprobe.ts';
import { inLane, threads } from './lanes.ts';
import { ProgramFailed, runProgram } from './program.ts';

const SECOND_MS = 1_000;
const US_A_MS = 1_000;
const LIMIT_MS = 10 * 60_000;
/** Sound and picture need not end together; some headers round to seconds. */
const SLACK_MS = 1_000;
const SLACK_SHARE = 0.1;
export interface Decoding {
  ffmpeg: string;
  signal?: AbortSignal | undefined;
}

/** Returns how long it really is. */
export async function decodeWhole(
  path: string,
  video: Probed,
  { ffmpeg, signal }: Decoding,
): Promise<number> {
  const until = String((MAX_VIDEO_MS + SLACK_MS) / SECOND_MS);
  const args = [
    ...[...reading(video.mime), '-nostdin', '-xerror', ...threads(video), '-i', path],
    ...['-map', '0:V:0', '-map', '0:a:0?', '-t', until, '-f', 'null', '-progress', 'pipe:1', '-'],
  ];
  let decoded = 0;
  let frames = 0;
  const onLine = (line: string) => {
    const [name, value] = line.split('=');
    if (name === 'out_time_us') decoded = Math.max(decoded, Number(value) / US_A_MS || 0);
    if (name === 'frame') frames = Number(value) || 0;
  };
  const ran = await inLane('check', video, () =>
    runProgram(ffmpeg, args, { timeoutMs: LIMIT_MS, signal, onLine }),
  ).catch((cause: unknown) => {
    if (cause instanceof ProgramFailed)
      throw typeRefused(cause.isTooSlow ? 'too_slow' : 'broken', null, cause);
    throw cause;
  });
  const expected = Math.min(video.duration_ms ?? 0, MAX_VIDEO_MS);
  const isShort = expected - decoded > Math.max(SLACK_MS, SLACK_SHARE * expected);
  if (frames === 0 || isShort || ran.stderr.includes('ended prematurely'))
    throw typeRefused(
      'broken',
      null,
      new Error(`${frames} frames, ${decoded} ms of ${expected}: ${ran.stderr}`),
    );
  return Math.max(1, Math.round(decoded));
}
