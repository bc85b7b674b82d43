import {
  exportPlays,
  listPlays,
  NEWEST_FIRST,
  play,
  PLAY_SORTS,
  PLAY_ZONES,
  RESULTS,
} from '../../../shared/contract/proof/play.ts';
import { RESULT_BADGES } from './states.ts';
import { ClockCell, PlaceCell, StateCell, ZoneCell } from './cells.tsx';
import { PLAY_FILTERS } from './filterKeys.tsx';
import { Notes, Totals } from './Totals.tsx';
import { defineResource } from '../../kit/resource/defineResource.ts';

export default defineResource({
  name: 'plays',
  area: 'prog_logs',
  row: play,
  list: listPlays,
  export: exportPlays,
  paging: 'cursor',
  enums: { result: { result: RESULTS }, zone: { zone: PLAY_ZONES } },
  sortable: PLAY_SORTS,
  defaultSort: NEWEST_FIRST,
  pages: ['plays'],
  opensIn: 'nothing',
  label: row => row.creative_name,
  searchable: false,
  stripe: row => RESULT_BADGES[row.result].tone,
  summary: Totals,
  footer: Notes,
  stateBadges: { result: RESULT_BADGES },
  columns: [
    { key: 'started_at', as: 'time' },
    { key: 'device_name', as: 'text' },
    { key: 'creative_name', as: 'text', from: 'sm' },
    { key: 'result', as: 'state' },
    { key: 'state', cell: StateCell, from: 'md' },
    { key: 'duration_ms', as: 'length', alignEnd: true, from: 'md' },
    { key: 'zone', cell: ZoneCell, from: 'lg' },
    { key: 'completion', as: 'percent', alignEnd: true, from: 'lg' },
    { key: 'place_grade', cell: PlaceCell, from: 'xl' },
    { key: 'clock_quality', cell: ClockCell, alignEnd: true, from: 'xl' },
    { key: 'received_at', as: 'time', from: 'xl' },
  ],
  exportKeys: ['id', 'device_id', 'creative_id', 'epoch', 'seq', 'record_hash'],
  filters: PLAY_FILTERS,
});
