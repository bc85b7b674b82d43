/** Shape and colour of each state; its word stands in the texts of the resource. */
import type { Location } from '../../../shared/contract/fleet/location.ts';
import type { Sign } from '../../kit/fields/signs.tsx';

export const LOCATION_SIGNS: Record<Location['status'], Sign> = {
  active: { shape: 'live', tone: 'ok' },
  archived: { shape: 'never', tone: 'neutral' },
};
