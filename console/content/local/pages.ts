/** The page of each kind, and the one that shows them all. */
import type { ContentKind } from '../../../shared/contract/content/contentKinds.ts';
import { PATHS, type PageName } from '../../app/paths.ts';

export const KIND_PAGES = {
  local_discovery: 'localDiscovery',
  entertainment: 'entertainment',
  tourism: 'tourism',
  deals: 'offers',
  jobs: 'jobPosts',
  news: 'news',
} as const satisfies Record<ContentKind, PageName>;

export const pathOfKind = (kind: ContentKind) => PATHS[KIND_PAGES[kind]];
