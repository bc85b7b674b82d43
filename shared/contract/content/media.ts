import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { entity } from '../wire/entity.ts';
import { common, id, int, MAX_INT, sha256 } from '../wire/wire.ts';

export const CHUNK_BYTES = 1_048_576;
/** What is uploaded, as screens play it. */
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
export const MIMES = [...FILE_MIMES, SLIDE_MIME] as const;
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
  url: z.string(),
});
export type Rendition = z.infer<typeof rendition>;

export const asset = z.object({
  ...common,
  filename: z.string(),
  mime: z.enum(MIMES),
  codec: z.nullable(z.string()),
  bytes: int(1, MAX_INT),
  sha256,
  w: int(1, 100_000),
  h: int(1, 100_000),
  /** null for a still picture. */
  duration_ms: z.nullable(int(1, MAX_VIDEO_MS)),
  state: z.enum(ASSET_STATES),
  /** Signed URLs, valid for 10 minutes; the thumbnail is null where none could be made. */
  url: z.string(),
  thumbnail_url: z.nullable(z.string()),
  /** A large still of a video; null where none was made. */
  poster_url: z.nullable(z.string()),
  /** Smallest first, without the original; each is smaller than the original. */
  renditions: z.array(rendition),
  processing: z.enum(PROCESSING),
  /** Percent, while processing runs. */
  progress: int(0, 100),
});
export type Asset = z.infer<typeof asset>;

export const media = entity({
  path: '/api/media',
  area: 'creatives',
  row: asset,
  listOptions: {
    sorts: ['filename', 'bytes', 'created_at'],
    defaultSort: '-created_at',
    enums: { status: { state: ASSET_STATES }, mime: { mime: FILE_MIMES } },
  },
  actions: {
    reprocess: { summary: 'Make the smaller versions of a video anew' },
    cancel: { summary: 'Stop making the smaller versions of a video' },
  },
});

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
