/** For each write of local content a body that is taken. */
import {
  addContentItems,
  BODIES,
  CSV,
  FEED,
  FEED_SOURCE,
  bodyOfKind,
  type ContentRows,
} from '../../../support/server/content/items.ts';
import { gone, onNew, type Make } from '../making.ts';

const ITEMS = '/api/content-items';
/** Every field of its kind has a value. */
const WHOLE = {
  ...BODIES.deals,
  body: { en: 'Today alone', zh: '仅限今日' },
  cta_url: 'https://example.org/deal',
  geo: { lat: 38.7, lng: -9.1, radius_m: 400 },
  starts_at: '2026-12-01T08:00:00.000Z',
  ends_at: '2026-12-24T08:00:00.000Z',
  price_was_minor: 500,
  code: 'TWO4ONE',
  terms: 'While stocks last',
};
const { kind: _kind, ...CHANGE } = bodyOfKind('deals', WHOLE);
const MAPPED_FEED = { ...FEED, mapping: [{ field: 'category', from: 'category', value: 'City' }] };
const { kind: _feedKind, ...FEED_CHANGE } = MAPPED_FEED;
const onFeed = (body?: Record<string, unknown>) => onNew('/api/feeds', FEED, body);
const onItem = (body?: Record<string, unknown>) => onNew(ITEMS, BODIES.deals, body);
const inState =
  (which: keyof ContentRows, body: Record<string, unknown> = {}): Make =>
  async ({ test }) => ({ params: { id: (await addContentItems(test, test.tenant_id))[which] }, body });

export const CONTENT_SAMPLES: Record<string, Make> = {
  'POST /api/feeds': () => Promise.resolve({ body: MAPPED_FEED }),
  'POST /api/feeds/preview': () =>
    Promise.resolve({ body: { ...FEED_SOURCE, mapping: MAPPED_FEED.mapping } }),
  'PATCH /api/feeds/:id': onFeed(FEED_CHANGE),
  'DELETE /api/feeds/:id': onFeed(),
  'POST /api/feeds/:id/restore': async world => gone(world, '/api/feeds', await onFeed()(world)),
  'POST /api/feeds/:id/refresh': inState('feed'),
  'POST /api/feeds/:id/pause': inState('feed'),
  'POST /api/feeds/:id/resume': inState('pausedFeed'),
  'POST /api/content-items': () => Promise.resolve({ body: WHOLE }),
  'POST /api/content-items/import': () =>
    Promise.resolve({ body: { csv: CSV, dry_run: false, kind: 'tourism' } }),
  'PATCH /api/content-items/:id': onItem(CHANGE),
  'DELETE /api/content-items/:id': onItem(),
  'POST /api/content-items/:id/restore': async world => gone(world, ITEMS, await onItem()(world)),
  'POST /api/content-items/:id/review': inState('draft'),
  'POST /api/content-items/:id/publish': inState('inReview'),
  'POST /api/content-items/:id/reject': inState('inReview', { reason: 'The picture is not ours to show.' }),
  'POST /api/content-items/:id/pause': inState('live'),
  'POST /api/content-items/:id/resume': inState('paused'),
  'POST /api/content-items/:id/expire': inState('live'),
  'POST /api/content-items/:id/archive': inState('draft'),
};
