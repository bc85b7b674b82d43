/** For each write of what is sold a body that is taken. */
import { addCampaignRows, type CampaignRows } from '../../../../support/server/rows/sales/campaignRows.ts';
import { addListings, type ListingRows } from '../../../../support/server/rows/sales/listingRows.ts';
import { gone, type Make } from '../../making.ts';

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

const CAMPAIGN = {
  ...{ name: 'Airport spring', advertiser: 'Runway Books', note: 'By the hour', tz: 'Europe/Lisbon' },
  ...{ goal: 'plays', goal_amount: 900, class: 'standard', pacing: 'even' },
  flights: [
    {
      ...{ starts_at: '2030-03-01T00:00:00.000Z', ends_at: '2030-04-01T00:00:00.000Z', sov_s_per_h: 60 },
      dayparts: [{ days: [1, 2], start: '08:00', end: '10:00' }],
    },
  ],
  targeting: {
    fences: [{ shape: 'circle', lat: 38.7, lng: -9.1, radius_m: 500 }],
    conditions: [{ on: 'wind', min: 20 }],
    ...{ max_fix_age_s: 60, max_accuracy_m: 100, when_unknown: 'closed' },
  },
  ...{
    budget_minor: 50_000,
    daily_minor: 5_000,
    bid_micros: 9_000_000,
    max_per_hour: 6,
    max_per_day: 40,
    max_per_ride: 2,
  },
};
const campaign =
  (which: keyof CampaignRows, body: Record<string, unknown> = {}): Make =>
  async ({ test, ours }) => ({
    params: { id: (await addCampaignRows(test, test.tenant_id, ours.creative.id))[which] },
    ...{ body, version: 1 },
  });
const REASON = { reason: 'The booking was cancelled.' };

export const SALES_SAMPLES: Record<string, Make> = {
  'POST /api/campaigns': () => Promise.resolve({ body: CAMPAIGN }),
  'POST /api/campaigns/forecast': () => Promise.resolve({ body: CAMPAIGN }),
  'PATCH /api/campaigns/:id': campaign('draft', CAMPAIGN),
  'DELETE /api/campaigns/:id': campaign('draft'),
  'POST /api/campaigns/:id/restore': campaign('deleted'),
  'POST /api/campaigns/:id/submit': campaign('draft'),
  'POST /api/campaigns/:id/approve': campaign('submitted'),
  'POST /api/campaigns/:id/reject': campaign('submitted', REASON),
  'POST /api/campaigns/:id/redraft': campaign('rejected'),
  'POST /api/campaigns/:id/pause': campaign('live'),
  'POST /api/campaigns/:id/resume': campaign('paused'),
  'POST /api/campaigns/:id/end': campaign('live', REASON),
  'POST /api/campaigns/:id/duplicate': campaign('live', { name: 'Harbour again' }),
  'POST /api/campaigns/:id/approve-change': campaign('changed'),
  'POST /api/campaigns/:id/reject-change': campaign('changed', REASON),
  'POST /api/campaigns/:id/drop-change': campaign('changed'),
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
