/** The fields that each call of partners, deals and mappings takes, copied from the contract's page by hand. */
const P = '/api/programmatic';
const PARTNER = [
  ...['name', 'endpoint_url', 'request_gzip', 'accept_gzip', 'tmax_ms', 'qps_limit', 'concurrency', 'at'],
  ...['currencies', 'seats_allow', 'seats_block', 'media', 'mimes', 'max_duration_s', 'notices', 'schain'],
  ...['revenue_share_bps', 'max_lead_s', 'report_deadline_s', 'late_policy'],
  ...['requires_creative_preapproval', 'test_mode', 'maintainer_email', 'regions', 'gvl_id'],
  'notice_hosts',
];
const DEAL = [
  ...['name', 'type', 'private_auction', 'at', 'floor', 'wseat', 'wadomain', 'starts_at', 'ends_at', 'tz'],
  ...['dayparts', 'inventory', 'commit', 'daily_cap', 'priority', 'allowed_crids', 'blocked_cats'],
];
const PLACEMENT = [
  ...['listing_id', 'w', 'h', 'ppi', 'media', 'mimes', 'spot_len_s', 'allow_audio', 'boxing_allowed'],
  ...['movable', 'venue_ids', 'multiplier_model_id'],
];
const NAMES = ['external_screen_id', 'external_venue_id', 'venuetypetax', 'venuetype'];
const CREATIVE = ['creative_id', 'adomain', 'cat', 'attr', 'source_url', 'expires_at'];
const SLOT = [
  ...['name', 'dayparts', 'mode', 'partner_order', 'fallback_creative_id', 'max_programmatic_pct'],
];
const MODEL = ['name', 'sourcetype', 'vendor', 'table', 'effective_from', 'effective_to', 'note'];

export const PARTNER_BODIES: Record<string, string[]> = {
  [`POST ${P}/partners`]: [...PARTNER, 'kind'],
  [`PATCH ${P}/partners/:id`]: PARTNER,
  [`PUT ${P}/partners/:id/credentials`]: ['type', 'name', 'secret'],
  [`POST ${P}/partners/kill-switch`]: ['scope', 'partner_id'],
  [`POST ${P}/partners/mock`]: ['name', 'model_name'],
  [`POST ${P}/deals`]: [...DEAL, 'partner_id', 'deal_code'],
  [`PATCH ${P}/deals/:id`]: DEAL,
  [`POST ${P}/deals/:id/reject`]: ['reason'],
  [`POST ${P}/deals/:id/cancel`]: ['reason'],
  [`POST ${P}/placements`]: [...PLACEMENT, 'device_id', 'zone'],
  [`PATCH ${P}/placements/:id`]: PLACEMENT,
  [`POST ${P}/placements/from-screens`]: ['multiplier_model_id'],
  [`POST ${P}/inventory-mappings`]: [...NAMES, 'partner_id', 'placement_id'],
  [`PATCH ${P}/inventory-mappings/:id`]: NAMES,
  [`POST ${P}/inventory-mappings/confirm-all`]: ['partner_id'],
  [`POST ${P}/inventory-mappings/auto-match`]: ['partner_id'],
  [`POST ${P}/inventory-mappings/import`]: ['partner_id', 'csv'],
  [`POST ${P}/creative-mappings`]: [...CREATIVE, 'partner_id', 'crid'],
  [`PATCH ${P}/creative-mappings/:id`]: CREATIVE,
  [`POST ${P}/creative-mappings/:id/deny`]: ['reason'],
  [`POST ${P}/slot-mappings`]: [...SLOT, 'playlist_id'],
  [`PATCH ${P}/slot-mappings/:id`]: SLOT,
  [`POST ${P}/multiplier-models`]: MODEL,
  [`PATCH ${P}/multiplier-models/:id`]: MODEL,
};
