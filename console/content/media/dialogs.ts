/** Dialogs of the library; each comes when it is opened. */
import type { MediaFile } from '../../../shared/contract/content/library/mediaLibrary.ts';
import { lazyPage } from '../../kit/lazyPage.ts';
import type { BulkProps, DialogProps } from '../../kit/resource/defineResource.ts';

export const MediaBulk = lazyPage<BulkProps>(
  async () => ({ default: (await import('./MediaBulk.tsx')).MediaBulk }),
  ['media'],
);
export const ReplaceMediaDialog = lazyPage<DialogProps<MediaFile>>(
  async () => ({ default: (await import('../submissions/FileDialog.tsx')).ReplaceMediaDialog }),
  ['media', 'creatives'],
);
export const RenameFolderDialog = lazyPage<{ folder: string; close: (to?: string) => void }>(
  async () => ({ default: (await import('./RenameFolderDialog.tsx')).RenameFolderDialog }),
  ['media'],
);
