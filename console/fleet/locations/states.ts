/** Shape and colour of each state; its word stands in the texts of the resource. */
import type { Location } from '../../../shared/contract/fleet/location.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const LOCATION_BADGES: Record<Location['status'], StateBadge> = {
  active: { shape: 'live', tone: 'ok' },
  archived: { shape: 'never', tone: 'neutral' },
};
