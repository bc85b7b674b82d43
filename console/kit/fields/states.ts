/** The one table from a state's value to its shape and colour; the word comes from the resource's texts. */
import type { CommandState } from '../../../shared/contract/fleet/command.ts';
import type { Device, Presence } from '../../../shared/contract/fleet/device.ts';
import type { IncidentState } from '../../../shared/contract/fleet/incident.ts';
import type { Play } from '../../../shared/contract/proof/play.ts';
import type { Playlist } from '../../../shared/contract/content/playlist.ts';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import type { Location } from '../../../shared/contract/fleet/location.ts';
import type { Asset, Processing } from '../../../shared/contract/content/media.ts';
import type { Tenant } from '../../../shared/contract/identity/tenant.ts';
import type { User } from '../../../shared/contract/identity/auth.ts';
import type { Sign } from './signs.tsx';

export const PRESENCE_SIGNS: Record<Presence, Sign> = {
  online: { shape: 'live', tone: 'ok' },
  stale: { shape: 'degraded', tone: 'warn' },
  offline: { shape: 'offline', tone: 'danger' },
  never: { shape: 'never', tone: 'neutral' },
};
export const DEVICE_SIGNS: Record<Device['state'], Sign> = {
  unpaired: { shape: 'never', tone: 'neutral' },
  paired: { shape: 'never', tone: 'info' },
  active: { shape: 'approved', tone: 'ok' },
  maintenance: { shape: 'degraded', tone: 'warn' },
  suspended: { shape: 'rejected', tone: 'danger' },
  retired: { shape: 'rejected', tone: 'neutral' },
};
export const CREATIVE_SIGNS: Record<Creative['state'], Sign> = {
  draft: { shape: 'draft', tone: 'neutral' },
  submitted: { shape: 'draft', tone: 'info' },
  in_review: { shape: 'degraded', tone: 'info' },
  approved: { shape: 'approved', tone: 'ok' },
  changes_requested: { shape: 'slow', tone: 'warn' },
  rejected: { shape: 'rejected', tone: 'danger' },
  archived: { shape: 'never', tone: 'neutral' },
};
export const PLAYLIST_SIGNS: Record<Playlist['state'], Sign> = {
  draft: { shape: 'draft', tone: 'neutral' },
  published: { shape: 'live', tone: 'ok' },
  archived: { shape: 'never', tone: 'neutral' },
};
export const RESULT_SIGNS: Record<Play['result'], Sign> = {
  completed: { shape: 'live', tone: 'ok' },
  partial: { shape: 'degraded', tone: 'warn' },
  interrupted: { shape: 'degraded', tone: 'warn' },
  interrupted_by_alert: { shape: 'slow', tone: 'info' },
  failed: { shape: 'rejected', tone: 'danger' },
  not_shown: { shape: 'never', tone: 'neutral' },
};
export const LOCATION_SIGNS: Record<Location['status'], Sign> = {
  active: { shape: 'live', tone: 'ok' },
  archived: { shape: 'never', tone: 'neutral' },
};
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
export const USER_SIGNS: Record<User['status'], Sign> = {
  pending_approval: { shape: 'draft', tone: 'info' },
  active: { shape: 'approved', tone: 'ok' },
  rejected: { shape: 'rejected', tone: 'danger' },
  suspended: { shape: 'slow', tone: 'warn' },
  deactivated: { shape: 'never', tone: 'neutral' },
};
export const TENANT_SIGNS: Record<Tenant['status'], Sign> = {
  pending: { shape: 'draft', tone: 'info' },
  active: { shape: 'approved', tone: 'ok' },
  suspended: { shape: 'slow', tone: 'warn' },
  archived: { shape: 'never', tone: 'neutral' },
};
export const COMMAND_SIGNS: Record<CommandState, Sign> = {
  queued: { shape: 'draft', tone: 'neutral' },
  delivered: { shape: 'draft', tone: 'info' },
  accepted: { shape: 'degraded', tone: 'info' },
  done: { shape: 'approved', tone: 'ok' },
  failed: { shape: 'rejected', tone: 'danger' },
  expired: { shape: 'slow', tone: 'warn' },
  cancelled: { shape: 'never', tone: 'neutral' },
};
export const INCIDENT_SIGNS: Record<IncidentState, Sign> = {
  open: { shape: 'offline', tone: 'danger' },
  acked: { shape: 'degraded', tone: 'warn' },
  closed: { shape: 'approved', tone: 'ok' },
};
