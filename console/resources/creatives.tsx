import {
  creative,
  creativePatch,
  listCreatives,
  patchCreative,
  readCreative,
  removeCreative,
  restoreCreative,
} from '../../shared/contract/creative.ts';
import { LINKS_REFRESH_MS } from '../creatives/links.ts';
import { CreativeCard } from '../creatives/CreativeCard.tsx';
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
} from '../creatives/panels.tsx';
import { TextCell, TimeCell } from '../fields/cells.tsx';
import { CreativeStateCell } from '../fields/states.tsx';
import { defineResource } from './define.ts';

export default defineResource({
  name: 'creatives',
  area: 'creatives',
  path: '/creatives',
  opens: 'page',
  row: creative,
  endpoints: {
    list: listCreatives,
    read: readCreative,
    patch: patchCreative,
    remove: removeCreative,
    restore: restoreCreative,
  },
  paging: 'page',
  searchable: true,
  refreshMs: LINKS_REFRESH_MS,
  defaultSort: '-created_at',
  card: CreativeCard,
  sorts: ['-created_at', 'name'],
  columns: [{ key: 'name', cell: TextCell, sortable: true }],
  filters: [
    {
      kind: 'choice',
      key: 'status',
      options: ['image', 'video', 'approved', 'draft', 'rejected', 'archived'],
    },
  ],
  facts: [
    { key: 'state', cell: CreativeStateCell },
    { key: 'duration_ms', cell: LengthOfKind },
    { key: 'asset', label: 'size', cell: SizeCell },
    { key: 'asset', label: 'bytes', cell: WeightCell },
    { key: 'asset', label: 'type', cell: TypeCell },
    { key: 'asset', label: 'filename', cell: FileCell },
    { key: 'asset', label: 'sha256', cell: ShaCell },
    { key: 'approval_reason', cell: ApprovalCell },
    { key: 'created_at', cell: TimeCell },
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
  primary: { name: 'upload', level: 'W', act: { link: '/creatives/upload' } },
  actions: [
    {
      name: 'plays',
      level: 'R',
      act: { link: row => `/admin/programmatic/proof-of-play?creative_id=${row.id}` },
    },
  ],
});
