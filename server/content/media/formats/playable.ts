/** Which files every screen plays as they are. Pure. */
import type { SourceMime, NotPlayed } from '../../../../shared/contract/content/media.ts';

/** What decides it, however it was found out. */
export interface VideoTraits {
  mime: SourceMime;
  /** As people call it. */
  codec: string;
  /** Of the first sound; null: silent. */
  audio: string | null;
  /** null: 8 bits, 4:2:0. */
  pixelFormat: string | null;
  /** Degrees by which the picture is turned when it is shown. */
  rotation: number;
  /** Frames a second on average; 0: unknown. */
  fps: number;
  isInterlaced: boolean;
}

/** Of what they hold browsers agree only on these. */
const CODECS: Partial<Record<SourceMime, readonly string[]>> = {
  'video/mp4': ['H.264', 'VP9', 'AV1'],
  'video/webm': ['VP9', 'AV1'],
};
const AUDIO = ['aac', 'mp3', 'opus', 'vorbis', 'flac'];
/** Rates of 59.94 and 60 come out a little above. */
const MAX_FPS = 60.5;

const NAMES: Partial<Record<SourceMime, string>> = {
  'video/mp4': 'MP4',
  'video/webm': 'WebM',
  'video/quicktime': 'QuickTime',
  'video/x-matroska': 'Matroska',
  'video/x-msvideo': 'AVI',
  'video/mpeg': 'MPEG',
  'video/mp2t': 'MPEG transport stream',
  'image/bmp': 'BMP',
};
/** How people call a container. */
export const nameOfMime = (mime: SourceMime) => NAMES[mime] ?? mime;

/** The first thing that keeps screens from playing it, and what was found there; null: they play it. */
export function unplayable(traits: VideoTraits): { reason: NotPlayed; found: string } | null {
  const { mime, codec, audio, pixelFormat, rotation, fps, isInterlaced } = traits;
  const codecs = CODECS[mime];
  if (codecs === undefined) return { reason: 'container', found: nameOfMime(mime) };
  if (!codecs.includes(codec)) return { reason: 'video_codec', found: codec };
  if (pixelFormat !== null) return { reason: 'pixel_format', found: pixelFormat };
  if (audio !== null && !AUDIO.includes(audio)) return { reason: 'audio_codec', found: audio };
  if (rotation !== 0) return { reason: 'rotation', found: `${rotation}°` };
  if (fps > MAX_FPS) return { reason: 'frame_rate', found: String(Math.round(fps)) };
  return isInterlaced ? { reason: 'interlaced', found: codec } : null;
}
