/** Shape and colour of each state; its word stands in the texts of the resource. */
import type { IncidentState } from '../../../shared/contract/fleet/incident.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const INCIDENT_BADGES: Record<IncidentState, StateBadge> = {
  open: { shape: 'offline', tone: 'danger' },
  acked: { shape: 'degraded', tone: 'warn' },
  closed: { shape: 'approved', tone: 'ok' },
};
