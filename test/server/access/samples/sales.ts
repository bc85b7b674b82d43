/** A valid request for each call of what is sold. */
import type { ListingRows } from '../../../support/server/rows/listingRows.ts';
import type { Make } from '../samples.ts';

const none: Make = () => ({});
const on =
  (which: keyof ListingRows, body?: object): Make =>
  ({ of }) => ({ params: { id: of.listings[which] }, ...(body && { body, version: 1 }) });

export const SALES_SAMPLES: Record<string, Make> = {
  'GET /api/listings': none,
  'GET /api/listings/export': none,
  'GET /api/listings/:id': on('draft'),
  'GET /api/listings/:id/measured': on('draft'),
  'POST /api/listings': ({ of }) => ({
    body: {
      ...{ group_id: of.group, title: 'Airport', floor_micros: 4_500_000, avails_per_h: 60 },
      format: { w: 1280, h: 800, durations_ms: [10_000] },
    },
  }),
  'POST /api/listings/changes': ({ of }) => ({
    body: { listing_ids: [of.listings.draft], change: { state: 'published' } },
  }),
  'PATCH /api/listings/:id': on('draft', { title: 'Harbour, evenings' }),
  'DELETE /api/listings/:id': ({ of }) => ({ params: { id: of.listings.draft }, version: 1 }),
  'POST /api/listings/:id/restore': on('deleted', {}),
  'POST /api/listings/:id/publish': on('draft', {}),
  'POST /api/listings/:id/pause': on('published', {}),
  'POST /api/listings/:id/resume': on('paused', {}),
  'POST /api/listings/:id/archive': on('draft', {}),
};
