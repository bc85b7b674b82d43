import {
  creative,
  CREATIVE_LANGUAGES,
  creativePatch,
  creatives,
  MAX_CATEGORIES,
} from '../../../shared/contract/content/creative.ts';
import { CATEGORIES } from '../../../shared/contract/content/library/categories.ts';
import { CreativeCard } from './CreativeCard.tsx';
import { MEDIA_URL_REFRESH_MS } from './mediaUrls.ts';
import {
  ApprovalCell,
  CreativeStateCell,
  FileBytesCell,
  FileCell,
  FileLicenceCell,
  ShaCell,
  SizeCell,
  TypeCell,
  VideoDurationCell,
} from './fileCells.tsx';
import { WordsCell } from './WordsCell.tsx';
import { ChecksPanel, PreviewPanel, UsagePanel } from './lazyPanels.ts';
import { VersionsPanel } from './VersionsPanel.tsx';
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
    { key: 'state', cell: CreativeStateCell, exportValue: row => row.state },
    { key: 'fails_check', as: 'flag', from: 'lg' },
    { key: 'duration_ms', as: 'length', alignEnd: true },
    {
      key: 'asset',
      label: 'bytes',
      cell: FileBytesCell,
      exportValue: row => row.asset.bytes,
      alignEnd: true,
    },
    {
      key: 'asset',
      label: 'licence_until',
      cell: FileLicenceCell,
      exportValue: row => row.asset.licence_until,
      from: 'lg',
    },
    { key: 'languages', cell: WordsCell, exportValue: row => row.languages.join(' '), from: 'xl' },
    { key: 'valid_until', as: 'date', from: 'xl' },
    {
      key: 'asset',
      label: 'filename',
      cell: FileCell,
      exportValue: row => row.asset.filename,
      from: 'xl',
    },
    { key: 'created_at', as: 'time', from: 'lg' },
  ],
  exportKeys: ['id', 'approved_sha256'],
  filters: ['kind', 'status', 'checks'],
  facts: [
    { key: 'state', cell: CreativeStateCell },
    { key: 'duration_ms', cell: VideoDurationCell },
    { key: 'asset', label: 'size', cell: SizeCell },
    { key: 'orientation', as: 'word' },
    { key: 'advertiser', as: 'text' },
    { key: 'asset', label: 'bytes', cell: FileBytesCell },
    { key: 'asset', label: 'type', cell: TypeCell },
    { key: 'asset', label: 'licence_until', cell: FileLicenceCell },
    { key: 'languages', cell: WordsCell },
    { key: 'cats', cell: WordsCell },
    { key: 'valid_from', as: 'date' },
    { key: 'valid_until', as: 'date' },
    { key: 'qr_target', as: 'text' },
    { key: 'asset', label: 'filename', cell: FileCell },
    { key: 'asset', label: 'sha256', cell: ShaCell },
    { key: 'approval_reason', cell: ApprovalCell },
    { key: 'created_at', as: 'time' },
  ],
  panels: [
    { name: 'preview', place: 'main', panel: PreviewPanel },
    { name: 'checks', place: 'side', panel: ChecksPanel },
    { name: 'versions', place: 'side', panel: VersionsPanel },
    { name: 'used', place: 'side', panel: UsagePanel },
  ],
  form: {
    schema: creativePatch,
    /** What waits for a decision stays as it was submitted. */
    isEditable: ({ state }) => state !== 'submitted' && state !== 'in_review',
    fields: [
      { name: 'name', input: { as: 'text' } },
      { name: 'alt_text', input: { as: 'area' }, hint: true },
      { name: 'advertiser', input: { as: 'text' } },
      { name: 'languages', input: { as: 'choices', options: CREATIVE_LANGUAGES } },
      { name: 'cats', input: { as: 'choices', options: CATEGORIES, max: MAX_CATEGORIES } },
      { name: 'valid_from', input: { as: 'date', nullable: true }, hint: true },
      { name: 'valid_until', input: { as: 'date', notBefore: 'valid_from', nullable: true } },
      { name: 'qr_target', input: { as: 'text', nullable: true }, hint: true },
    ],
  },
  primary: { name: 'upload', level: 'W', act: { link: () => PATHS.upload } },
  secondary: { name: 'newSlide', level: 'W', act: { link: () => PATHS.newSlide } },
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
      isVisible: row => row.slide !== null && ['draft', 'changes_requested', 'approved'].includes(row.state),
    },
    {
      name: 'plays',
      area: 'prog_logs',
      level: 'R',
      link: row => `/admin/programmatic/proof-of-play?creative_id=${row.id}`,
    },
  ],
});
