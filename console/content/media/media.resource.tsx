import { isVideo } from '../../../shared/contract/content/media.ts';
import { media, mediaFile, mediaPatch } from '../../../shared/contract/content/library/mediaLibrary.ts';
import { PATHS } from '../../app/paths.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { MEDIA_URL_REFRESH_MS } from '../creatives/mediaUrls.ts';
import { ShaCell, SizeCell, TypeCell } from '../creatives/fileCells.tsx';
import { MediaBulk, ReplaceMediaDialog } from './dialogs.ts';
import { FolderBar } from './FolderBar.tsx';
import { LicenceCell } from './LicenceCell.tsx';
import { MediaCard } from './MediaCard.tsx';
import { MediaUsagePanel, PreviewPanel, RenditionsPanel } from './lazyPanels.ts';
import { TagFilter } from './TagFilter.tsx';
import { isProcessing } from './isProcessing.ts';
import { ASSET_BADGES, PROCESSING_BADGES } from './states.ts';

export default defineResource({
  name: 'media',
  entity: media,
  row: mediaFile,
  pages: ['media'],
  opensIn: 'page',
  label: row => row.filename,
  refreshMs: MEDIA_URL_REFRESH_MS,
  summary: FolderBar,
  card: MediaCard,
  sorts: ['-created_at', 'filename', '-bytes', 'licence_until'],
  stateBadges: { state: ASSET_BADGES, processing: PROCESSING_BADGES },
  columns: [
    { key: 'filename', as: 'text' },
    { key: 'folder', as: 'text', from: 'md' },
    { key: 'tags', as: 'tags', from: 'xl' },
    { key: 'mime', as: 'word', from: 'lg' },
    { key: 'state', as: 'state' },
    { key: 'licence_until', cell: LicenceCell, exportValue: row => row.licence_until },
    { key: 'creative_count', as: 'number', alignEnd: true, from: 'lg' },
    { key: 'bytes', as: 'bytes', alignEnd: true, from: 'md' },
    { key: 'duration_ms', as: 'length', alignEnd: true, from: 'xl' },
    { key: 'created_at', as: 'time', from: 'lg' },
  ],
  exportKeys: ['id', 'sha256'],
  filters: ['status', 'mime', 'licence', 'origin', { keys: ['folder', 'tag'], input: TagFilter }],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'mime', label: 'type', cell: ({ row }) => <TypeCell value={row} /> },
    { key: 'w', label: 'size', cell: ({ row }) => <SizeCell value={row} /> },
    { key: 'bytes', as: 'bytes' },
    { key: 'duration_ms', as: 'length' },
    { key: 'licence_until', cell: LicenceCell },
    { key: 'origin', as: 'word' },
    { key: 'sha256', cell: ({ row }) => <ShaCell value={row} /> },
    { key: 'created_at', as: 'time' },
  ],
  panels: [
    { name: 'preview', place: 'main', panel: PreviewPanel },
    { name: 'renditions', place: 'side', panel: RenditionsPanel },
    { name: 'used', place: 'side', panel: MediaUsagePanel },
  ],
  form: {
    schema: mediaPatch,
    fields: [
      { name: 'filename', input: { as: 'text' } },
      { name: 'folder', input: { as: 'text' }, hint: true },
      { name: 'tags', input: { as: 'tags' } },
      { name: 'licence_until', input: { as: 'date', nullable: true }, hint: true },
    ],
  },
  primary: { name: 'upload', level: 'W', act: { link: () => PATHS.upload } },
  bulk: { area: 'creatives', level: 'W', bar: MediaBulk },
  acts: {
    replace: { dialog: ReplaceMediaDialog },
    'make-creative': {
      fields: [{ name: 'name', input: { as: 'text' } }],
      from: ({ filename }) => ({ name: filename.replace(/\.[^.]{1,5}$/, '') }),
      isVisible: row => row.state === 'ready',
    },
    reprocess: { isVisible: row => isVideo(row.mime) && !isProcessing(row) },
    cancel: { isVisible: isProcessing },
  },
});
