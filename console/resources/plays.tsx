import { listPlays, play } from '../../shared/contract/play.ts';
import { LengthCell, PercentCell, TextCell, TimeCell } from '../fields/cells.tsx';
import { RESULT_SIGNS, ResultCell } from '../fields/states.tsx';
import { ClockCell } from '../plays/cells.tsx';
import { PLAY_FILTERS } from '../plays/filterKeys.tsx';
import { ExportButton, Totals, ZoneNote } from '../plays/Totals.tsx';
import { defineResource } from './define.ts';

export default defineResource({
  name: 'plays',
  area: 'prog_logs',
  path: '/admin/programmatic/proof-of-play',
  opens: 'nothing',
  row: play,
  endpoints: { list: listPlays },
  paging: 'cursor',
  searchable: false,
  lane: row => RESULT_SIGNS[row.result].tone,
  summary: Totals,
  head: ExportButton,
  foot: ZoneNote,
  columns: [
    { key: 'started_at', cell: TimeCell },
    { key: 'device_name', cell: TextCell },
    { key: 'creative_name', cell: TextCell, from: 'sm' },
    { key: 'result', cell: ResultCell },
    { key: 'duration_ms', cell: LengthCell, end: true, from: 'md' },
    { key: 'completion', cell: PercentCell, end: true, from: 'lg' },
    { key: 'clock_quality', cell: ClockCell, end: true, from: 'xl' },
    { key: 'received_at', cell: TimeCell, from: 'xl' },
  ],
  filters: PLAY_FILTERS,
  actions: [],
});
