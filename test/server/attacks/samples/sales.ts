/** For each write of what is sold a body that is taken. */
import { addListings, type ListingRows } from '../../../support/server/rows/listingRows.ts';
import { gone, type Make } from '../making.ts';

const OFFER = {
  title: 'Airport, evenings',
  format: { w: 1280, h: 800, durations_ms: [10_000, 15_000] },
  floor_micros: 4_500_000,
  currency: 'EUR',
  avails_per_h: 60,
  share_max_pct: 40,
  blocked_cats: ['IAB7', 'IAB11'],
};
const on =
  (which: keyof ListingRows, body: Record<string, unknown> = {}): Make =>
  async ({ test }) => ({
    params: { id: (await addListings(test, test.tenant_id))[which] },
    ...{ body, version: 1 },
  });

export const SALES_SAMPLES: Record<string, Make> = {
  'POST /api/listings': async ({ test }) => {
    const { group } = await addListings(test, test.tenant_id);
    return { body: { ...OFFER, group_id: group } };
  },
  'POST /api/listings/changes': async ({ test }) => {
    const { draft } = await addListings(test, test.tenant_id);
    const change = { state: 'published', floor: { floor_micros: 5_000_000, currency: 'EUR' } };
    return { body: { listing_ids: [draft], change } };
  },
  'PATCH /api/listings/:id': on('draft', OFFER),
  'DELETE /api/listings/:id': on('draft'),
  'POST /api/listings/:id/restore': async world => gone(world, '/api/listings', await on('draft')(world)),
  'POST /api/listings/:id/publish': on('draft'),
  'POST /api/listings/:id/pause': on('published'),
  'POST /api/listings/:id/resume': on('paused'),
  'POST /api/listings/:id/archive': on('draft'),
};
