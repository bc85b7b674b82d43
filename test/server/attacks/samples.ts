/** For each write of the contract a body that is taken; each on rows of its own. */
import { builds } from '../../../server/db/schema.ts';
import type { Endpoint } from '../../../shared/contract/wire/endpoint.ts';
import { uuid7 } from '../../../shared/random.ts';
import { makeScreen } from '../../support/device.ts';
import { TEST_PASSWORD } from '../../support/server/server.ts';
import { bulkSamples } from './samples/bulk.ts';
import { ALERT_SAMPLES } from './samples/alerts.ts';
import { COMPLIANCE_SAMPLES } from './samples/compliance.ts';
import { BILLING_SAMPLES } from './samples/sales/billing.ts';
import { CONTRACT_SAMPLES } from './samples/sales/contracts.ts';
import { CONTENT_SAMPLES } from './samples/content.ts';
import { EARNING_SAMPLES } from './samples/sales/earnings.ts';
import { ENTRANCE_SAMPLES } from './samples/entrances.ts';
import { MEDIA_SAMPLES } from './samples/media.ts';
import { OWNER_SAMPLES } from './samples/sales/owner.ts';
import { AUCTION_SAMPLES } from './samples/programmatic/auctions.ts';
import { DISPUTE_SAMPLES } from './samples/programmatic/disputes.ts';
import { PARTNER_SAMPLES } from './samples/programmatic/partners.ts';
import { REPORT_SAMPLES } from './samples/reports.ts';
import { SALES_SAMPLES } from './samples/sales/sales.ts';
import { TESTER_SAMPLES } from './samples/tester.ts';
import { SUPPORT_SAMPLES } from './samples/support.ts';
import { SUBMISSION_SAMPLES } from './samples/submission.ts';
import { PLACE, type World } from './world.ts';
import { WHITE_LABEL_SAMPLES } from './samples/whiteLabel.ts';
import { CONFIG_SAMPLES } from './samples/config.ts';
import {
  IDENTIFY,
  VIEW,
  byOneself,
  gone,
  onActive,
  onCreative,
  onGroup,
  onIncident,
  onLocation,
  onNew,
  onPlaylist,
  onScreen,
  onSettings,
  onTenant,
  onUser,
  onView,
  screenOf,
  toScreen,
  word,
  type Make,
  type Sample,
} from './making.ts';

const SINGLE: Record<string, Make> = {
  ...ALERT_SAMPLES,
  ...ENTRANCE_SAMPLES,
  ...COMPLIANCE_SAMPLES,
  ...SUPPORT_SAMPLES,
  ...SUBMISSION_SAMPLES,
  ...CONTENT_SAMPLES,
  ...REPORT_SAMPLES,
  ...SALES_SAMPLES,
  ...PARTNER_SAMPLES,
  ...AUCTION_SAMPLES,
  ...DISPUTE_SAMPLES,
  ...TESTER_SAMPLES,
  ...CONTRACT_SAMPLES,
  ...BILLING_SAMPLES,
  ...EARNING_SAMPLES,
  ...OWNER_SAMPLES,
  ...WHITE_LABEL_SAMPLES,
  'POST /api/audit-events/verify': () => Promise.resolve({ body: {} }),
  'POST /api/auth/reauth': byOneself({ password: TEST_PASSWORD, code: '000000' }),
  'POST /api/auth/logout': byOneself(),
  'POST /api/auth/change-password': byOneself({
    currentPassword: TEST_PASSWORD,
    newPassword: 'Another-pass-2',
    code: '000000',
  }),
  'POST /api/auth/change-email': byOneself({
    ...{ email: 'moved@test.example', password: TEST_PASSWORD, code: '000000' },
  }),
  'PATCH /api/auth/me': byOneself({
    first_name: 'Ann',
    last_name: 'Lee',
    locale: 'zh',
    tz: 'Europe/Lisbon',
    prefs: { theme: 'dark', density: 'compact', shortcuts: false },
  }),
  'PATCH /api/onboarding': byOneself({ steps: { locale: 'done' }, closed: true }),
  'DELETE /api/sessions': byOneself(),
  'DELETE /api/sessions/:id': async ({ test }) => {
    const user = await test.signIn('manager');
    const listed = await test.app.inject({ url: '/api/sessions', headers: user.headers });
    const [session] = listed.json<{ items: { id: string }[] }>().items;
    return { params: { id: session?.id ?? '' }, headers: user.headers };
  },
  'PATCH /api/creatives/:id': onCreative({
    ...{ name: 'Named anew', alt_text: 'A tram', duration_ms: 7_000, languages: ['en'], cats: ['IAB20'] },
    ...{ valid_from: '2026-12-01', valid_until: '2027-01-31', qr_target: 'https://example.org/' },
    advertiser: 'Tram company',
  }),
  'DELETE /api/creatives/:id': onCreative(),
  'POST /api/creatives/:id/restore': async world => gone(world, '/api/creatives', await onCreative()(world)),
  'PATCH /api/devices/:id': onScreen({
    name: 'Cab 1200',
    vehicle: 'Tram 28',
    orientation: 90,
    fit: 'cover',
    volume: 10,
    metered: 'metered',
    tags: ['night'],
    playlist_id: null,
  }),
  'POST /api/devices/:id/retire': onScreen(),
  'POST /api/devices/:id/maintenance': onActive(),
  'POST /api/devices/:id/suspend': onActive(),
  'POST /api/devices/:id/reactivate': onActive('suspended'),
  'POST /api/device-groups': () => Promise.resolve({ body: { name: 'Airport' } }),
  'PATCH /api/device-groups/:id': onGroup({ name: 'Harbour' }),
  'DELETE /api/device-groups/:id': onGroup(),
  'POST /api/device-groups/:id/restore': async world =>
    gone(world, '/api/device-groups', await onGroup()(world)),
  'POST /api/devices/pair': async ({ test }) => ({
    body: { code: (await makeScreen(test).askCode()).code, name: 'Cab 1201' },
  }),
  'DELETE /api/devices/:id/keys/:key_id': onScreen(),
  'POST /api/devices/:id/commands': onScreen({ kind: 'set_volume', params: { volume: 30 } }),
  'POST /api/devices/changes': async world => {
    const { device_ids } = await toScreen(world);
    return { body: { device_ids, change: { add_tags: ['night'] } } };
  },
  'POST /api/device-commands': async world => ({ body: await toScreen(world) }),
  'POST /api/device-commands/batches/:id/cancel': async world => {
    const body = await toScreen(world);
    const { batch_id } = await world.post<{ batch_id: string }>('/api/device-commands', body);
    return { params: { id: batch_id }, body: {} };
  },
  'POST /api/device-commands/:id/cancel': async world =>
    onNew(`/api/devices/${screenOf(await onScreen()(world))}/commands`, IDENTIFY)(world),
  ...MEDIA_SAMPLES,
  'PATCH /api/builds/:build': async ({ test }) => {
    const build = uuid7(Date.now());
    await test.db.insert(builds).values({ build, percent: 100, since: new Date() });
    return { params: { build }, body: { rollout: 'paused', percent: 25 }, version: 1 };
  },
  'POST /api/incidents/:id/ack': onIncident,
  'POST /api/incidents/:id/close': onIncident,
  'POST /api/playlists': () => Promise.resolve({ body: { name: 'Day loop', default_duration_ms: 8_000 } }),
  'PATCH /api/playlists/:id': onPlaylist({ name: 'Named anew', default_duration_ms: 9_000 }),
  'DELETE /api/playlists/:id': onPlaylist(),
  'POST /api/playlists/:id/restore': async world => gone(world, '/api/playlists', await onPlaylist()(world)),
  'POST /api/playlists/:id/publish': onPlaylist({}, true),
  'POST /api/playlists/:id/lock': onPlaylist({}),
  'POST /api/playlists/:id/unlock': onPlaylist({}),
  'POST /api/playlists/:id/duplicate': onPlaylist({ name: 'A copy' }),
  'POST /api/playlists/:id/archive': onPlaylist({}),
  'POST /api/playlists/:id/unarchive': async world => {
    const sample = await onPlaylist({})(world);
    await world.post(`/api/playlists/${sample.params?.['id']}/archive`);
    return sample;
  },
  'POST /api/playlists/:id/preview': async world => ({
    params: { id: (await world.newPlaylist()).id },
    body: { items: [{ creative_id: world.ours.creative.id, duration_ms: 5_000 }] },
  }),
  'POST /api/playlists/:id/copy': async world => ({
    params: { id: (await world.newPlaylist(true)).id },
    body: { tenant_id: world.other_tenant },
  }),
  'POST /api/playlists/:id/assign': async world => ({
    params: { id: (await world.newPlaylist()).id },
    body: { device_ids: [] },
  }),
  'PUT /api/playlists/:id/items': async world => {
    const { id, version } = await world.newPlaylist();
    const item = {
      creative_id: world.ours.creative.id,
      duration_ms: 5_000,
      transition: 'fade',
      fit: 'cover',
    };
    return { params: { id }, body: { items: [item] }, version };
  },
  'POST /api/playlists/:id/revert': async world => {
    const { id, version } = await world.newPlaylist(true);
    await world.post(`/api/playlists/${id}/publish`);
    /** Publishing it counted once more. */
    return { params: { id }, body: { version: 1 }, version: version + 1 };
  },
  'POST /api/locations': () => Promise.resolve({ body: PLACE }),
  'POST /api/locations/import': () =>
    Promise.resolve({ body: { csv: 'name,lat,lng\nHall,1,2', dry_run: false } }),
  'PATCH /api/locations/:id': onLocation({ ...PLACE, name: 'Named anew' }),
  'DELETE /api/locations/:id': onLocation(),
  'POST /api/locations/:id/restore': async world => gone(world, '/api/locations', await onLocation()(world)),
  'POST /api/locations/:id/archive': onLocation(),
  'POST /api/locations/:id/reopen': async world => {
    const sample = await onLocation()(world);
    await world.post(`/api/locations/${sample.params?.['id']}/archive`);
    return { ...sample, body: {} };
  },
  'POST /api/saved-views': () => Promise.resolve({ body: { ...VIEW, resource: 'devices' } }),
  'PATCH /api/saved-views/:id': onView({ ...VIEW, name: 'Named anew' }),
  'DELETE /api/saved-views/:id': onView(),
  'POST /api/saved-views/:id/restore': async world => gone(world, '/api/saved-views', await onView()(world)),
  'PATCH /api/settings/general': onSettings('/api/settings/general', {
    name: 'Our fleet',
    country: 'PT',
    tax_id: '123',
  }),
  'PATCH /api/settings/locale': onSettings('/api/settings/locale', { tz: 'Europe/Lisbon', currency: 'EUR' }),
  'PATCH /api/settings/retention': onSettings('/api/settings/retention', { payloads: 3 }),
  'PATCH /api/settings/notifications': onSettings('/api/settings/notifications', { incident_mail: true }),
  'PATCH /api/player-config/weather': onSettings('/api/player-config/weather', {
    ...{ source: 'manual', url: 'https://weather.example/v1', lat: 38.7, lng: -9.1 },
    ...{ sky: 'rain', temperature_c: 12, wind_kmh: 20, stale_min: 60 },
  }),
  ...CONFIG_SAMPLES,
  'DELETE /api/demo': () => Promise.resolve({}),
  'PATCH /api/business/profile': onSettings('/api/business/profile', {
    name: 'Our fleet',
    country: 'PT',
    tax_id: '123',
  }),
  'POST /api/tenants': () =>
    Promise.resolve({
      body: {
        name: 'New fleet',
        slug: `f-${word()}`,
        kind: 'fleet',
        country: 'PT',
        tz: 'Europe/Lisbon',
        currency: 'EUR',
        portal_business: true,
        open_signup: false,
      },
    }),
  'PATCH /api/tenants/:id': onTenant('active', {
    name: 'Named anew',
    country: 'PT',
    tz: 'Europe/Lisbon',
    currency: 'USD',
    tax_id: '123',
    legal_address: 'Dock Road 4',
    billing_address: 'PO box 9',
    contact_email: 'desk@fleet.example',
    contact_phone: '+351211234567',
    plan_id: null,
    portal_business: true,
    open_signup: true,
    require_second_factor_roles: ['analyst'],
    fee_pct: 3,
    limits: { devices: 1, users: 2, storage_gb: 3 },
  }),
  'DELETE /api/tenants/:id': onTenant('active'),
  'POST /api/tenants/:id/restore': async world =>
    gone(world, '/api/tenants', await onTenant('active')(world)),
  'POST /api/tenants/:id/approve': onTenant('pending'),
  'POST /api/tenants/:id/suspend': onTenant('active'),
  'POST /api/tenants/:id/reactivate': onTenant('suspended'),
  'POST /api/tenants/:id/archive': onTenant('active'),
  'POST /api/users': () =>
    Promise.resolve({
      body: {
        email: `new-${word()}@test.example`,
        role: 'viewer',
        first_name: 'Ann',
        last_name: 'Lee',
        locale: 'en',
        tz: 'Europe/Lisbon',
      },
    }),
  'PATCH /api/users/:id': onUser('active', {
    first_name: 'Ann',
    last_name: 'Lee',
    role: 'analyst',
    locale: 'zh',
    tz: 'Europe/Lisbon',
    is_signatory: true,
  }),
  'DELETE /api/users/:id': onUser('active'),
  'POST /api/users/:id/restore': async world => gone(world, '/api/users', await onUser('active')(world)),
  'POST /api/users/:id/suspend': onUser('active'),
  'POST /api/users/:id/reactivate': onUser('suspended'),
  'POST /api/users/:id/reset-password': onUser('active'),
  'POST /api/users/:id/reset-second-factor': onUser('active'),
  'POST /api/users/:id/sign-out': onUser('active'),
  'POST /api/users/:id/approve': async world => ({
    params: { id: (await world.addUser('pending_approval')).id },
    body: { role: 'viewer', tenant_id: world.test.tenant_id },
  }),
  'POST /api/users/:id/reject': onUser('pending_approval', { reason: 'Nobody here knows this person.' }),
};
export const SAMPLES: Record<string, Make> = { ...SINGLE, ...bulkSamples(SINGLE) };

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
export async function sampleOf(world: World, endpoint: Endpoint): Promise<Sample> {
  const make = SAMPLES[nameOf(endpoint)];
  if (!make) throw new Error(`${nameOf(endpoint)} has no sample: write one`);
  return make(world);
}
