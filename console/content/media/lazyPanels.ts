/** Panels of a media file; they come with its page, not with the library. */
import type { MediaFile } from '../../../shared/contract/content/library/mediaLibrary.ts';
import { lazyPage } from '../../kit/lazyPage.ts';

const TEXTS = ['media', 'creatives'];
const panel = (name: 'PreviewPanel' | 'MediaUsagePanel') =>
  lazyPage<{ row: MediaFile }>(async () => ({ default: (await import('./panels.tsx'))[name] }), TEXTS);
export const PreviewPanel = panel('PreviewPanel');
export const MediaUsagePanel = panel('MediaUsagePanel');
export const RenditionsPanel = lazyPage<{ row: MediaFile }>(
  async () => ({ default: (await import('./RenditionsPanel.tsx')).RenditionsPanel }),
  TEXTS,
);
