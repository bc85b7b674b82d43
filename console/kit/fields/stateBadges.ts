/** Shape and colour for every state value; the labels come from the resource's texts. */
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
import type { StateBadge } from './StateMark.tsx';

export const PRESENCE_BADGES: Record<Presence, StateBadge> = {
  online: { shape: 'live', tone: 'ok' },
  stale: { shape: 'degraded', tone: 'warn' },
  offline: { shape: 'offline', tone: 'danger' },
  never: { shape: 'never', tone: 'neutral' },
};
export const DEVICE_BADGES: Record<Device['state'], StateBadge> = {
  unpaired: { shape: 'never', tone: 'neutral' },
  paired: { shape: 'never', tone: 'info' },
  active: { shape: 'approved', tone: 'ok' },
  maintenance: { shape: 'degraded', tone: 'warn' },
  suspended: { shape: 'rejected', tone: 'danger' },
  retired: { shape: 'rejected', tone: 'neutral' },
};
export const CREATIVE_BADGES: Record<Creative['state'], StateBadge> = {
  draft: { shape: 'draft', tone: 'neutral' },
  submitted: { shape: 'draft', tone: 'info' },
  in_review: { shape: 'degraded', tone: 'info' },
  approved: { shape: 'approved', tone: 'ok' },
  changes_requested: { shape: 'slow', tone: 'warn' },
  rejected: { shape: 'rejected', tone: 'danger' },
  archived: { shape: 'never', tone: 'neutral' },
};
export const PLAYLIST_BADGES: Record<Playlist['state'], StateBadge> = {
  draft: { shape: 'draft', tone: 'neutral' },
  published: { shape: 'live', tone: 'ok' },
  archived: { shape: 'never', tone: 'neutral' },
};
export const RESULT_BADGES: Record<Play['result'], StateBadge> = {
  completed: { shape: 'live', tone: 'ok' },
  partial: { shape: 'degraded', tone: 'warn' },
  interrupted: { shape: 'degraded', tone: 'warn' },
  interrupted_by_alert: { shape: 'slow', tone: 'info' },
  failed: { shape: 'rejected', tone: 'danger' },
  not_shown: { shape: 'never', tone: 'neutral' },
};
export const LOCATION_BADGES: Record<Location['status'], StateBadge> = {
  active: { shape: 'live', tone: 'ok' },
  archived: { shape: 'never', tone: 'neutral' },
};
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
export const USER_BADGES: Record<User['status'], StateBadge> = {
  pending_approval: { shape: 'draft', tone: 'info' },
  active: { shape: 'approved', tone: 'ok' },
  rejected: { shape: 'rejected', tone: 'danger' },
  suspended: { shape: 'slow', tone: 'warn' },
  deactivated: { shape: 'never', tone: 'neutral' },
};
export const TENANT_BADGES: Record<Tenant['status'], StateBadge> = {
  pending: { shape: 'draft', tone: 'info' },
  active: { shape: 'approved', tone: 'ok' },
  suspended: { shape: 'slow', tone: 'warn' },
  archived: { shape: 'never', tone: 'neutral' },
};
export const COMMAND_BADGES: Record<CommandState, StateBadge> = {
  queued: { shape: 'draft', tone: 'neutral' },
  delivered: { shape: 'draft', tone: 'info' },
  accepted: { shape: 'degraded', tone: 'info' },
  done: { shape: 'approved', tone: 'ok' },
  failed: { shape: 'rejected', tone: 'danger' },
  expired: { shape: 'slow', tone: 'warn' },
  cancelled: { shape: 'never', tone: 'neutral' },
};
export const INCIDENT_BADGES: Record<IncidentState, StateBadge> = {
  open: { shape: 'offline', tone: 'danger' },
  acked: { shape: 'degraded', tone: 'warn' },
  closed: { shape: 'approved', tone: 'ok' },
};
