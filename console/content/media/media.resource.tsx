import { asset, isVideo, media } from '../../../shared/contract/content/media.ts';
import { LINKS_REFRESH_MS } from '../creatives/links.ts';
import { ShaCell, SizeCell, TypeCell } from '../creatives/panels.tsx';
import { ASSET_SIGNS, PROCESSING_SIGNS } from './states.ts';
import { MediaCard } from './MediaCard.tsx';
import { PreviewPanel, UsedByPanel } from './panels.tsx';
import { RenditionsPanel } from './RenditionsPanel.tsx';
import { isUnderWay } from './underWay.ts';
import { defineResource } from '../../kit/resource/define.ts';

export default defineResource({
  name: 'media',
  entity: media,
  row: asset,
  at: ['media'],
  opens: 'page',
  label: row => row.filename,
  refreshMs: LINKS_REFRESH_MS,
  card: MediaCard,
  sorts: ['-created_at', 'filename', '-bytes'],
  signs: { state: ASSET_SIGNS, processing: PROCESSING_SIGNS },
  columns: [
    { key: 'filename', as: 'text' },
    { key: 'mime', as: 'word' },
    { key: 'state', as: 'state' },
    { key: 'bytes', as: 'bytes', end: true },
    { key: 'duration_ms', as: 'length', end: true },
    { key: 'sha256', as: 'text' },
    { key: 'created_at', as: 'time' },
  ],
  filters: ['status', 'mime'],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'mime', label: 'type', cell: ({ row }) => <TypeCell value={row} /> },
    { key: 'w', label: 'size', cell: ({ row }) => <SizeCell value={row} /> },
    { key: 'bytes', as: 'bytes' },
    { key: 'duration_ms', as: 'length' },
    { key: 'sha256', cell: ({ row }) => <ShaCell value={row} /> },
    { key: 'created_at', as: 'time' },
  ],
  panels: [
    { name: 'preview', place: 'main', panel: PreviewPanel },
    { name: 'renditions', place: 'side', panel: RenditionsPanel },
    { name: 'used', place: 'side', panel: UsedByPanel },
  ],
  acts: {
    reprocess: { shown: row => isVideo(row.mime) && !isUnderWay(row) },
    cancel: { shown: isUnderWay },
  },
});
