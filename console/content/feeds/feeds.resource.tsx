import { feed, feedPatch, feeds } from '../../../shared/contract/content/feed.ts';
import { lazyPage } from '../../kit/lazyPage.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import type { Feed } from '../../../shared/contract/content/feed.ts';
import { ContentHead } from '../local/ContentHead.tsx';
import { CHANGE_FIELDS } from './fields.ts';
import { FEED_BADGES } from './states.ts';

/** It is read within seconds after somebody asks for it. */
const REFRESH_MS = 10_000;
const TEXTS = ['feeds', 'localContent'];
const FeedDialog = lazyPage<{ close: () => void }>(
  async () => ({ default: (await import('./FeedDialog.tsx')).FeedDialog }),
  TEXTS,
);
const FeedPreviewPanel = lazyPage<{ row: Feed }>(
  async () => ({ default: (await import('./FeedPreview.tsx')).FeedPreviewPanel }),
  TEXTS,
);

export default defineResource({
  name: 'feeds',
  entity: feeds,
  row: feed,
  pages: ['feeds'],
  opensIn: 'sheet',
  refreshMs: REFRESH_MS,
  label: row => row.name,
  stripe: row => FEED_BADGES[row.state].tone,
  stateBadges: { state: FEED_BADGES },
  summary: ContentHead,
  columns: [
    { key: 'name', as: 'text' },
    { key: 'kind', as: 'word', from: 'sm' },
    { key: 'state', as: 'state' },
    { key: 'error', as: 'word', from: 'lg' },
    { key: 'checked_at', as: 'ago', from: 'md' },
    { key: 'due_at', as: 'time', from: 'xl' },
    { key: 'items', as: 'number', alignEnd: true, from: 'sm' },
  ],
  filters: ['status', 'kind'],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'error', as: 'word' },
    { key: 'url', as: 'text' },
    { key: 'checked_at', as: 'time' },
    { key: 'ok_at', as: 'time' },
    { key: 'due_at', as: 'time' },
    { key: 'items', as: 'number' },
    { key: 'auto_publish', as: 'flag' },
  ],
  panels: [{ name: 'preview', place: 'main', panel: FeedPreviewPanel }],
  form: { schema: feedPatch, fields: CHANGE_FIELDS },
  primary: { name: 'new', level: 'W', act: { dialog: FeedDialog } },
});
