/** The fields that each call of what is sold takes, copied from the contract's page by hand. */
const CAMPAIGN = [
  ...[
    'name',
    'advertiser',
    'note',
    'tz',
    'goal',
    'goal_amount',
    'flights',
    'targeting',
    'creatives',
    'class',
  ],
  ...['pacing', 'budget_minor', 'daily_minor', 'bid_micros', 'max_per_hour', 'max_per_day', 'max_per_ride'],
];
const OFFER = [
  ...['title', 'format', 'floor_micros', 'currency', 'avails_per_h', 'share_max_pct', 'blocked_cats'],
];
const LOCATION = ['name', 'address', 'lat', 'lng', 'radius_m', 'tz', 'external_id', 'hours', 'venue'];

export const SALES_BODIES: Record<string, string[]> = {
  'POST /api/locations': LOCATION,
  'PATCH /api/locations/:id': LOCATION,
  'POST /api/campaigns': CAMPAIGN,
  'POST /api/campaigns/forecast': [...CAMPAIGN, 'id'],
  'PATCH /api/campaigns/:id': CAMPAIGN,
  'POST /api/campaigns/:id/reject': ['reason'],
  'POST /api/campaigns/:id/reject-change': ['reason'],
  'POST /api/campaigns/:id/end': ['reason'],
  'POST /api/campaigns/:id/duplicate': ['name'],
  'POST /api/listings': [...OFFER, 'device_id', 'group_id'],
  'POST /api/listings/changes': ['listing_ids', 'filter', 'change'],
  'PATCH /api/listings/:id': OFFER,
};
