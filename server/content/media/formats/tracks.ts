/** What is found out about a video where ffmpeg is missing: its header, and whether the file is as long as it says. */
import { open, stat } from 'node:fs/promises';
import type { InputVideoTrack } from 'mediabunny';
import type { SourceMime } from '../../../../shared/contract/content/media.ts';
import { typeRefused } from '../errors.ts';
import type { Probed } from './ffprobe.ts';

const SECOND_MS = 1_000;
/** So many frames tell the rate. */
const COUNTED = 120;
/** What a live recording may lack at its end, as its header rounds. */
const SLACK_MS = 500;

const CODEC_NAMES: Record<string, string> = {
  avc: 'H.264',
  hevc: 'HEVC',
  vp8: 'VP8',
  vp9: 'VP9',
  av1: 'AV1',
  prores: 'ProRes',
};
/** Profiles of 8 bits and 4:2:0, as a codec's own name writes them: AVC baseline, main, extended, high; VP9 0; AV1 main. */
const PLAIN = /^(avc[13]\.(42|4d|58|64)|vp09\.00|av01\.0\.\w+\.08)/i;

export async function tracksOf(path: string, mime: SourceMime): Promise<Probed> {
  const { FilePathSource, Input, MATROSKA, MP4, QTFF, WEBM } = await import('mediabunny');
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, WEBM, MATROSKA] });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw typeRefused('no_video', null);
    const sound = await input.getPrimaryAudioTrack();
    const duration = await input.computeDuration();
    const said = (await input.getDurationFromMetadata()) ?? duration;
    const isShort = (said - duration) * SECOND_MS > SLACK_MS;
    if (isShort || (mime === 'video/mp4' && !(await hasWholeBoxes(path))))
      throw typeRefused('broken', null, new Error('the file ends early'));
    return {
      mime,
      ...(await pictureOf(track)),
      audio: sound ? ((await sound.getCodec()) ?? 'unknown sound') : null,
      duration_ms: Math.max(1, Math.round(duration * SECOND_MS)),
      isInterlaced: false,
      isHdr: false,
    };
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'AppError') throw cause;
    throw typeRefused('unreadable', null, cause);
  } finally {
    input.dispose();
  }
}

async function pictureOf(track: InputVideoTrack) {
  const codec = await track.getCodec();
  const name = await track.getCodecParameterString();
  const { averagePacketRate } = await track.computePacketStats(COUNTED);
  return {
    codec: CODEC_NAMES[codec ?? ''] ?? codec ?? 'An unknown codec',
    pixelFormat: name === null || PLAIN.test(name) ? null : name,
    rotation: await track.getRotation(),
    fps: averagePacketRate,
    w: await track.getDisplayWidth(),
    h: await track.getDisplayHeight(),
  };
}

const HEADER_BYTES = 16;
const LONG_HEADER = 1;
/** A box of this size reaches to the end. */
const TO_THE_END = 0;

/** Whether the boxes of an MP4 file end where the file does. */
async function hasWholeBoxes(path: string): Promise<boolean> {
  const { size } = await stat(path);
  const file = await open(path, 'r');
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    let at = 0;
    while (at + HEADER_BYTES / 2 <= size) {
      await file.read(header, 0, HEADER_BYTES, at);
      const short = header.readUInt32BE(0);
      if (short === TO_THE_END) return true;
      const bytes = short === LONG_HEADER ? Number(header.readBigUInt64BE(HEADER_BYTES / 2)) : short;
      if (bytes < HEADER_BYTES / 2) return false;
      at += bytes;
    }
    return at <= size;
  } finally {
    await file.close();
  }
}
