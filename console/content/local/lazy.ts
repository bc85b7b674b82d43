/** What comes only once it is opened. */
import type { ContentItem } from '../../../shared/contract/content/contentItem.ts';
import { lazyPage } from '../../kit/lazyPage.ts';
import type { BulkProps } from '../../kit/resource/defineResource.ts';
import type { ContentCardProps } from './ContentCard.tsx';
import type { ImportDialogProps } from './ImportDialog.tsx';

const TEXTS = ['localContent', 'creatives'];
export const KindDialog = lazyPage<{ close: () => void }>(
  async () => ({ default: (await import('./KindDialog.tsx')).KindDialog }),
  TEXTS,
);
export const ImportDialog = lazyPage<ImportDialogProps>(
  async () => ({ default: (await import('./ImportDialog.tsx')).ImportDialog }),
  [...TEXTS, 'csvImport'],
);
export const BulkActs = lazyPage<BulkProps>(
  async () => ({ default: (await import('./BulkActs.tsx')).BulkActs }),
  TEXTS,
);
export const ScreenCard = lazyPage<{ row: ContentItem }>(
  async () => ({ default: (await import('./ScreenCard.tsx')).ScreenCard }),
  ['cards', 'slides'],
);
export const ContentCard = lazyPage<ContentCardProps>(
  async () => ({ default: (await import('./ContentCard.tsx')).ContentCard }),
  TEXTS,
);
