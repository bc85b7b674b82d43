import { creative, creativePatch, creatives } from '../../../shared/contract/content/creative.ts';
import { CreativeCard } from './CreativeCard.tsx';
import { MEDIA_URL_REFRESH_MS } from './mediaUrls.ts';
import {
  ApprovalCell,
  ChecksPanel,
  FileCell,
  VideoDurationCell,
  PreviewPanel,
  ShaCell,
  SizeCell,
  TypeCell,
  UsedInPanel,
  FileBytesCell,
} from './panels.tsx';
import { ReplaceDialog } from '../submissions/dialogs.ts';
import { CREATIVE_BADGES } from './states.ts';
import { PATHS } from '../../app/paths.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';

export default defineResource({
  name: 'creatives',
  entity: creatives,
  row: creative,
  pages: ['creatives'],
  opensIn: 'page',
  label: row => row.name,
  refreshMs: MEDIA_URL_REFRESH_MS,
  card: CreativeCard,
  sorts: ['-created_at', 'name'],
  stateBadges: { state: CREATIVE_BADGES },
  /** Of its file: the cards show it by its picture. */
  columns: [
    { key: 'name', as: 'text' },
    { key: 'kind', as: 'word' },
    { key: 'state', as: 'state' },
    { key: 'duration_ms', as: 'length', alignEnd: true },
    {
      key: 'asset',
      label: 'bytes',
      cell: FileBytesCell,
      exportValue: row => row.asset.bytes,
      alignEnd: true,
    },
    { key: 'asset', label: 'filename', cell: FileCell, exportValue: row => row.asset.filename },
    { key: 'asset', label: 'sha256', cell: ShaCell, exportValue: row => row.asset.sha256 },
    { key: 'created_at', as: 'time' },
  ],
  filters: ['kind', 'status'],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'duration_ms', cell: VideoDurationCell },
    { key: 'asset', label: 'size', cell: SizeCell },
    { key: 'asset', label: 'bytes', cell: FileBytesCell },
    { key: 'asset', label: 'type', cell: TypeCell },
    { key: 'asset', label: 'filename', cell: FileCell },
    { key: 'asset', label: 'sha256', cell: ShaCell },
    { key: 'approval_reason', cell: ApprovalCell },
    { key: 'created_at', as: 'time' },
  ],
  panels: [
    { name: 'preview', place: 'main', panel: PreviewPanel },
    { name: 'checks', place: 'side', panel: ChecksPanel },
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
  secondary: { name: 'newSlide', level: 'W', link: PATHS.newSlide },
  acts: {
    submit: {
      fields: [{ name: 'note', input: { as: 'area' } }],
      from: () => ({ note: '' }),
      isVisible: row => row.state === 'draft',
    },
    replace: { dialog: ReplaceDialog, isVisible: row => !row.has_newer_file && row.slide === null },
    duplicate: {
      fields: [{ name: 'name', input: { as: 'text' } }],
      from: ({ name }) => ({ name }),
    },
    archive: { danger: true },
  },
  links: [
    {
      name: 'editSlide',
      area: 'creatives',
      level: 'W',
      link: (row, base) => `${base}/${row.id}/slide`,
      isVisible: row => row.slide !== null && ['draft', 'approved'].includes(row.state),
    },
    {
      name: 'plays',
      area: 'prog_logs',
      level: 'R',
      link: row => `/admin/programmatic/proof-of-play?creative_id=${row.id}`,
    },
  ],
});
