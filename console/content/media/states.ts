/** Shape and colour of each state; its word stands in the texts of the resource. */
import type { Asset, Processing } from '../../../shared/contract/content/media.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const ASSET_BADGES: Record<Asset['state'], StateBadge> = {
  processing: { shape: 'degraded', tone: 'info' },
  ready: { shape: 'approved', tone: 'ok' },
  failed: { shape: 'rejected', tone: 'danger' },
  quarantined: { shape: 'slow', tone: 'warn' },
  deleted: { shape: 'never', tone: 'neutral' },
};
export const PROCESSING_BADGES: Record<Processing, StateBadge> = {
  none: { shape: 'never', tone: 'neutral' },
  queued: { shape: 'draft', tone: 'info' },
  running: { shape: 'degraded', tone: 'info' },
  done: { shape: 'approved', tone: 'ok' },
  failed: { shape: 'rejected', tone: 'danger' },
  cancelled: { shape: 'never', tone: 'neutral' },
  unavailable: { shape: 'slow', tone: 'warn' },
};
