/** Shape and colour of each state; its word stands in the texts of the resource. */
import type { IncidentState } from '../../../shared/contract/fleet/incident.ts';
import type { Sign } from '../../kit/fields/signs.tsx';

export const INCIDENT_SIGNS: Record<IncidentState, Sign> = {
  open: { shape: 'offline', tone: 'danger' },
  acked: { shape: 'degraded', tone: 'warn' },
  closed: { shape: 'approved', tone: 'ok' },
};
