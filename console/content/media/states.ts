/** Shape and colour of each state; its word stands in the texts of the resource. */
import type { Asset, Processing } from '../../../shared/contract/content/media.ts';
import type { Sign } from '../../kit/fields/signs.tsx';

export const ASSET_SIGNS: Record<Asset['state'], Sign> = {
  processing: { shape: 'degraded', tone: 'info' },
  ready: { shape: 'approved', tone: 'ok' },
  failed: { shape: 'rejected', tone: 'danger' },
  quarantined: { shape: 'slow', tone: 'warn' },
  deleted: { shape: 'never', tone: 'neutral' },
};
export const PROCESSING_SIGNS: Record<Processing, Sign> = {
  none: { shape: 'never', tone: 'neutral' },
  queued: { shape: 'draft', tone: 'info' },
  running: { shape: 'degraded', tone: 'info' },
  done: { shape: 'approved', tone: 'ok' },
  failed: { shape: 'rejected', tone: 'danger' },
  cancelled: { shape: 'never', tone: 'neutral' },
  unavailable: { shape: 'slow', tone: 'warn' },
};
