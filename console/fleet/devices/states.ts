/** Shape and colour of each state; its word stands in the texts of the resource. */
import type { Device, Presence } from '../../../shared/contract/fleet/device.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

/** `unknown`: what is on the page is too old to say. */
export const PRESENCE_BADGES: Record<Presence | 'unknown', StateBadge> = {
  online: { shape: 'live', tone: 'ok' },
  stale: { shape: 'degraded', tone: 'warn' },
  offline: { shape: 'offline', tone: 'danger' },
  never: { shape: 'never', tone: 'neutral' },
  unknown: { shape: 'never', tone: 'neutral' },
};
export const DEVICE_BADGES: Record<Device['state'], StateBadge> = {
  unpaired: { shape: 'never', tone: 'neutral' },
  paired: { shape: 'never', tone: 'info' },
  active: { shape: 'approved', tone: 'ok' },
  maintenance: { shape: 'degraded', tone: 'warn' },
  suspended: { shape: 'rejected', tone: 'danger' },
  retired: { shape: 'rejected', tone: 'neutral' },
};
