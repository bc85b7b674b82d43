import { creative, creativePatch, creatives } from '../../../shared/contract/content/creative.ts';
import { CreativeCard } from './CreativeCard.tsx';
import { LINKS_REFRESH_MS } from './links.ts';
import {
  ApprovalCell,
  FileCell,
  LengthOfKind,
  PreviewPanel,
  ShaCell,
  SizeCell,
  TypeCell,
  UsedInPanel,
  WeightCell,
} from './panels.tsx';
import { CREATIVE_SIGNS } from './states.ts';
import { PATHS } from '../../app/paths.ts';
import { defineResource } from '../../kit/resource/define.ts';

export default defineResource({
  name: 'creatives',
  entity: creatives,
  row: creative,
  at: ['creatives'],
  opens: 'page',
  label: row => row.name,
  refreshMs: LINKS_REFRESH_MS,
  card: CreativeCard,
  sorts: ['-created_at', 'name'],
  signs: { state: CREATIVE_SIGNS },
  /** Of its file: the cards show it by its picture. */
  columns: [
    { key: 'name', as: 'text' },
    { key: 'kind', as: 'word' },
    { key: 'state', as: 'state' },
    { key: 'duration_ms', as: 'length', end: true },
    { key: 'asset', label: 'bytes', cell: WeightCell, plain: row => row.asset.bytes, end: true },
    { key: 'asset', label: 'filename', cell: FileCell, plain: row => row.asset.filename },
    { key: 'asset', label: 'sha256', cell: ShaCell, plain: row => row.asset.sha256 },
    { key: 'created_at', as: 'time' },
  ],
  filters: ['kind', 'status'],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'duration_ms', cell: LengthOfKind },
    { key: 'asset', label: 'size', cell: SizeCell },
    { key: 'asset', label: 'bytes', cell: WeightCell },
    { key: 'asset', label: 'type', cell: TypeCell },
    { key: 'asset', label: 'filename', cell: FileCell },
    { key: 'asset', label: 'sha256', cell: ShaCell },
    { key: 'approval_reason', cell: ApprovalCell },
    { key: 'created_at', as: 'time' },
  ],
  panels: [
    { name: 'preview', place: 'main', panel: PreviewPanel },
    { name: 'used', place: 'side', panel: UsedInPanel },
  ],
  form: {
    schema: creativePatch,
    fields: [
      { name: 'name', input: { as: 'text' } },
      { name: 'alt_text', input: { as: 'area' }, hint: true },
    ],
  },
  primary: { name: 'upload', level: 'W', act: { link: () => PATHS.upload } },
  links: [
    {
      name: 'plays',
      area: 'prog_logs',
      level: 'R',
      link: row => `/admin/programmatic/proof-of-play?creative_id=${row.id}`,
    },
  ],
});
