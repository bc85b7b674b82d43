/** Local content: a body of each kind, and rows in each state that an act begins from. */
import { contentFeeds, contentItems } from '../../../../server/db/schema.ts';
import { columnsOf } from '../../../../server/content/local/items.ts';
import { contentItemCreate, type ContentBody } from '../../../../shared/contract/content/contentItem.ts';
import type { ContentKind } from '../../../../shared/contract/content/contentKinds.ts';
import { uuid7 } from '../../../../shared/random.ts';
import type { TestServer } from '../server.ts';

const DAY_MS = 86_400_000;
export const BODIES: Record<ContentKind, object> = {
  local_discovery: {
    kind: 'local_discovery',
    title: { en: 'Harbour baths', zh: '海港浴场' },
    address: 'Pier 3',
  },
  entertainment: {
    kind: 'entertainment',
    title: { en: 'Night concert', zh: '' },
    venue: 'Town hall',
    event_starts_at: '2026-12-01T20:00:00.000Z',
  },
  tourism: { kind: 'tourism', title: { en: 'Castle walk', zh: '' }, duration_min: 90 },
  deals: {
    kind: 'deals',
    title: { en: 'Two for one', zh: '' },
    merchant: 'Corner café',
    price_now_minor: 250,
    currency: 'EUR',
  },
  jobs: {
    kind: 'jobs',
    title: { en: 'Night driver', zh: '夜班司机' },
    employer: 'City Cabs',
    apply_url: 'https://example.org/apply',
  },
  news: {
    kind: 'news',
    title: { en: 'Bridge opens', zh: '' },
    source_name: 'City paper',
    published_at: '2026-11-24T06:00:00.000Z',
    ends_at: '2026-11-26T06:00:00.000Z',
  },
};
export const CSV = 'kind,title_en\ntourism,Old bridge\n';
export const bodyOfKind = (kind: ContentKind, more: object = {}): ContentBody =>
  contentItemCreate.parse({ ...BODIES[kind], ...more });

const STORED = {
  draft: 'draft',
  inReview: 'in_review',
  live: 'live',
  paused: 'paused',
  expired: 'expired',
} as const;
export type ContentRows = Record<keyof typeof STORED | 'gone' | 'feed' | 'pausedFeed' | 'goneFeed', string>;

export const FEED = {
  name: 'City paper',
  url: 'https://example.org/feed.xml',
  kind: 'news',
  format: 'rss',
  language: 'en',
  interval_min: 60,
  keep_h: 24,
  mapping: [],
  auto_publish: true,
} as const;

const { name: _name, interval_min: _interval, auto_publish: _auto, ...source } = FEED;
/** As a preview asks for it. */
export const FEED_SOURCE = source;

export async function addContentItems({ db, server }: Pick<TestServer, 'db' | 'server'>, tenant_id: string) {
  const now = server.clock.now();
  const body = columnsOf(bodyOfKind('jobs', { public: true }));
  const rows = Object.entries(STORED).map(([name, state]) => ({
    name,
    state,
    deleted_at: null,
  }));
  const all = [...rows, { name: 'gone', state: STORED.draft, deleted_at: new Date(now - DAY_MS) }].map(
    row => ({ ...row, id: uuid7(now) }),
  );
  await db
    .insert(contentItems)
    .values(all.map(({ id, state, deleted_at }) => ({ ...body, id, tenant_id, state, deleted_at })));
  const feeds = {
    feed: { ...FEED, id: uuid7(now), mapping: [] },
    pausedFeed: { ...FEED, id: uuid7(now), mapping: [], state: 'paused' as const },
    goneFeed: { ...FEED, id: uuid7(now), mapping: [], deleted_at: new Date(now - DAY_MS) },
  };
  await db.insert(contentFeeds).values(Object.values(feeds).map(feed => ({ ...feed, tenant_id })));
  const { feed, pausedFeed, goneFeed } = feeds;
  const feedIds = { feed: feed.id, pausedFeed: pausedFeed.id, goneFeed: goneFeed.id };
  const itemIds = Object.fromEntries(all.map(({ name, id }) => [name, id]));
  return { ...itemIds, ...feedIds } as ContentRows;
}
