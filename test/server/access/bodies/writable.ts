/** What the body of each call may say. */
import { BULK_CALLS } from '../../../support/contract/bulk.ts';
import { ALERT_BODIES } from './alerts.ts';
import { BILLING_BODIES } from './billing.ts';
import { CONTRACT_BODIES } from './contracts.ts';
import { DISPUTE_BODIES } from './disputes.ts';
import { EARNING_BODIES } from './earnings.ts';
import { ENTRANCE_BODIES } from './entrances.ts';
import { AUCTION_BODIES } from './auctions.ts';
import { PARTNER_BODIES } from './partners.ts';
import { REPORT_BODIES } from './reports.ts';
import { SALES_BODIES } from './sales.ts';
import { COMPLIANCE_BODIES } from './compliance.ts';
import { SUPPORT_BODIES } from './support.ts';
import { TESTER_BODIES } from './tester.ts';

const ENTRY = [...['name', 'playlist_id', 'dayparts', 'valid_from', 'valid_until', 'priority', 'enabled']];
const QR_FIELDS = [
  ...['name', 'kinds', 'campaign_ids', 'dayparts', 'place', 'size_pct', 'min_show_s'],
  ...['url_template', 'utm_source', 'utm_medium', 'utm_campaign'],
];
const WEATHER_RULE_FIELDS = [
  ...['name', 'condition', 'threshold', 'action', 'boost', 'sources', 'campaign_ids', 'group_ids'],
  'stale_limit_min',
];
const PASSWORDS = ['currentPassword', 'newPassword'];
const PROFILE = ['first_name', 'last_name', 'locale', 'tz'];
const VIEW = ['name', 'query', 'shared', 'is_default'];
const PLAYLIST = ['name', 'default_duration_ms', 'shuffle', 'zone', 'layout', 'beside_id', 'fallback'];
const GROUP = ['name', 'parent_id', 'playlist_id', 'rule'];
const SLIDE = ['name', 'alt_text', 'duration_ms', 'slide'];
/** Of every kind, and of the kind the sample is of. */
const ITEM = ['title', 'body', 'image_id', 'cta_url', 'geo', 'starts_at', 'ends_at', 'priority', 'public'];
const JOB = ['employer', 'employment', 'pay_min_minor', 'pay_max_minor', 'currency', 'unit', 'apply_url'];
const OTHER_KINDS = [
  ...[
    'address',
    'hours',
    'category',
    'price_level',
    'venue',
    'event_starts_at',
    'event_ends_at',
    'ticket_url',
  ],
  ...['duration_min', 'best_time', 'merchant', 'price_was_minor', 'price_now_minor', 'code', 'terms'],
  ...['source_name', 'published_at'],
];
const FEED = ['name', 'url', 'format', 'language', 'keep_h', 'mapping', 'interval_min', 'auto_publish'];
const REASON = ['reason_code', 'reason'];
const SUBMITTED = [
  ...['name', 'alt_text', 'note', 'languages', 'valid_from', 'valid_until', 'qr_target', 'advertiser'],
];
const COMPANY = ['tax_id', 'legal_address', 'billing_address', 'contact_email', 'contact_phone'];
const QUIET = ['incident_mail', 'quiet_from', 'quiet_to'];
/** contract.md §1: the look, its sender and domain; and sub-tenants with their limits. */
const WHITE_LABEL = [
  ...[
    'app_name',
    'primary',
    'primary_dark',
    'accent',
    'accent_dark',
    'logo_light',
    'logo_dark',
    'player_splash',
  ],
  ...['mail_name', 'mail_address', 'domain'],
];
const SUB_TENANT = ['name', 'country', 'tz', 'currency', 'portal_business', 'limits'];
const TENANT = ['name', 'country', 'tz', 'currency', 'portal_business', 'open_signup'];
/** contract.md, call by call: what a body may say. Nothing where a call is not named. */
export const WRITABLE: Record<string, string[]> = {
  ...Object.fromEntries(
    Object.keys(BULK_CALLS).map(path => [`POST ${path}/bulk`, ['ids', 'filter', 'action', 'params']]),
  ),
  ...ALERT_BODIES,
  ...ENTRANCE_BODIES,
  ...REPORT_BODIES,
  ...SALES_BODIES,
  ...CONTRACT_BODIES,
  ...COMPLIANCE_BODIES,
  ...BILLING_BODIES,
  ...EARNING_BODIES,
  ...DISPUTE_BODIES,
  'PATCH /api/white-label': WHITE_LABEL,
  'POST /api/sub-tenants': [...SUB_TENANT, 'slug', 'kind'],
  'PATCH /api/sub-tenants/:id': SUB_TENANT,
  ...SUPPORT_BODIES,
  ...PARTNER_BODIES,
  ...AUCTION_BODIES,
  ...TESTER_BODIES,
  'POST /api/analytics/errors': [
    ...['url', 'error_type', 'error_message', 'http_status_code', 'ttfb_ms', 'retry_attempt'],
    ...['max_attempts', 'context_type', 'section_context'],
  ],
  'POST /api/auth/login': ['email', 'password'],
  'POST /api/auth/demo': ['role'],
  'POST /api/auth/refresh': ['refresh_token'],
  'POST /api/auth/revoke': ['ticket'],
  'POST /api/auth/reset-link': ['email'],
  'POST /api/auth/change-email': ['email', 'password', 'passkey', 'code'],
  'POST /api/auth/confirm-email': ['token'],
  'POST /api/auth/reset': ['token', 'newPassword'],
  'POST /api/auth/reauth': ['password', 'passkey', 'code'],
  'POST /api/auth/change-password': [...PASSWORDS, 'passkey', 'code'],
  'PATCH /api/onboarding': ['steps', 'closed'],
  'PATCH /api/auth/me': [...PROFILE, 'prefs'],
  'PATCH /api/creatives/:id': [
    ...['name', 'alt_text', 'advertiser', 'duration_ms', 'languages', 'cats', 'valid_from', 'valid_until'],
    'qr_target',
  ],
  'PATCH /api/media/:id': ['filename', 'folder', 'tags', 'licence_until'],
  'POST /api/media/:id/replace': ['creative_id', 'note'],
  'POST /api/media/:id/make-creative': ['name'],
  'POST /api/media/changes': ['media_ids', 'filter', 'change'],
  'POST /api/media/folders/rename': ['from', 'to'],
  'POST /api/creatives/slides': SLIDE,
  'PUT /api/creatives/:id/slide': SLIDE,
  'POST /api/creatives/:id/submit': ['note'],
  'POST /api/creatives/:id/replace': ['creative_id', 'note'],
  'POST /api/creatives/:id/duplicate': ['name'],
  'POST /api/validations/:id/waive': ['reason'],
  'POST /api/validations/:id/quarantine': ['reason'],
  'PATCH /api/player-config/weather': [
    ...['source', 'url', 'lat', 'lng', 'sky', 'temperature_c', 'wind_kmh', 'stale_min'],
  ],
  'POST /api/schedule-entries': [...ENTRY, 'device_id', 'group_id'],
  'PATCH /api/schedule-entries/:id': ENTRY,
  'POST /api/player-config/qr-rules': QR_FIELDS,
  'PATCH /api/player-config/qr-rules/:id': QR_FIELDS,
  'POST /api/player-config/weather-rules': WEATHER_RULE_FIELDS,
  'PATCH /api/player-config/weather-rules/:id': WEATHER_RULE_FIELDS,
  'PATCH /api/player-config/weights': [
    ...[
      'ads',
      'programmatic',
      'house',
      'entertainment',
      'local_discovery',
      'tourism',
      'deals',
      'news',
      'jobs',
    ],
  ],
  'PATCH /api/player-config/pacing': [
    ...['loop_s', 'ad_load_max_pct', 'per_advertiser_gap_s', 'same_creative_gap_items'],
    ...['catch_up_factor', 'min_item_s', 'idle_s'],
  ],
  'PATCH /api/player-config/age-gender': [
    ...['mode', 'k_min', 'retention_d', 'legal_basis', 'dpia_ref', 'notice'],
  ],
  'PATCH /api/validation-rules/:key': ['severity', 'enabled', 'limit', 'words'],
  'POST /api/submissions/:id/assign': ['user_id'],
  'POST /api/submissions/:id/prioritise': ['priority'],
  'POST /api/submissions/:id/approve': ['reason'],
  'POST /api/submissions/:id/request-changes': REASON,
  'POST /api/submissions/:id/reject': REASON,
  'POST /api/own-submissions': ['creative_id', ...SUBMITTED],
  'POST /api/own-submissions/discard': ['creative_id'],
  'PATCH /api/own-submissions/:id': SUBMITTED,
  'POST /api/own-submissions/:id/resubmit': ['creative_id', ...SUBMITTED],
  'POST /api/content-items': ['kind', ...ITEM, ...JOB],
  'POST /api/locations/import': ['csv', 'dry_run'],
  'POST /api/content-items/import': ['csv', 'dry_run', 'kind'],
  'PATCH /api/content-items/:id': [...ITEM, ...JOB, ...OTHER_KINDS],
  'POST /api/content-items/:id/reject': ['reason'],
  'POST /api/feeds': [...FEED, 'kind'],
  'PATCH /api/feeds/:id': FEED,
  'POST /api/feeds/preview': ['url', 'kind', 'format', 'language', 'keep_h', 'mapping'],
  'POST /api/playlists': PLAYLIST,
  'PATCH /api/playlists/:id': PLAYLIST,
  'PUT /api/playlists/:id/items': ['items'],
  'POST /api/playlists/:id/duplicate': ['name'],
  'POST /api/playlists/:id/assign': ['device_ids'],
  'POST /api/playlists/:id/revert': ['version'],
  'POST /api/playlists/:id/preview': ['items'],
  'POST /api/playlists/:id/copy': ['tenant_id'],
  'PATCH /api/devices/:id': [
    ...['name', 'serial', 'vehicle', 'owner_user_id', 'group_ids', 'location_id', 'brightness'],
    'orientation',
    'fit',
    'volume',
    'metered',
    'data_plan_mb',
    'data_plan_day',
    'depot_from',
    'depot_to',
    'tags',
    'playlist_id',
  ],
  'POST /api/devices/:id/commands': ['kind', 'params'],
  'POST /api/devices/changes': ['device_ids', 'filter', 'change'],
  'POST /api/device-commands': ['device_ids', 'filter', 'command'],
  'POST /api/player/commands/:id': ['state', 'result'],
  'POST /api/player/incidents': ['notes'],
  'POST /api/player/decisions': ['period_id', 'from', 'to', 'counts'],
  'POST /api/player/decisions/recorded': ['recording_id', 'decisions', 'documents'],
  'POST /api/player/audience': ['hours'],
  'POST /api/player/leases/pull': ['held', 'returned'],
  'POST /api/player/pictures': ['picture'],
  'PATCH /api/owner/devices/:id': ['name', 'volume', 'brightness'],
  'POST /api/owner/devices/pair': ['code', 'name'],
  'POST /api/owner/devices/:id/commands': ['kind', 'params'],
  'POST /api/devices/pair': ['code', 'name', 'group_id', 'location_id', 'replaces', 'replaces_version'],
  'POST /api/device-groups': GROUP,
  'PATCH /api/device-groups/:id': GROUP,
  'PATCH /api/builds/:build': ['rollout', 'percent'],
  'POST /api/users': [...PROFILE, 'email', 'role'],
  'PATCH /api/users/:id': [...PROFILE, 'role', 'is_signatory'],
  'POST /api/users/:id/approve': ['role', 'tenant_id', 'new_tenant', 'portal_business'],
  'POST /api/users/:id/reject': ['reason'],
  'POST /api/tenants': [...TENANT, 'slug', 'kind', 'parent_id'],
  'PATCH /api/tenants/:id': [
    ...[...TENANT, ...QUIET, ...COMPANY, 'fee_pct', 'limits', 'plan_id', 'require_second_factor_roles'],
  ],
  'POST /api/saved-views': [...VIEW, 'resource'],
  'PATCH /api/saved-views/:id': VIEW,
  'PATCH /api/settings/general': ['name', 'country', ...COMPANY],
  'PATCH /api/settings/locale': ['tz', 'currency'],
  'PATCH /api/settings/security': [
    ...['open_signup', 'require_second_factor_roles', 'session_max_h', 'session_idle_min'],
  ],
  'PATCH /api/settings/uploads': ['media_taken', 'image_mb', 'video_mb', 'video_s', 'storage_warn_gb'],
  'PATCH /api/settings/bid-requests': ['place_decimals'],
  'PATCH /api/settings/counting': ['min_completion_pct', 'min_visible_pct'],
  'PATCH /api/settings/flags': ['programmatic', 'content_feeds', 'data_migration'],
  'PATCH /api/settings/notifications': QUIET,
  'PATCH /api/business/profile': ['name', 'country', ...COMPANY],
  'POST /api/player/pairing': ['jwk', 'facts'],
  'POST /api/player/heartbeat': [
    ...['app_version', 'resolution', 'storage', 'now_playing', 'manifest_version', 'readiness'],
    ...['clock', 'ledger', 'skipped', 'network', 'data', 'kiosk', 'config_version', 'place'],
  ],
  'POST /api/player/plays': ['epoch', 'checkpoint', 'records'],
  'POST /api/public/plays/verify': ['lines'],
};
