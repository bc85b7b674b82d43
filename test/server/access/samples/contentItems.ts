/** A valid request for each call of local content, and of locks on playlists. */
import { BODIES, CSV, FEED, FEED_SOURCE, type ContentRows } from '../../../support/server/content/items.ts';
import type { Make } from '../samples.ts';

const none: Make = () => ({});
const on =
  (which: keyof ContentRows, body?: object): Make =>
  ({ of }) => ({ params: { id: of.content[which] }, ...(body && { body, version: 1 }) });

export const CONTENT_SAMPLES: Record<string, Make> = {
  'GET /api/public/jobs': none,
  'GET /api/feeds': none,
  'GET /api/feeds/export': none,
  'GET /api/feeds/:id': on('feed'),
  'POST /api/feeds': () => ({ body: FEED }),
  'POST /api/feeds/preview': () => ({ body: FEED_SOURCE }),
  'PATCH /api/feeds/:id': on('feed', { interval_min: 30 }),
  'DELETE /api/feeds/:id': ({ of }) => ({ params: { id: of.content.feed }, version: 1 }),
  'POST /api/feeds/:id/restore': on('goneFeed', {}),
  'POST /api/feeds/:id/refresh': on('feed', {}),
  'POST /api/feeds/:id/pause': on('feed', {}),
  'POST /api/feeds/:id/resume': on('pausedFeed', {}),
  'POST /api/playlists/:id/lock': ({ of }) => ({ params: { id: of.loop.id }, body: {} }),
  'POST /api/playlists/:id/unlock': ({ of }) => ({ params: { id: of.loop.id }, body: {} }),
  'POST /api/playlists/:id/archive': ({ of }) => ({ params: { id: of.unused.id }, body: {} }),
  'POST /api/playlists/:id/unarchive': ({ of }) => ({ params: { id: of.archivedLoop }, body: {} }),
  'GET /api/playlists/:id/preview': ({ of }) => ({ params: { id: of.loop.id } }),
  'POST /api/playlists/:id/preview': ({ of }) => ({
    params: { id: of.loop.id },
    body: { items: [{ creative_id: of.creative.id, duration_ms: 5_000 }] },
  }),
  'POST /api/playlists/:id/copy': ({ of }) => ({
    params: { id: of.loop.id },
    body: { tenant_id: of.tenants.active },
  }),
  'GET /api/playlists/:id/versions/:version': ({ of }) => ({ params: { id: of.loop.id, version: '1' } }),
  'GET /api/content-items': none,
  'GET /api/content-items/export': none,
  'GET /api/content-items/:id': on('draft'),
  'POST /api/content-items': () => ({ body: BODIES.jobs }),
  'POST /api/content-items/import': () => ({ body: { csv: CSV, dry_run: false } }),
  'PATCH /api/content-items/:id': on('draft', { employer: 'Night Cabs' }),
  'DELETE /api/content-items/:id': ({ of }) => ({ params: { id: of.content.draft }, version: 1 }),
  'POST /api/content-items/:id/restore': on('gone', {}),
  'POST /api/content-items/:id/review': on('draft', {}),
  'POST /api/content-items/:id/publish': on('inReview', {}),
  'POST /api/content-items/:id/reject': on('inReview', { reason: 'The picture is not ours to show.' }),
  'POST /api/content-items/:id/pause': on('live', {}),
  'POST /api/content-items/:id/resume': on('paused', {}),
  'POST /api/content-items/:id/expire': on('live', {}),
  'POST /api/content-items/:id/archive': on('expired', {}),
};
