import { incidents } from '../../../shared/contract/fleet/incident.ts';
import { INCIDENT_SIGNS } from './states.ts';
import { namesOf, ScreensCell } from './cells.tsx';
import { defineResource } from '../../kit/resource/define.ts';

/** Stands on the wall of screens. */
export default defineResource({
  name: 'incidents',
  entity: incidents,
  at: [],
  opens: 'nothing',
  label: namesOf,
  searchable: false,
  signs: { state: INCIDENT_SIGNS },
  columns: [
    { key: 'state', as: 'state' },
    { key: 'kind', as: 'word' },
    { key: 'devices', cell: ScreensCell, plain: namesOf },
    { key: 'opened_at', as: 'ago', from: 'sm' },
  ],
});
