/**
 * Probes type, codec, size and duration from the content alone. The libraries are loaded with the first file: most
 * starts of a server are restarts, in which none is taken.
 */
import { open, stat } from 'node:fs/promises';
import {
  isVideo,
  MAX_SIDE_PX,
  MAX_VIDEO_MS,
  maxBytes,
  MIN_SIDE_PX,
  SOURCE_MIMES,
  type Asset,
  type SourceMime,
} from '../../../../shared/contract/content/media.ts';
import { htmlRefused, notValid, tooLarge, typeRefused } from '../errors.ts';
import { ffprobe, type Probed } from './ffprobe.ts';
import { NAMED, sniff, SNIFF_BYTES, type Kind } from './sniff.ts';
import { nameOfMime, unplayable } from './playable.ts';
import {
  isPictureHere,
  isPlayedAsIs,
  openPicture,
  pictureSize,
  type Picture,
  type Tools,
} from './picture.ts';
import { hasFfmpeg, NoFfmpeg } from './program.ts';
import { tracksOf } from './tracks.ts';

export type Facts = Pick<Asset, 'codec' | 'w' | 'h' | 'duration_ms' | 'unplayable'> & { mime: SourceMime };
export interface Found {
  facts: Facts;
  /** A video that can be decoded here. */
  video?: Probed;
  picture?: Picture;
}

const SECOND_MS = 1_000;

export async function probe(path: string, tools: Tools): Promise<Found> {
  const { size } = await stat(path);
  if (size === 0) throw notValid('file', 'The file is empty.');
  const mime = mimeOf(sniff(await headOf(path)));
  if (size > maxBytes(mime)) throw tooLarge(mime, size);
  const found = isVideo(mime)
    ? await videoFound(path, mime, tools.ffmpeg)
    : await pictureFound(path, mime, tools);
  const { facts } = found;
  for (const side of ['w', 'h'] as const)
    if (facts[side] < MIN_SIDE_PX || facts[side] > MAX_SIDE_PX)
      throw notValid(
        side,
        `A side must have ${MIN_SIDE_PX} to ${MAX_SIDE_PX} pixels, this one has ${facts[side]}.`,
      );
  requireShort(facts.duration_ms);
  return found;
}

export function requireShort(duration_ms: number | null): void {
  if ((duration_ms ?? 0) > MAX_VIDEO_MS)
    throw notValid('duration_ms', `A video may last ${MAX_VIDEO_MS / SECOND_MS} seconds.`);
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

const isNamed = (kind: Kind): kind is (typeof NAMED)[number] => (NAMED as readonly Kind[]).includes(kind);

function mimeOf(kind: Kind): SourceMime {
  if (kind === 'markup') throw htmlRefused('HTML, SVG or XML');
  if (kind === 'archive') throw htmlRefused('archive');
  if (kind === 'unknown') throw typeRefused('unreadable', null);
  if (isNamed(kind)) throw typeRefused('container', kind.toUpperCase());
  return kind;
}

/** Before a byte is sent: what nothing here can convert is refused by the type it is declared to have. */
export async function requireConvertible(filetype: string, ffmpeg: string): Promise<void> {
  const mime = SOURCE_MIMES.find(one => one === filetype);
  if (mime === undefined || isPlayedAsIs(mime) || isPictureHere(mime)) return;
  if (!(await hasFfmpeg(ffmpeg))) throw typeRefused('container', nameOfMime(mime));
}

async function videoFound(path: string, mime: SourceMime, ffmpeg: string): Promise<Found> {
  const decodable = await ffprobe(path, mime, ffmpeg).catch((error: unknown) => {
    if (error instanceof NoFfmpeg) return null;
    throw error;
  });
  const video = decodable ?? (await playableTracks(path, mime));
  const { codec, w, h, duration_ms } = video;
  const facts = { mime, codec, w, h, duration_ms, unplayable: unplayable(video)?.reason ?? null };
  return { facts, ...(decodable && { video: decodable }) };
}

/** Without ffmpeg only what screens play as it is. */
async function playableTracks(path: string, mime: SourceMime): Promise<Probed> {
  if (mime !== 'video/mp4' && mime !== 'video/webm') throw typeRefused('container', nameOfMime(mime));
  const video = await tracksOf(path, mime);
  const why = unplayable(video);
  if (why) throw typeRefused(why.reason, why.found);
  return video;
}

async function pictureFound(path: string, mime: SourceMime, tools: Tools): Promise<Found> {
  const picture = await openPicture(path, mime, tools);
  const facts = { mime, codec: null, ...(await pictureSize(picture)), duration_ms: null };
  return { facts: { ...facts, unplayable: isPlayedAsIs(mime) ? 'encoded_anew' : 'container' }, picture };
}
