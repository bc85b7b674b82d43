import { LIMITS } from '../../../shared/contract/wire/limits.ts';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../support/contract.ts';
import { rowsOf } from '../../../server/db/rows.ts';
import { users } from '../../../server/db/schema.ts';
import { isDue } from '../../support/dailyShare.ts';
import { SALES_BODIES } from './bodies/sales.ts';
import { callOf, sampleOf, send, startWorld, type Ask, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const QR_FIELDS = [
  ...['name', 'kinds', 'dayparts', 'place', 'size_pct', 'min_show_s'],
  ...['url_template', 'utm_source', 'utm_medium', 'utm_campaign'],
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
const SUBMITTED = ['name', 'alt_text', 'note'];
const QUIET = ['incident_mail', 'quiet_from', 'quiet_to'];
const TENANT = ['name', 'country', 'tz', 'currency', 'portal_business', 'open_signup'];
/** contract.md, call by call: what a body may say. Nothing where a call is not named. */
const WRITABLE: Record<string, string[]> = {
  ...SALES_BODIES,
  'POST /api/analytics/errors': [
    ...['url', 'error_type', 'error_message', 'http_status_code', 'ttfb_ms', 'retry_attempt'],
    ...['max_attempts', 'context_type', 'section_context'],
  ],
  'POST /api/auth/login': ['email', 'password'],
  'POST /api/auth/demo': ['role'],
  'POST /api/auth/refresh': ['refresh_token'],
  'POST /api/auth/revoke': ['ticket'],
  'POST /api/auth/reset-link': ['email'],
  'POST /api/auth/reset': ['token', 'newPassword'],
  'POST /api/auth/reauth': ['password'],
  'POST /api/auth/change-password': PASSWORDS,
  'PATCH /api/auth/me': [...PROFILE, 'prefs'],
  'PATCH /api/creatives/:id': [
    ...['name', 'alt_text', 'duration_ms', 'languages', 'cats', 'valid_from', 'valid_until', 'qr_target'],
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
  'POST /api/player-config/qr-rules': QR_FIELDS,
  'PATCH /api/player-config/qr-rules/:id': QR_FIELDS,
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
  'POST /api/own-submissions/:id/resubmit': ['creative_id', 'note'],
  'POST /api/content-items': ['kind', ...ITEM, ...JOB],
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
  'POST /api/device-commands': ['device_ids', 'filter', 'command'],
  'POST /api/player/commands/:id': ['state', 'result'],
  'POST /api/player/incidents': ['notes'],
  'POST /api/player/decisions': ['period_id', 'from', 'to', 'counts'],
  'POST /api/player/pictures': ['picture'],
  'PATCH /api/owner/devices/:id': ['name', 'volume', 'brightness'],
  'POST /api/devices/pair': ['code', 'name', 'group_id', 'location_id', 'replaces'],
  'POST /api/device-groups': GROUP,
  'PATCH /api/device-groups/:id': GROUP,
  'PATCH /api/builds/:build': ['rollout', 'percent'],
  'POST /api/users': [...PROFILE, 'email', 'role'],
  'PATCH /api/users/:id': [...PROFILE, 'role', 'is_signatory'],
  'POST /api/users/:id/approve': ['role', 'tenant_id'],
  'POST /api/users/:id/reject': ['reason'],
  'POST /api/tenants': [...TENANT, 'slug', 'kind', 'parent_id'],
  'PATCH /api/tenants/:id': [...TENANT, ...QUIET, 'tax_id', 'fee_pct', 'limits'],
  'POST /api/saved-views': [...VIEW, 'resource'],
  'PATCH /api/saved-views/:id': VIEW,
  'PATCH /api/settings/general': ['name', 'country', 'tax_id'],
  'PATCH /api/settings/locale': ['tz', 'currency'],
  'PATCH /api/settings/security': ['open_signup'],
  'PATCH /api/settings/notifications': QUIET,
  'PATCH /api/business/profile': ['name', 'country', 'tax_id'],
  'POST /api/player/pairing': ['jwk', 'facts'],
  'POST /api/player/heartbeat': [
    ...['app_version', 'resolution', 'storage', 'now_playing', 'manifest_version', 'readiness'],
    ...['clock', 'ledger', 'skipped', 'network', 'data', 'kiosk', 'config_version'],
  ],
  'POST /api/player/plays': ['epoch', 'checkpoint', 'records'],
};
const NEVER = ['price', 'permissions', 'is_admin', 'is_staff', 'actor', 'home_tenant_id', 'kind_of'];
const REGISTER = 'POST /api/auth/register';
const withBody = endpoints
  .filter(endpoint => endpoint.body !== undefined)
  .map(endpoint => `${endpoint.method} ${endpoint.path}`)
  .filter(key => key !== REGISTER);

/** Whoever may make the call at all. */
function askOf(key: string): Ask {
  const call = callOf(key);
  const names = { device: 'device', new_device: 'new device', anyone: 'anonymous' } as Record<string, string>;
  const isOfStaff = call.staff === 'always' || call.area === 'system';
  const user = isOfStaff ? 'staff_super_admin' : call.area === 'owner' ? 'device_owner' : 'owner';
  const name = names[call.who] ?? user;
  const by = world.principals.find(one => one.name === name);
  if (!by) throw new Error(`nobody is called ${name}`);
  return { key, by, where: { acts: 'own', rows: 'own' }, mode: 'spec' };
}

async function columns(): Promise<string[]> {
  return rowsOf<{ name: string }>(
    await world.test.db.execute(sql`select distinct column_name as name from information_schema.columns
      where table_schema = 'public' order by 1`),
  ).map(row => row.name);
}

/** Every row there is, but for the counters of what was asked. */
async function everything(): Promise<string> {
  const { db } = world.test;
  const tables = rowsOf<{ name: string }>(
    await db.execute(sql`select tablename as name from pg_tables
      where schemaname = 'public' and tablename <> 'rate_counters' order by 1`),
  );
  const sums: string[] = [];
  for (const { name } of tables) {
    const [row] = rowsOf<{ sum: string | null }>(
      await db.execute(
        sql`select md5(string_agg(t::text, '' order by t::text)) as sum from ${sql.identifier(name)} t`,
      ),
    );
    sums.push(`${name} ${row?.sum ?? ''}`);
  }
  return sums.join('\n');
}

/** A device is heard so often in an hour, and the test above was one of them. */
function mayBeSent(key: string): number {
  const limit = endpoints.find(({ method, path }) => `${method} ${path}` === key)?.limit;
  return limit !== undefined && LIMITS[limit].by === 'device' ? LIMITS[limit].max - 2 : Infinity;
}

describe('a body', () => {
  it('is refused where it names a column or a field that is not its to set, each by its name', async () => {
    const names = [...new Set([...(await columns()), ...NEVER])];
    const before = await everything();
    for (const key of withBody) {
      const ask = askOf(key);
      const sample = sampleOf(world, ask);
      const foreign = names.filter(name => !(WRITABLE[key] ?? []).includes(name));
      const body = { ...sample.body, ...Object.fromEntries(foreign.map(name => [name, 'x'])) };
      const answer = await send(world, ask, { ...sample, body }, world.test.app);
      const { error, details = {} } = answer.json<{ error: string; details?: Record<string, string[]> }>();
      expect([key, answer.statusCode, error]).toEqual([key, 400, 'VALIDATION']);
      expect([key, Object.keys(details).sort()]).toEqual([key, foreign.sort()]);
      for (const name of foreign) expect([key, name, details[name]]).toEqual([key, name, ['Unknown field']]);
    }
    expect(await everything()).toBe(before);
    expect(withBody.length).toBeGreaterThanOrEqual(40);
  });

  it('and so is each of what the server alone says, sent by itself', async () => {
    const before = await everything();
    const alone = [
      'id',
      'tenant_id',
      'created_by',
      'created_at',
      'version',
      'deleted_at',
      'status',
      'state',
      'role',
    ];
    for (const [nth, key] of withBody.entries()) {
      const ask = askOf(key);
      const sample = sampleOf(world, ask);
      for (const name of alone
        .filter((_, i) => isDue(nth + i, 5))
        .filter(one => !(WRITABLE[key] ?? []).includes(one))
        .slice(0, mayBeSent(key))) {
        const body = { ...sample.body, [name]: BELIEVABLE[name] };
        const answer = await send(world, ask, { ...sample, body }, world.test.app);
        expect([key, name, answer.statusCode]).toEqual([key, name, 400]);
      }
    }
    expect(await everything()).toBe(before);
  });

  it('of a registration says no role, state, tenant or id: they are passed over', async () => {
    const ask = askOf(REGISTER);
    const sample = sampleOf(world, ask);
    const id = BELIEVABLE['id'];
    const body = { ...sample.body, role: 'staff_super_admin', status: 'active', id, is_signatory: true };
    const answer = await send(world, ask, { ...sample, body }, world.test.app);
    expect(answer.statusCode).toBe(200);
    const [made] = await world.test.db.select().from(users).where(eq(users.email, 'new@test.example'));
    expect(made).toMatchObject({
      role: 'viewer',
      status: 'pending_approval',
      tenant_id: world.test.tenant_id,
      is_signatory: false,
    });
    expect(made?.id).not.toBe(id);
  });
});

const BELIEVABLE: Record<string, unknown> = {
  id: '00000000-0000-7000-8000-000000000009',
  tenant_id: '00000000-0000-7000-8000-000000000009',
  created_by: '00000000-0000-7000-8000-000000000009',
  created_at: '2026-01-05T08:00:00.000Z',
  deleted_at: null,
  version: 9,
  status: 'active',
  state: 'approved',
  role: 'staff_super_admin',
};
