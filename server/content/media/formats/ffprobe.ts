/** What ffprobe says of a video, without decoding it. */
import * as z from 'zod/mini';
import { MAX_SIDE_PX, type SourceMime } from '../../../../shared/contract/content/media.ts';
import { typeRefused } from '../errors.ts';
import type { VideoTraits } from './playable.ts';
import { ffprobeOf, ProgramFailed, runProgram } from './program.ts';

const PROBE_MS = 30_000;
const SECOND_MS = 1_000;
const QUARTER_TURN = 90;
const FULL_TURN = 360;

const DEMUXERS: Partial<Record<SourceMime, string>> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
  'video/x-matroska': 'matroska',
  'video/x-msvideo': 'avi',
  'video/mpeg': 'mpeg',
  'video/mp2t': 'mpegts',
  'image/bmp': 'bmp_pipe',
};
/**
 * Names the demuxer and allows only the file protocol, so that a file cannot make ffmpeg open a URL; and no larger
 * frame than is taken, whatever its stream says.
 */
export const reading = (mime: SourceMime) => [
  ...['-v', 'error', '-protocol_whitelist', 'file', '-max_pixels', String(MAX_SIDE_PX ** 2)],
  ...['-f', DEMUXERS[mime] ?? 'null'],
];

const CODEC_NAMES: Record<string, string> = {
  h264: 'H.264',
  hevc: 'HEVC',
  vp8: 'VP8',
  vp9: 'VP9',
  av1: 'AV1',
  prores: 'ProRes',
  dnxhd: 'DNxHD',
  mjpeg: 'Motion JPEG',
  mpeg1video: 'MPEG-1',
  mpeg2video: 'MPEG-2',
  mpeg4: 'MPEG-4',
};
const PLAIN = ['yuv420p', 'yuvj420p'];
const HDR = ['smpte2084', 'arib-std-b67'];
const INTERLACED = ['tt', 'bb', 'tb', 'bt'];

const stream = z.object({
  codec_type: z.optional(z.string()),
  codec_name: z.optional(z.string()),
  pix_fmt: z.optional(z.string()),
  width: z.optional(z.number()),
  height: z.optional(z.number()),
  sample_aspect_ratio: z.optional(z.string()),
  avg_frame_rate: z.optional(z.string()),
  field_order: z.optional(z.string()),
  color_transfer: z.optional(z.string()),
  color_space: z.optional(z.string()),
  side_data_list: z.optional(z.array(z.object({ rotation: z.optional(z.number()) }))),
  disposition: z.optional(z.object({ attached_pic: z.optional(z.number()) })),
});
const answer = z.object({
  streams: z.array(stream),
  format: z.optional(z.object({ duration: z.optional(z.string()) })),
});
const SHOWN =
  'format=duration:stream=codec_type,codec_name,pix_fmt,width,height,sample_aspect_ratio,avg_frame_rate,' +
  'field_order,color_transfer,color_space:stream_side_data=rotation:stream_disposition=attached_pic';

/** `30000/1001` → 29.97; 0 where it is not known. */
function ratio(text: string | undefined, sign: string): number {
  const [over = NaN, under = NaN] = (text ?? '').split(sign).map(Number);
  return over > 0 && under > 0 ? over / under : 0;
}

export interface Probed extends VideoTraits {
  /** In square pixels, as it is shown. */
  w: number;
  h: number;
  /** As its header says. */
  duration_ms: number | null;
  /** Brighter than a screen: it is drawn darker in its renditions. */
  isHdr: boolean;
}

interface VideoProbe extends Probed {
  /** It says how its colours become those of a screen. */
  hasMatrix: boolean;
}
export async function ffprobe(path: string, mime: SourceMime, ffmpeg: string): Promise<VideoProbe> {
  const { streams, format } = await ask(path, mime, ffmpeg);
  const video = streams.find(one => one.codec_type === 'video' && one.disposition?.attached_pic !== 1);
  if (!video) throw typeRefused('no_video', null);
  const { codec_name, width = 0, height = 0, pix_fmt = 'unknown' } = video;
  if (codec_name === undefined) throw typeRefused('video_codec', 'An unknown codec');
  const rotation = video.side_data_list?.find(one => one.rotation !== undefined)?.rotation ?? 0;
  const wide = Math.round(width * (ratio(video.sample_aspect_ratio, ':') || 1));
  const isTurned = Math.abs(rotation) % (2 * QUARTER_TURN) === QUARTER_TURN;
  const seconds = Number(format?.duration ?? NaN);
  const sound = streams.find(one => one.codec_type === 'audio');
  return {
    mime,
    codec: CODEC_NAMES[codec_name] ?? codec_name.toUpperCase(),
    audio: sound ? (sound.codec_name ?? 'unknown sound') : null,
    pixelFormat: PLAIN.includes(pix_fmt) ? null : pix_fmt,
    rotation: ((rotation % FULL_TURN) + FULL_TURN) % FULL_TURN,
    fps: ratio(video.avg_frame_rate, '/'),
    isInterlaced: INTERLACED.includes(video.field_order ?? ''),
    isHdr: HDR.includes(video.color_transfer ?? ''),
    hasMatrix: !['', 'unknown'].includes(video.color_space ?? ''),
    w: isTurned ? height : wide,
    h: isTurned ? wide : height,
    duration_ms: seconds > 0 ? Math.max(1, Math.round(seconds * SECOND_MS)) : null,
  };
}

async function ask(path: string, mime: SourceMime, ffmpeg: string) {
  try {
    const args = [...reading(mime), '-print_format', 'json', '-show_entries', SHOWN, path];
    const { stdout } = await runProgram(ffprobeOf(ffmpeg), args, { timeoutMs: PROBE_MS });
    return z.parse(answer, JSON.parse(stdout.toString()));
  } catch (cause) {
    if (cause instanceof ProgramFailed) throw typeRefused('unreadable', null, cause);
    throw cause;
  }
}
