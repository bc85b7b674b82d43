/** What a tenant takes of files, as whoever uploads is told it; the browser and the server refuse by the same rule. */
import * as z from 'zod/mini';
import { isVideo, MAX_IMAGE_BYTES, MAX_VIDEO_BYTES, MAX_VIDEO_MS } from '../../content/media.ts';
import { endpoint } from '../../wire/endpoint.ts';
import { int, MAX_INT } from '../../wire/wire.ts';

const uploadLimits = z.object({
  image_bytes: int(1, MAX_IMAGE_BYTES),
  video_bytes: int(1, MAX_VIDEO_BYTES),
  video_ms: int(1, MAX_VIDEO_MS),
  kinds: z.array(z.enum(['image', 'video'])),
  /** A warning; 0: none. */
  storage_warn_gb: int(0, MAX_INT),
  /** By the tenant's files. */
  used_gb: z.number(),
});
export type UploadLimits = z.infer<typeof uploadLimits>;
/** Those of the platform, as long as nothing is known of the tenant. */
export const PLATFORM_LIMITS: UploadLimits = {
  ...{ image_bytes: MAX_IMAGE_BYTES, video_bytes: MAX_VIDEO_BYTES, video_ms: MAX_VIDEO_MS },
  ...{ kinds: ['image', 'video'], storage_warn_gb: 0, used_gb: 0 },
};

export const readUploadLimits = endpoint({
  method: 'GET',
  path: '/api/media/limits',
  access: { who: 'user', area: 'submit', level: 'S' },
  summary: 'What the tenant takes of files, and what its files take up',
  answer: uploadLimits,
});

export type LimitRefusal =
  | { why: 'kind'; kind: 'image' | 'video' }
  | { why: 'size'; bytes: number; limit: number }
  | { why: 'duration'; limit_ms: number };
interface JudgedFile {
  mime: string;
  bytes: number;
  /** null: none, or not known yet. */
  duration_ms: number | null;
}
export function refusalByLimits(
  limits: UploadLimits,
  { mime, bytes, duration_ms }: JudgedFile,
): LimitRefusal | null {
  const kind = isVideo(mime) ? 'video' : 'image';
  if (!limits.kinds.includes(kind)) return { why: 'kind', kind };
  const limit = limits[`${kind}_bytes`];
  if (bytes > limit) return { why: 'size', bytes, limit };
  return (duration_ms ?? 0) > limits.video_ms ? { why: 'duration', limit_ms: limits.video_ms } : null;
}
