/** A valid request for each endpoint; an endpoint without one fails the test. */
import { PROGRAMMATIC_SAMPLES } from './samples/programmatic/all.ts';
import { TEST_BUILD, TEST_PASSWORD } from '../../support/server/server.ts';
import { record } from '../../shared/telemetry/records.ts';
import { said } from '../../support/reported.ts';
import { TUS } from '../../support/server/upload.ts';
import { bulkSamples } from './samples/bulk.ts';
import { ALERT_SAMPLES } from './samples/alerts.ts';
import { CONTENT_SAMPLES } from './samples/contentItems.ts';
import { PROOF_SAMPLES } from './samples/proof.ts';
import { WHITE_LABEL_SAMPLES } from './samples/whiteLabel.ts';
import { LOCATION_SAMPLES } from './samples/locations.ts';
import { ENTRANCE_SAMPLES } from './samples/entrances.ts';
import { MEDIA_SAMPLES } from './samples/media.ts';
import { PLAYER_CONFIG_SAMPLES } from './samples/playerConfig.ts';
import { SALES_SAMPLES } from './samples/sales/sales.ts';
import { SUPPORT_SAMPLES } from './samples/support.ts';
import { SUBMISSION_SAMPLES } from './samples/submissions.ts';
import { VALIDATION_SAMPLES } from './samples/validations.ts';
import type { Place } from './tenantRows.ts';
import type { Guest, Principal } from './principals.ts';

export interface Sample {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  /** If-Match. */
  version?: number;
  headers?: Record<string, string>;
}
interface Given {
  /** Whose rows are named. */
  of: Place;
  by: Principal;
  /** Whether they are the principal's own. */
  isOwn: boolean;
  guest: Guest;
}
export type Make = (given: Given) => Sample;

const NEW_PASSWORD = 'Wayside-test-2';
const none: Make = () => ({});
const id =
  (pick: (of: Place) => string, more: Sample = {}): Make =>
  ({ of }) => ({ params: { id: pick(of) }, ...more });
const empty = { body: {} };
const creative = (of: Place) => of.creative.id;
const loop = (of: Place) => of.loop.id;
const device = (of: Place) => of.device.id;
const active = (of: Place) => of.users.active;
const tenant = (of: Place) => of.tenant_id;
const bytes: Make = ({ of }) => ({ params: { sha256: of.creative.asset.sha256 } });
const ownRow: Make = ({ by }) => ({ body: { locale: 'en' }, version: by.version });

/** Of the principal himself, or of somebody else. */
const view =
  (which: 'view' | 'goneView', more: Sample = {}): Make =>
  ({ of, by, isOwn }) => ({ params: { id: isOwn ? by[which] : of[which] }, ...more });
const VIEW = { name: 'Night shift', query: 'status=offline', shared: false, is_default: false };
const REPORTED = said();
const COMMAND = { kind: 'set_volume', params: { volume: 30 } };
const PICTURE = 'data:image/jpeg;base64,/9j/4AAQSkZJRgABAQ==';
const NOTE = {
  id: '0198f0a0-0000-7000-8000-000000000001',
  kind: 'playback',
  at: '2026-01-05T08:00:00.000Z',
  detail: 'The item on screen broke',
};
const FACTS = { app_version: '0.1.0', resolution: '1280x720', user_agent: 'test', tz: 'Europe/Lisbon' };
export const ERROR_RECORD = record('No answer from the server');
const UPLOAD = { ...TUS, 'upload-length': '10', 'upload-metadata': 'filename YS5wbmc=' };
const PART = { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };

/** Calls that take nothing. */
const BARE = '/api/health /api/player/time /version.json /healthz /readyz /docs/json /metrics'.split(' ');

const SINGLE: Record<string, Make> = {
  ...Object.fromEntries(BARE.map(path => [`GET ${path}`, none])),
  ...ALERT_SAMPLES,
  ...LOCATION_SAMPLES,
  ...ENTRANCE_SAMPLES,
  ...SUPPORT_SAMPLES,
  ...SALES_SAMPLES,
  ...PROGRAMMATIC_SAMPLES,
  ...WHITE_LABEL_SAMPLES,
  ...SUBMISSION_SAMPLES,
  ...VALIDATION_SAMPLES,
  ...PLAYER_CONFIG_SAMPLES,
  ...CONTENT_SAMPLES,
  ...MEDIA_SAMPLES,
  'POST /api/analytics/errors': () => ({ body: ERROR_RECORD }),
  'GET /api/audit-events': none,
  'GET /api/audit-events/export': none,
  'POST /api/audit-events/verify': () => empty,
  'POST /api/auth/login': ({ guest }) => ({ body: { email: guest.email, password: TEST_PASSWORD } }),
  'POST /api/auth/refresh': ({ guest }) => ({ body: { refresh_token: guest.tokens.refresh_token } }),
  'GET /api/auth/oauth/:provider': () => ({ params: { provider: 'google' } }),
  'POST /api/auth/revoke': () => ({ body: { ticket: 'f'.repeat(64) } }),
  'GET /api/auth/tenants': none,
  'GET /api/auth/demo': none,
  'POST /api/auth/demo': () => ({ body: { role: 'owner' } }),
  'GET /api/auth/me': none,
  'PATCH /api/auth/me': ownRow,
  'POST /api/auth/reauth': () => ({ body: { password: TEST_PASSWORD } }),
  'POST /api/auth/logout': () => empty,
  'POST /api/auth/change-password': () => ({
    body: { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD },
  }),
  'GET /api/onboarding': none,
  'PATCH /api/onboarding': () => ({ body: { steps: { locale: 'done' } } }),
  'GET /api/sessions': none,
  'DELETE /api/sessions': none,
  'DELETE /api/sessions/:id': ({ of, by, isOwn }) => ({ params: { id: isOwn ? by.session : of.session } }),
  'GET /api/creatives': none,
  'GET /api/creatives/export': none,
  'GET /api/creatives/:id': id(creative),
  'PATCH /api/creatives/:id': id(creative, { body: { alt_text: 'A tram at night' }, version: 1 }),
  'DELETE /api/creatives/:id': id(of => of.unusedCreative, { version: 1 }),
  'POST /api/creatives/:id/restore': id(of => of.deletedCreative, empty),
  'GET /media/:sha256': bytes,
  'GET /media/:sha256/chunks': bytes,
  'POST /api/uploads': () => ({ headers: UPLOAD }),
  'HEAD /api/uploads/:id': id(of => of.upload, { headers: TUS }),
  'PATCH /api/uploads/:id': id(of => of.upload, { headers: PART }),
  'DELETE /api/uploads/:id': id(of => of.upload, { headers: TUS }),
  'GET /api/playlists': none,
  'GET /api/playlists/export': none,
  'POST /api/playlists': () => ({ body: { name: 'Night loop' } }),
  'GET /api/playlists/:id': id(loop),
  'GET /api/playlists/:id/readiness': id(loop),
  'GET /api/playlists/:id/versions': id(loop),
  'PATCH /api/playlists/:id': ({ of }) => ({
    params: { id: of.loop.id },
    body: { name: 'Day loop' },
    version: of.loop.version,
  }),
  'PUT /api/playlists/:id/items': ({ of }) => ({
    params: { id: of.loop.id },
    body: { items: [{ creative_id: of.creative.id, duration_ms: 6_000 }] },
    version: of.loop.version,
  }),
  'DELETE /api/playlists/:id': ({ of }) => ({ params: { id: of.unused.id }, version: of.unused.version }),
  'POST /api/playlists/:id/restore': id(of => of.gone.id, empty),
  'POST /api/playlists/:id/publish': id(loop, empty),
  'POST /api/playlists/:id/duplicate': id(loop, empty),
  'POST /api/playlists/:id/assign': ({ of }) => ({
    params: { id: of.unused.id },
    body: { device_ids: [of.device.id] },
  }),
  'POST /api/playlists/:id/revert': ({ of }) => ({
    params: { id: of.loop.id },
    body: { version: 1 },
    version: of.loop.version,
  }),
  'GET /api/owner/summary': () => ({ query: { from: '2026-01-05T00:00:00.000Z' } }),
  'GET /api/owner/devices': none,
  'GET /api/owner/devices/export': none,
  'GET /api/owner/devices/:id': id(device),
  'PATCH /api/owner/devices/:id': ({ of }) => ({
    params: { id: of.device.id },
    body: { volume: 30 },
    version: of.device.version,
  }),
  'GET /api/devices': none,
  'GET /api/devices/export': none,
  'GET /api/devices/:id': id(device),
  'GET /api/devices/:id/pictures': id(device),
  'PATCH /api/devices/:id': ({ of }) => ({
    params: { id: of.device.id },
    body: { name: 'Cab 1182' },
    version: of.device.version,
  }),
  'GET /api/devices/pair': ({ of }) => ({ query: { code: of.pairing.code } }),
  'POST /api/devices/pair': ({ of }) => ({ body: { code: of.pairing.code } }),
  'POST /api/devices/:id/retire': id(device, empty),
  'DELETE /api/devices/:id/keys/:key_id': ({ of }) => ({
    params: { id: of.device.id, key_id: of.screen.key.key_id },
  }),
  'GET /api/devices/live': none,
  'GET /api/devices/places': none,
  'POST /api/devices/:id/commands': id(device, { body: COMMAND }),
  'POST /api/owner/devices/pair': ({ of }) => ({ body: { code: of.pairing.code } }),
  'POST /api/owner/devices/:id/commands': id(device, { body: { kind: 'identify', params: {} } }),
  'GET /api/owner/devices/:id/commands': id(device),
  'POST /api/devices/changes': ({ of }) => ({
    body: { device_ids: [of.device.id], change: { add_tags: ['night'] } },
  }),
  'GET /api/device-commands': none,
  'POST /api/device-commands': ({ of }) => ({ body: { device_ids: [of.device.id], command: COMMAND } }),
  'GET /api/device-commands/export': none,
  'GET /api/device-commands/reach': ({ of }) => ({ query: { device_ids: of.device.id } }),
  'POST /api/device-commands/batches/:id/cancel': id(of => of.many, empty),
  'GET /api/device-commands/:id': id(of => of.command),
  'POST /api/device-commands/:id/cancel': id(of => of.command, empty),
  'GET /api/incidents': none,
  'GET /api/incidents/export': none,
  'GET /api/incidents/:id': id(of => of.incident),
  'POST /api/incidents/:id/ack': id(of => of.incident, empty),
  'POST /api/incidents/:id/close': id(of => of.incident, empty),
  'GET /api/notices': none,
  'GET /api/notices/export': none,
  'GET /api/notices/:id': id(of => of.notice),
  ...PROOF_SAMPLES,
  'GET /api/users': none,
  'GET /api/users/export': none,
  'POST /api/users': ({ of }) => ({ body: { email: 'made@test.example', role: of.lowest } }),
  'GET /api/users/:id': id(active),
  'PATCH /api/users/:id': id(active, { body: { first_name: 'Night' }, version: 1 }),
  'DELETE /api/users/:id': id(active, { version: 1 }),
  'POST /api/users/:id/restore': id(of => of.users.deactivated, empty),
  'POST /api/users/:id/suspend': id(active, empty),
  'POST /api/users/:id/reactivate': id(of => of.users.suspended, empty),
  'POST /api/users/:id/reset-password': id(active, empty),
  'POST /api/users/:id/reset-second-factor': id(active, empty),
  'POST /api/users/:id/sign-out': id(active, empty),
  'POST /api/users/:id/approve': ({ of }) => ({
    params: { id: of.users.pending_approval },
    body: { role: of.lowest, tenant_id: of.tenant_id },
  }),
  'POST /api/users/:id/reject': id(of => of.users.pending_approval, {
    body: { reason: 'Nobody of this fleet knows the name.' },
  }),
  'GET /api/pending-users': none,
  'GET /api/pending-users/export': none,
  'GET /api/pending-users/:id': id(of => of.users.pending_approval),
  'GET /api/saved-views': none,
  'POST /api/saved-views': () => ({ body: { ...VIEW, resource: 'devices' } }),
  'GET /api/saved-views/export': none,
  'GET /api/saved-views/:id': view('view'),
  'PATCH /api/saved-views/:id': view('view', { body: { name: 'Day shift' }, version: 1 }),
  'DELETE /api/saved-views/:id': view('view', { version: 1 }),
  'POST /api/saved-views/:id/restore': view('goneView', empty),
  'POST /api/devices/:id/maintenance': id(of => of.inUse, empty),
  'POST /api/devices/:id/suspend': id(of => of.inUse, empty),
  'POST /api/devices/:id/reactivate': id(of => of.suspended, empty),
  'GET /api/device-groups': none,
  'POST /api/device-groups': () => ({ body: { name: 'Airport' } }),
  'GET /api/device-groups/export': none,
  'GET /api/device-groups/:id': id(of => of.group),
  'PATCH /api/device-groups/:id': id(of => of.group, { body: { name: 'Harbour' }, version: 1 }),
  'DELETE /api/device-groups/:id': id(of => of.group, { version: 1 }),
  'POST /api/device-groups/:id/restore': id(of => of.goneGroup, empty),
  'GET /api/settings/general': none,
  'PATCH /api/settings/general': () => ({ body: { tax_id: '123456789' }, version: 1 }),
  'GET /api/settings/locale': none,
  'PATCH /api/settings/locale': () => ({ body: { currency: 'EUR' }, version: 1 }),
  'GET /api/settings/security': none,
  'PATCH /api/settings/security': () => ({ body: { open_signup: true }, version: 1 }),
  'GET /api/settings/notifications': none,
  'PATCH /api/settings/notifications': () => ({ body: { incident_mail: true }, version: 1 }),
  'GET /api/demo': none,
  'DELETE /api/demo': none,
  'GET /api/business/profile': none,
  'PATCH /api/business/profile': () => ({ body: { tax_id: '123456789' }, version: 1 }),
  'GET /api/builds': none,
  'PATCH /api/builds/:build': () => ({ params: { build: TEST_BUILD }, body: { percent: 10 }, version: 1 }),
  'GET /api/tenants': none,
  'GET /api/tenants/export': none,
  'POST /api/tenants': ({ of }) => ({
    body: {
      name: 'Night fleet',
      slug: 'night-fleet',
      kind: 'fleet',
      ...(of.parent_id === null ? {} : { parent_id: of.parent_id }),
    },
  }),
  'GET /api/tenants/:id': id(tenant),
  'PATCH /api/tenants/:id': id(tenant, { body: { name: 'Day fleet' }, version: 1 }),
  'DELETE /api/tenants/:id': id(of => of.tenants.active, { version: 1 }),
  'POST /api/tenants/:id/restore': id(of => of.tenants.archived, empty),
  'POST /api/tenants/:id/approve': id(of => of.tenants.pending, empty),
  'POST /api/tenants/:id/suspend': id(of => of.tenants.active, empty),
  'POST /api/tenants/:id/reactivate': id(of => of.tenants.suspended, empty),
  'POST /api/tenants/:id/archive': id(of => of.tenants.active, empty),
  'POST /api/player/pairing': ({ of, by }) => ({
    body: { jwk: by.screen?.key.jwk ?? of.pairing.jwk, facts: FACTS },
  }),
  'GET /api/player/pairing/:id': ({ of, by, isOwn }) => ({
    params: { id: isOwn && by.pairing !== null ? by.pairing : of.pairing.id },
  }),
  'GET /api/player/manifest': none,
  'GET /api/player/events': none,
  'GET /api/player/documents/:sha256': ({ of }) => ({ params: { sha256: of.document } }),
  'POST /api/player/heartbeat': () => ({ body: REPORTED }),
  'POST /api/player/commands/:id': id(of => of.delivered, { body: { state: 'accepted' } }),
  'POST /api/player/pictures': () => ({ body: { picture: PICTURE } }),
  'POST /api/player/incidents': () => ({ body: { notes: [NOTE] } }),
  'POST /api/player/plays': ({ of }) => ({ body: of.batch }),
};
export const SAMPLES: Record<string, Make> = { ...SINGLE, ...bulkSamples(SINGLE) };
