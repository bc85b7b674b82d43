import { exportPlays, listPlays, play, RESULTS } from '../../../shared/contract/proof/play.ts';
import { RESULT_SIGNS } from './states.ts';
import { ClockCell } from './cells.tsx';
import { PLAY_FILTERS } from './filterKeys.tsx';
import { Notes, Totals } from './Totals.tsx';
import { defineResource } from '../../kit/resource/define.ts';

export default defineResource({
  name: 'plays',
  area: 'prog_logs',
  row: play,
  list: listPlays,
  export: exportPlays,
  paging: 'cursor',
  words: { result: { result: RESULTS } },
  at: ['plays'],
  opens: 'nothing',
  label: row => row.creative_name,
  searchable: false,
  lane: row => RESULT_SIGNS[row.result].tone,
  summary: Totals,
  foot: Notes,
  signs: { result: RESULT_SIGNS },
  columns: [
    { key: 'started_at', as: 'time' },
    { key: 'device_name', as: 'text' },
    { key: 'creative_name', as: 'text', from: 'sm' },
    { key: 'result', as: 'state' },
    { key: 'duration_ms', as: 'length', end: true, from: 'md' },
    { key: 'completion', as: 'percent', end: true, from: 'lg' },
    { key: 'clock_quality', cell: ClockCell, end: true, from: 'xl' },
    { key: 'received_at', as: 'time', from: 'xl' },
  ],
  filters: PLAY_FILTERS,
});
