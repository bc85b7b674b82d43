import { incidents } from '../../../shared/contract/fleet/incident.ts';
import { INCIDENT_BADGES } from './states.ts';
import { namesOf, ScreensCell } from './cells.tsx';
import { defineResource } from '../../kit/resource/defineResource.ts';

/** Stands on the wall of screens. */
export default defineResource({
  name: 'incidents',
  entity: incidents,
  pages: [],
  opensIn: 'nothing',
  label: namesOf,
  searchable: false,
  stateBadges: { state: INCIDENT_BADGES },
  columns: [
    { key: 'state', as: 'state' },
    { key: 'kind', as: 'word' },
    { key: 'devices', cell: ScreensCell, exportValue: namesOf },
    { key: 'opened_at', as: 'ago', from: 'sm' },
  ],
});
