/** The limits a tenant has set for its files: below those of the platform, never above. */
import type { TakenMedia } from '../../../shared/contract/identity/settings/layered.ts';
import {
  refusalByLimits,
  type UploadLimits,
} from '../../../shared/contract/identity/settings/uploadLimits.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { ownLayers, uploadSettingsOf } from '../../identity/tenants/layers.ts';
import { usedOf } from '../../identity/tenants/plan.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { notValid } from '../media/errors.ts';

const MB = 1_000_000;
const SECOND_MS = 1_000;
const KINDS: Record<TakenMedia, UploadLimits['kinds']> = {
  images_and_videos: ['image', 'video'],
  images: ['image'],
  videos: ['video'],
};

export async function uploadLimitsOf(ctx: TransactionContext): Promise<UploadLimits> {
  const { image_mb, video_mb, video_s, media_taken, storage_warn_gb } = uploadSettingsOf(
    await ownLayers(ctx),
  );
  return {
    ...{ image_bytes: image_mb * MB, video_bytes: video_mb * MB, video_ms: video_s * SECOND_MS },
    ...{ kinds: KINDS[media_taken], storage_warn_gb },
    used_gb: await usedOf(ctx, 'storage_gb', ctx.tenant_id),
  };
}

/** Throws by the field of the setting and its limit. A type that is not declared is judged by the content. */
export function requireWithinLimits(
  limits: UploadLimits,
  file: { mime: string; bytes: number; duration_ms: number | null },
): void {
  if (!/^(image|video)\//.test(file.mime)) return;
  const refusal = refusalByLimits(limits, file);
  if (refusal === null) return;
  const kind = file.mime.startsWith('video/') ? 'video' : 'image';
  switch (refusal.why) {
    case 'kind':
      throw new AppError('TYPE_REFUSED', `This tenant takes no ${kind} files.`, {
        ...{ field: 'media_taken', found: kind, taken: limits.kinds },
      });
    case 'size':
      throw new AppError(
        'TOO_LARGE',
        `This tenant takes ${kind} files of at most ${refusal.limit / MB} MB.`,
        { field: `${kind}_mb`, bytes: refusal.bytes, max_bytes: refusal.limit },
      );
    case 'duration':
      throw notValid('video_s', `In this tenant a video may last ${refusal.limit_ms / SECOND_MS} seconds.`);
  }
}
