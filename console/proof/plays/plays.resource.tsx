import {
  exportPlays,
  listPlays,
  NEWEST_FIRST,
  PICTURE_GRADES,
  play,
  PLAY_SORTS,
  PLAY_STATES,
  PLAY_ZONES,
  RESULTS,
} from '../../../shared/contract/proof/play.ts';
import { RESULT_BADGES } from './states.ts';
import {
  ClockCell,
  ClockFact,
  CodeCell,
  CountsFact,
  PictureCell,
  PictureFact,
  PlaceCell,
  StateCell,
  UncertaintyCell,
  UtcFact,
  ZoneCell,
} from './cells.tsx';
import { PLAY_FILTERS } from './filterKeys.tsx';
import { LazyPart } from '../../kit/LazyPart.tsx';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';

const ProofPanel = lazyPanel(
  async () => ({ default: (await import('./ProofPanel.tsx')).ProofPanel }),
  ['verify'],
);
/** The rows do not wait for what is added up above them and explained below. */
const lazyPart = (name: 'Totals' | 'Notes') => {
  const Part = lazyWithRetry(async () => ({ default: (await import('./Totals.tsx'))[name] }));
  return () => (
    <LazyPart>
      <Part />
    </LazyPart>
  );
};

export default defineResource({
  name: 'plays',
  area: 'prog_logs',
  row: play,
  list: listPlays,
  export: exportPlays,
  paging: 'cursor',
  enums: {
    ...{ result: { result: RESULTS }, state: { state: PLAY_STATES } },
    ...{ zone: { zone: PLAY_ZONES }, picture: { picture: PICTURE_GRADES } },
  },
  sortable: PLAY_SORTS,
  defaultSort: NEWEST_FIRST,
  pages: ['plays'],
  opensIn: 'sheet',
  label: row => row.creative_name,
  hasSearchLabel: true,
  stripe: row => RESULT_BADGES[row.result].tone,
  summary: lazyPart('Totals'),
  footer: lazyPart('Notes'),
  stateBadges: { result: RESULT_BADGES },
  columns: [
    { key: 'started_at', as: 'time' },
    { key: 'device_name', as: 'text' },
    { key: 'creative_name', as: 'text', from: 'sm' },
    { key: 'campaign_name', as: 'text', from: 'lg' },
    { key: 'result', as: 'state' },
    { key: 'state', cell: StateCell, from: 'md' },
    { key: 'duration_ms', as: 'length', alignEnd: true, from: 'md' },
    { key: 'zone', cell: ZoneCell, from: 'lg' },
    { key: 'completion', as: 'percent', alignEnd: true, from: 'lg' },
    { key: 'place_grade', cell: PlaceCell, from: '2xl' },
    { key: 'picture', cell: PictureCell, from: '2xl' },
    { key: 'clock_quality', cell: ClockCell, alignEnd: true, from: '2xl' },
    { key: 'received_at', as: 'ago', from: '2xl' },
  ],
  facts: [
    { key: 'started_at', as: 'time' },
    { key: 'started_at', label: 'started_utc', cell: UtcFact },
    { key: 'device_name', as: 'text' },
    { key: 'creative_name', as: 'text' },
    { key: 'campaign_name', as: 'text' },
    { key: 'result', as: 'state' },
    { key: 'state', cell: StateCell },
    { key: 'invoice', as: 'text' },
    { key: 'credit_note', as: 'text' },
    { key: 'duration_ms', as: 'length' },
    { key: 'completion', as: 'percent' },
    { key: 'visible_share', as: 'percent' },
    { key: 'counts', cell: CountsFact },
    { key: 'zone', cell: ZoneCell },
    { key: 'place_grade', cell: PlaceCell },
    { key: 'picture', cell: PictureFact },
    { key: 'clock_quality', cell: ClockFact },
    { key: 'uncertainty_ms', cell: UncertaintyCell },
    { key: 'received_at', as: 'time' },
    { key: 'seq', as: 'number' },
    { key: 'epoch', cell: CodeCell },
    { key: 'record_hash', cell: CodeCell },
  ],
  panels: [{ name: 'proof', place: 'main', panel: ProofPanel }],
  exportKeys: [
    'id',
    'invoice',
    'credit_note',
    'device_id',
    'creative_id',
    'campaign_id',
    'epoch',
    'seq',
    'record_hash',
  ],
  filters: PLAY_FILTERS,
});
