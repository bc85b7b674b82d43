/** Shape and colour of the states of partners and of their keys. */
import type { PoliceClient } from '../../../shared/contract/alerts/policeClient.ts';
import type { KeyState } from '../../../shared/contract/alerts/policeKey.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const KEY_BADGES: Record<KeyState, StateBadge> = {
  active: { shape: 'live', tone: 'ok' },
  expiring: { shape: 'slow', tone: 'warn' },
  rotating: { shape: 'degraded', tone: 'info' },
  expired: { shape: 'offline', tone: 'neutral' },
  revoked: { shape: 'rejected', tone: 'neutral' },
};
export const CLIENT_BADGES: Record<PoliceClient['state'], StateBadge> = {
  active: { shape: 'live', tone: 'ok' },
  suspended: { shape: 'slow', tone: 'danger' },
};
