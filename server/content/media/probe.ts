/**
 * Probes type, codec, size and duration from the content alone. The libraries are loaded with the first file: most
 * starts of a server are restarts, in which none is taken.
 */
import { open, stat } from 'node:fs/promises';
import type { InputVideoTrack } from 'mediabunny';
import type { Metadata } from 'sharp';
import {
  isVideo,
  MAX_SIDE_PX,
  MAX_VIDEO_MS,
  maxBytes,
  MIN_SIDE_PX,
  type Asset,
} from '../../../shared/contract/content/media.ts';
import { htmlRefused, notValid, tooLarge, typeRefused } from './errors.ts';
import { sniff, SNIFF_BYTES, type Kind } from './sniff.ts';

export type Facts = Pick<Asset, 'mime' | 'codec' | 'w' | 'h' | 'duration_ms'>;

const VIDEO_CODECS = new Map([
  ['avc', 'H.264'],
  ['vp9', 'VP9'],
  ['av1', 'AV1'],
]);
const REFUSED_CODECS = new Map([
  ['hevc', 'HEVC'],
  ['vp8', 'VP8'],
]);
const AUDIO_CODECS = new Set(['aac', 'mp3', 'opus', 'vorbis', 'flac']);
const MAX_FRAMES = 1_000;
const SECOND_MS = 1_000;

export async function probe(path: string): Promise<Facts> {
  const { size } = await stat(path);
  if (size === 0) throw notValid('file', 'The file is empty.');
  const kind = sniff(await headOf(path));
  const facts = await factsOf(path, kind);
  if (size > maxBytes(facts.mime)) throw tooLarge(facts.mime, size);
  for (const [side, px] of [
    ['w', facts.w],
    ['h', facts.h],
  ] as const)
    if (px < MIN_SIDE_PX || px > MAX_SIDE_PX)
      throw notValid(side, `A side must have ${MIN_SIDE_PX} to ${MAX_SIDE_PX} pixels, this one has ${px}.`);
  if (isVideo(facts.mime) && (facts.duration_ms ?? 0) > MAX_VIDEO_MS)
    throw notValid('duration_ms', `A video may last ${MAX_VIDEO_MS / SECOND_MS} seconds.`);
  return facts;
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function factsOf(path: string, kind: Kind): Promise<Facts> {
  switch (kind) {
    case 'mp4':
    case 'webm':
      return videoFacts(path);
    case 'markup':
      throw htmlRefused('HTML, SVG or XML');
    case 'archive':
      throw htmlRefused('archive');
    case 'heic':
      throw typeRefused('container', 'HEIC');
    case 'unknown':
      throw typeRefused('unreadable', null);
    case 'image/jpeg':
    case 'image/png':
    case 'image/gif':
    case 'image/webp':
    case 'image/avif':
      return imageFacts(path, kind);
  }
}

async function imageFacts(path: string, mime: Facts['mime']): Promise<Facts> {
  const meta = await headerOf(path);
  if ((meta.pages ?? 1) > MAX_FRAMES)
    throw notValid('file', `A moving picture may have ${MAX_FRAMES} frames.`);
  const { width, height } = meta.autoOrient;
  return { mime, codec: null, w: width, h: meta.pageHeight ?? height, duration_ms: null };
}

/** Reads only the header: no pixel is decoded before the size is checked. */
async function headerOf(path: string): Promise<Metadata> {
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(path, { limitInputPixels: false }).metadata();
  } catch (cause) {
    throw typeRefused('broken', null, cause);
  }
}

async function videoFacts(path: string): Promise<Facts> {
  const { FilePathSource, Input, MATROSKA, MP4, QTFF, WEBM } = await import('mediabunny');
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, WEBM, MATROSKA] });
  try {
    const format = await input.getFormat();
    const mime = format === MP4 ? 'video/mp4' : format === WEBM ? 'video/webm' : null;
    if (mime === null) throw typeRefused('container', format.name);
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw typeRefused('no_video', null);
    const codec = await codecOf(track);
    for (const audio of await input.getAudioTracks()) {
      const name = await audio.getCodec();
      if (name === null || !AUDIO_CODECS.has(name)) throw typeRefused('audio_codec', name ?? 'unknown sound');
    }
    return {
      mime,
      codec,
      w: await track.getDisplayWidth(),
      h: await track.getDisplayHeight(),
      duration_ms: Math.max(1, Math.round((await input.computeDuration()) * SECOND_MS)),
    };
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'AppError') throw cause;
    throw typeRefused('unreadable', null, cause);
  } finally {
    input.dispose();
  }
}

async function codecOf(track: InputVideoTrack): Promise<string> {
  const codec = await track.getCodec();
  const taken = VIDEO_CODECS.get(codec ?? '');
  if (taken === undefined)
    throw typeRefused('video_codec', REFUSED_CODECS.get(codec ?? '') ?? codec ?? 'An unknown codec');
  return taken;
}
