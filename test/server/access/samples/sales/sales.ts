/** A valid request for each call of what is sold. */
import type { CampaignRows } from '../../../../support/server/rows/sales/campaignRows.ts';
import type { ListingRows } from '../../../../support/server/rows/sales/listingRows.ts';
import type { Make } from '../../samples.ts';
import { BILLING_SAMPLES } from './billing.ts';
import { CONTRACT_SAMPLES } from './contracts.ts';
import { EARNING_SAMPLES } from './earnings.ts';
import { TESTER_SAMPLES } from '../programmatic/tester.ts';

const none: Make = () => ({});
const on =
  (which: keyof ListingRows, body?: object): Make =>
  ({ of }) => ({ params: { id: of.listings[which] }, ...(body && { body, version: 1 }) });

const campaign =
  (which: keyof CampaignRows, body?: object): Make =>
  ({ of }) => ({ params: { id: of.campaigns[which] }, ...(body && { body }) });
const REASON = { reason: 'The booking was cancelled.' };
const CAMPAIGN = {
  ...{ name: 'Airport spring', advertiser: 'Runway Books', tz: 'Europe/Lisbon', goal_amount: 900 },
  flights: [{ starts_at: '2030-03-01T00:00:00.000Z', ends_at: '2030-04-01T00:00:00.000Z' }],
};

const PERIOD = {
  period_id: '0198f0a0-0000-7000-8000-0000000000a1',
  ...{ from: '2026-01-05T08:00:00.000Z', to: '2026-01-05T08:05:00.000Z' },
};

const RECORDED = {
  recording_id: '0198f0a0-0000-7000-8000-0000000000b1',
  decisions: [
    {
      ...{ n: 0, at: null, weather: null, place: null, state: null, position: null, loop: null },
      documents: { playlist: null, config: null, flights: null, schedule: null, scheduled: [] },
      ...{ leases: [], passed: [], missing: [], failed: [], chosen: null, reasons: [] },
    },
  ],
  documents: [],
};

export const SALES_SAMPLES: Record<string, Make> = {
  'GET /api/business/summary': none,
  ...CONTRACT_SAMPLES,
  ...BILLING_SAMPLES,
  ...EARNING_SAMPLES,
  ...TESTER_SAMPLES,
  'POST /api/player/decisions': ({ of }) => ({
    body: { ...PERIOD, counts: [{ campaign_id: of.campaigns.live, reason: 'daypart', n: 3 }] },
  }),
  'POST /api/player/decisions/recorded': () => ({ body: RECORDED }),
  'GET /api/devices/:id/recorded-decisions': ({ of }) => ({ params: { id: of.device.id } }),
  'POST /api/player/audience': () => ({
    body: { hours: [{ hour: '2026-11-23T08:00:00.000Z', people: 40, groups: [] }] },
  }),
  'POST /api/player/leases/pull': () => ({ body: { held: [], returned: [] } }),
  'GET /api/campaigns': none,
  'GET /api/campaigns/export': none,
  'GET /api/campaigns/defaults': none,
  'GET /api/campaigns/:id': campaign('draft'),
  'GET /api/campaigns/:id/diagnose': campaign('live'),
  'GET /api/campaigns/:id/delivery': campaign('live'),
  'GET /api/campaigns/:id/losses': campaign('live'),
  'GET /api/campaigns/:id/leases': campaign('live'),
  'POST /api/campaigns': () => ({ body: CAMPAIGN }),
  'POST /api/campaigns/forecast': () => ({ body: CAMPAIGN }),
  'PATCH /api/campaigns/:id': ({ of }) => ({
    ...{ params: { id: of.campaigns.draft }, body: { name: 'Harbour month' }, version: 1 },
  }),
  'DELETE /api/campaigns/:id': ({ of }) => ({ params: { id: of.campaigns.draft }, version: 1 }),
  'POST /api/campaigns/:id/restore': campaign('deleted', {}),
  'POST /api/campaigns/:id/submit': campaign('draft', {}),
  'POST /api/campaigns/:id/approve': campaign('submitted', {}),
  'POST /api/campaigns/:id/reject': campaign('submitted', REASON),
  'POST /api/campaigns/:id/redraft': campaign('rejected', {}),
  'POST /api/campaigns/:id/pause': campaign('live', {}),
  'POST /api/campaigns/:id/resume': campaign('paused', {}),
  'POST /api/campaigns/:id/end': campaign('live', REASON),
  'POST /api/campaigns/:id/duplicate': campaign('live', { name: 'Harbour again' }),
  'POST /api/campaigns/:id/approve-change': campaign('changed', {}),
  'POST /api/campaigns/:id/reject-change': campaign('changed', REASON),
  'POST /api/campaigns/:id/drop-change': campaign('changed', {}),
  'GET /api/listings': none,
  'GET /api/analytics/overview': none,
  'GET /api/analytics/campaigns': none,
  'GET /api/analytics/creatives': none,
  'GET /api/analytics/audience': none,
  'GET /api/analytics/map': none,
  'GET /api/analytics/gallery': none,
  'GET /api/listings/export': none,
  'GET /api/listings/:id': on('draft'),
  'GET /api/listings/:id/measured': on('draft'),
  'GET /api/listings/:id/sold': ({ of }) => ({
    params: { id: of.listings.draft },
    query: { from: '2026-11-24' },
  }),
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
