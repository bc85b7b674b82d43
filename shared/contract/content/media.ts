import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { common, id, instant, int, localDate, MAX_INT, sha256 } from '../wire/wire.ts';

export const CHUNK_BYTES = 1_048_576;
/** Pictures and videos as screens play them. */
export const FILE_MIMES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
  'video/mp4',
  'video/webm',
] as const;
/** A slide is made by us (shared/slides/file.ts) and never uploaded. */
export const SLIDE_MIME = 'application/vnd.wayside.slide';
/** What screens play. */
export const MIMES = [...FILE_MIMES, SLIDE_MIME] as const;
/** What is taken. A file that screens do not play is kept as it is, and screens are given renditions of it. */
export const SOURCE_MIMES = [
  ...FILE_MIMES,
  'video/quicktime',
  'video/x-matroska',
  'video/x-msvideo',
  'video/mpeg',
  'video/mp2t',
  'image/heic',
  'image/tiff',
  'image/bmp',
] as const;
export type SourceMime = (typeof SOURCE_MIMES)[number];
/** Why screens cannot play a file as it is. */
const NOT_PLAYED = [
  'container',
  'video_codec',
  'audio_codec',
  'pixel_format',
  'rotation',
  'frame_rate',
  'interlaced',
] as const;
/** Why screens are given renditions of a file alone; pictures are encoded anew, so that nothing else in the file reaches a screen (S6). */
export const UNPLAYABLE = [...NOT_PLAYED, 'encoded_anew'] as const;
export type NotPlayed = (typeof NOT_PLAYED)[number];
export type Unplayable = (typeof UNPLAYABLE)[number];
/** Why a file is refused, in the details of TYPE_REFUSED; one that cannot be converted here by what keeps it from playing. */
export const REFUSAL_REASONS = [...NOT_PLAYED, 'no_video', 'unreadable', 'broken', 'too_slow'] as const;
/** Why no rendition was made of a file that screens do not play. */
export const FAILURES = ['no_ffmpeg', 'cancelled', 'disk', 'too_slow', 'conversion'] as const;
export type Failure = (typeof FAILURES)[number];
export const MAX_IMAGE_BYTES = 20_000_000;
export const MAX_VIDEO_BYTES = 500_000_000;
export const MAX_VIDEO_MS = 300_000;
export const MIN_SIDE_PX = 16;
export const MAX_SIDE_PX = 8_192;
export const ASSET_STATES = ['processing', 'ready', 'failed', 'quarantined', 'deleted'] as const;
/** Transcoding state of a video; `unavailable`: the server has no ffmpeg. */
export const PROCESSING = [
  'none',
  'queued',
  'running',
  'done',
  'failed',
  'cancelled',
  'unavailable',
] as const;
export type Processing = (typeof PROCESSING)[number];
export const isVideo = (mime: string) => mime.startsWith('video/');
export const maxBytes = (mime: string) => (isVideo(mime) ? MAX_VIDEO_BYTES : MAX_IMAGE_BYTES);

export const rendition = z.object({
  sha256,
  bytes: int(1, MAX_INT),
  mime: z.enum(MIMES),
  w: int(1, 100_000),
  h: int(1, 100_000),
  /** Missing: H.264. Screens that do not report AV1 are given none of it. */
  codec: z.optional(z.literal('av1')),
  url: z.string(),
});
export type Rendition = z.infer<typeof rendition>;

export const asset = z.object({
  ...common,
  filename: z.string(),
  mime: z.enum([...SOURCE_MIMES, SLIDE_MIME]),
  /** Why screens are given renditions alone; null: they play the file as it is. */
  unplayable: z.nullable(z.enum(UNPLAYABLE)),
  /** Why there is no rendition of it; null unless `state` is `failed`. */
  failure: z.nullable(z.enum(FAILURES)),
  codec: z.nullable(z.string()),
  bytes: int(1, MAX_INT),
  sha256,
  w: int(1, 100_000),
  h: int(1, 100_000),
  /** null for a still picture. */
  duration_ms: z.nullable(int(1, MAX_VIDEO_MS)),
  state: z.enum(ASSET_STATES),
  /** Last day of its licence, by the calendar of each screen; null: it has no end. */
  licence_until: z.nullable(localDate),
  /**
   * Signed URLs, valid for 10 minutes. `url` is what screens play: of a file they do not play its largest rendition,
   * as soon as there is one. The thumbnail is null where none could be made. Of what is in quarantine there are no
   * addresses but for whoever may release it: `url` is empty.
   */
  url: z.string(),
  thumbnail_url: z.nullable(z.string()),
  /** A large still of a video; null where none was made. */
  poster_url: z.nullable(z.string()),
  /** Smallest first, without the original. */
  renditions: z.array(rendition),
  processing: z.enum(PROCESSING),
  /** Percent, while processing runs. */
  progress: int(0, 100),
});
export type Asset = z.infer<typeof asset>;
/** Since when a file is off all screens, and why. */
export const quarantine = z.object({
  reason: z.string(),
  at: instant,
  /** null: somebody of another tenant, nobody any more, or his name is not for whoever asks. */
  by_name: z.nullable(z.string()),
  /** The picture that was taken off, where this file holds it; null: the file itself was. */
  picture: z.nullable(z.string()),
});
export type Quarantine = z.infer<typeof quarantine>;
interface MediaFile {
  sha256: string;
  bytes: number;
  mime: string;
  codec?: string | null | undefined;
}
export const isAv1 = ({ codec }: { codec?: string | null | undefined }): boolean => codec === 'av1';
/** What is shown of it: the file itself where screens play that, else its largest rendition as soon as there is one. */
export const shownFile = (
  asset: MediaFile & { unplayable: Unplayable | null; renditions: readonly MediaFile[] },
): MediaFile =>
  (asset.unplayable === null ? undefined : asset.renditions.filter(one => !isAv1(one)).at(-1)) ?? asset;

/** tus 1.0.0; metadata: filename, filetype, name. The answer to the last PATCH names the creative in X-Creative. */
export const UPLOADS_PATH = '/api/uploads';

const bySha = z.object({ sha256 });
/** Query of a signed link: tenant, expiry (s since 1970) and signature. */
const link = z.object({ tenant: z.optional(id), exp: z.optional(z.string()), sig: z.optional(z.string()) });
/** Range and If-Range; strong ETag `"<sha256>"`; private. */
export const mediaBytes = endpoint({
  method: 'GET',
  path: '/media/:sha256',
  access: { who: 'device_or_link' },
  summary: 'The bytes of a media file',
  params: bySha,
  query: link,
  answer: 'bytes',
});
/** The SHA-256 digests of the 1 MiB chunks, 32 bytes each, one after the other. */
export const mediaChunks = endpoint({
  method: 'GET',
  path: '/media/:sha256/chunks',
  access: { who: 'device_or_link' },
  summary: 'The chunk list of a media file',
  params: bySha,
  query: link,
  answer: 'bytes',
});
