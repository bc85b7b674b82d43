import { asset, isVideo, media } from '../../../shared/contract/content/media.ts';
import { MEDIA_URL_REFRESH_MS } from '../creatives/mediaUrls.ts';
import { ShaCell, SizeCell, TypeCell } from '../creatives/panels.tsx';
import { ASSET_BADGES, PROCESSING_BADGES } from './states.ts';
import { MediaCard } from './MediaCard.tsx';
import { PreviewPanel, UsedByPanel } from './panels.tsx';
import { RenditionsPanel } from './RenditionsPanel.tsx';
import { isProcessing } from './isProcessing.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';

export default defineResource({
  name: 'media',
  entity: media,
  row: asset,
  pages: ['media'],
  opensIn: 'page',
  label: row => row.filename,
  refreshMs: MEDIA_URL_REFRESH_MS,
  card: MediaCard,
  sorts: ['-created_at', 'filename', '-bytes'],
  stateBadges: { state: ASSET_BADGES, processing: PROCESSING_BADGES },
  columns: [
    { key: 'filename', as: 'text' },
    { key: 'mime', as: 'word' },
    { key: 'state', as: 'state' },
    { key: 'bytes', as: 'bytes', alignEnd: true },
    { key: 'duration_ms', as: 'length', alignEnd: true },
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
    reprocess: { isVisible: row => isVideo(row.mime) && !isProcessing(row) },
    cancel: { isVisible: isProcessing },
  },
});
