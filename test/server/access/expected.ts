/** What the pages of the design say, copied by hand: never made of the table it is held against. */
import type { Role } from '../../../shared/contract/roles.ts';

const COLUMNS: readonly Role[] = [
  'staff_super_admin',
  'staff_admin',
  'staff_support',
  'owner',
  'admin',
  'manager',
  'analyst',
  'viewer',
  'device_owner',
];

/** console.md §2.3; SSA SA SS OW AD MG AN VW DO. */
export const MATRIX = {
  admin: 'R R R R R R R - -',
  analytics: 'R R R R R R R - -',
  devices: 'W W W W W W R - -',
  monitor: 'W W W W W W R - -',
  listings: 'W W R W W W R - -',
  earnings: 'A A R A A - - - R',
  content: 'W W R W W W R - -',
  submissions: 'A A R A A A R - -',
  creatives: 'W W R W W W R R R',
  campaigns: 'A A R A A W R R R',
  programmatic: 'W W R W W W R - -',
  tester: 'W W - W W W - - -',
  prog_logs: 'R R R R R R R - -',
  player_config: 'W W R W W W R - -',
  age_gender: 'W W R W W - - - -',
  users: 'W W R W W - - - -',
  pending_users: 'A A R A A - - - -',
  tenants: 'W W R W W - - - -',
  contracts: 'A A R A A R - S -',
  contract_templates: 'W W R W W R - - -',
  billing: 'A A R A A - - - -',
  support: 'A A A W W W R S S',
  compliance: 'A A R A A - - - -',
  audit: 'R R R R R - - - -',
  alerts: 'A A W A A W R - -',
  police_keys: 'W W - - - - - - -',
  system: 'W W R R R - - - -',
  settings: 'W W R W W - - - -',
  migration: 'W W - W W - - - -',
  business: 'W W R W W W R S -',
  submit: 'W W - W W W - S -',
  budget: 'W W R W W S R S -',
  white_label: 'W W R W - - - - -',
  sign: '- - - S S S S S -',
  owner: '- - - - R - - - W',
  self: 'W W W W W W W W W',
} as const;
type Area = keyof typeof MATRIX;
type Level = 'R' | 'S' | 'W' | 'A';

export const levelOf = (role: Role, area: Area) => MATRIX[area].split(' ')[COLUMNS.indexOf(role)] ?? '-';
const HOLDS: Record<string, string> = { R: 'R', S: 'S', W: 'RSW', A: 'RSWA' };
export const holds = (role: Role, area: Area, level: Level) =>
  (HOLDS[levelOf(role, area)] ?? '').includes(level);

/** Whose thing a call names: of a tenant, of one person, a tenant itself, a screen's own. */
type Named = 'tenant' | 'person' | 'tenants' | 'parent' | 'pending' | 'key' | 'batch';
export interface Call {
  who: 'anyone' | 'loopback' | 'device' | 'new_device' | 'device_or_link' | 'user';
  area: Area;
  level: Level;
  named: Named | null;
  /** Of staff alone: in another tenant, or everywhere. */
  staff: 'crossing' | 'always' | null;
  /** Switched off where there is no demo. */
  isOff: boolean;
}

const DEFAULTS = { area: 'self', level: 'R', named: null, staff: null, isOff: false } as const;
const anyone: Call = { ...DEFAULTS, who: 'anyone' };
const by = (cell: string, named: Named | null = null, staff: Call['staff'] = null): Call => {
  const [area, level] = cell.split(':') as [Area, Level];
  return { ...DEFAULTS, who: 'user', area, level, named, staff };
};
const screen = (who: Call['who'], named: Named | null = null): Call => ({ ...DEFAULTS, who, named });

/** contract.md's endpoint lists, call by call, and what stands beside them. */
export const CALLS: Record<string, Call> = {
  'GET /api/audit-events': by('audit:R'),
  'GET /api/audit-events/export': by('audit:R'),
  'POST /api/audit-events/verify': by('audit:R'),
  'POST /api/auth/login': anyone,
  'POST /api/auth/register': anyone,
  'POST /api/auth/refresh': anyone,
  'POST /api/auth/reset': anyone,
  'POST /api/auth/reset-link': anyone,
  'GET /api/auth/tenants': anyone,
  'GET /api/auth/demo': anyone,
  'POST /api/auth/demo': { ...anyone, isOff: true },
  'GET /api/auth/me': by('self:R'),
  'PATCH /api/auth/me': by('self:W'),
  'POST /api/auth/reauth': by('self:W'),
  'POST /api/auth/logout': by('self:W'),
  'POST /api/auth/change-password': by('self:W'),
  'GET /api/sessions': by('self:R'),
  'DELETE /api/sessions': by('self:W'),
  'DELETE /api/sessions/:id': by('self:W', 'person'),
  'GET /api/creatives': by('creatives:R'),
  'GET /api/creatives/export': by('creatives:R'),
  'GET /api/creatives/:id': by('creatives:R', 'tenant'),
  'PATCH /api/creatives/:id': by('creatives:W', 'tenant'),
  'DELETE /api/creatives/:id': by('creatives:W', 'tenant'),
  'POST /api/creatives/:id/restore': by('creatives:W', 'tenant'),
  'GET /api/media': by('creatives:R'),
  'GET /api/media/export': by('creatives:R'),
  'GET /api/media/:id': by('creatives:R', 'tenant'),
  'GET /media/:sha256': screen('device_or_link', 'key'),
  'GET /media/:sha256/chunks': screen('device_or_link', 'key'),
  'POST /api/uploads': by('creatives:W'),
  'HEAD /api/uploads/:id': by('creatives:W', 'person'),
  'PATCH /api/uploads/:id': by('creatives:W', 'person'),
  'DELETE /api/uploads/:id': by('creatives:W', 'person'),
  'GET /api/playlists': by('creatives:R'),
  'GET /api/playlists/export': by('creatives:R'),
  'POST /api/playlists': by('creatives:W'),
  'GET /api/playlists/:id': by('creatives:R', 'tenant'),
  'GET /api/playlists/:id/versions': by('creatives:R', 'tenant'),
  'PATCH /api/playlists/:id': by('creatives:W', 'tenant'),
  'PUT /api/playlists/:id/items': by('creatives:W', 'tenant'),
  'DELETE /api/playlists/:id': by('creatives:W', 'tenant'),
  'POST /api/playlists/:id/restore': by('creatives:W', 'tenant'),
  'POST /api/playlists/:id/publish': by('creatives:W', 'tenant'),
  'POST /api/playlists/:id/duplicate': by('creatives:W', 'tenant'),
  'POST /api/playlists/:id/assign': by('creatives:W', 'tenant'),
  'POST /api/playlists/:id/revert': by('creatives:W', 'tenant'),
  'GET /api/devices': by('devices:R'),
  'GET /api/devices/export': by('devices:R'),
  'GET /api/devices/:id': by('devices:R', 'tenant'),
  'PATCH /api/devices/:id': by('devices:W', 'tenant'),
  'POST /api/devices/pair': by('devices:W'),
  'POST /api/devices/:id/retire': by('devices:W', 'tenant'),
  'DELETE /api/devices/:id/keys/:key_id': by('devices:W', 'tenant', 'crossing'),
  'GET /api/owner/summary': by('owner:R'),
  'GET /api/programmatic/plays': by('prog_logs:R'),
  'GET /api/programmatic/plays/summary': by('prog_logs:R'),
  'GET /api/programmatic/plays/export': by('prog_logs:R'),
  'GET /api/users': by('users:R'),
  'GET /api/users/export': by('users:R'),
  'POST /api/users': by('users:W'),
  'GET /api/users/:id': by('users:R', 'tenant'),
  'PATCH /api/users/:id': by('users:W', 'tenant'),
  'DELETE /api/users/:id': by('users:W', 'tenant'),
  'POST /api/users/:id/restore': by('users:W', 'tenant'),
  'POST /api/users/:id/suspend': by('users:W', 'tenant'),
  'POST /api/users/:id/reactivate': by('users:W', 'tenant'),
  'POST /api/users/:id/reset-password': by('users:W', 'tenant', 'crossing'),
  'POST /api/users/:id/sign-out': by('users:W', 'tenant', 'crossing'),
  'POST /api/users/:id/approve': by('pending_users:A', 'pending'),
  'POST /api/users/:id/reject': by('pending_users:A', 'pending'),
  'GET /api/pending-users': by('pending_users:R'),
  'GET /api/pending-users/export': by('pending_users:R'),
  'GET /api/pending-users/:id': by('pending_users:R', 'pending'),
  'GET /api/saved-views': by('self:R'),
  'POST /api/saved-views': by('self:W'),
  'GET /api/saved-views/export': by('self:R'),
  'GET /api/saved-views/:id': by('self:R', 'person'),
  'PATCH /api/saved-views/:id': by('self:W', 'person'),
  'DELETE /api/saved-views/:id': by('self:W', 'person'),
  'POST /api/saved-views/:id/restore': by('self:W', 'person'),
  'GET /api/locations': by('business:R'),
  'POST /api/locations': by('business:W'),
  'GET /api/locations/export': by('business:R'),
  'GET /api/locations/:id': by('business:R', 'tenant'),
  'PATCH /api/locations/:id': by('business:W', 'tenant'),
  'DELETE /api/locations/:id': by('business:W', 'tenant'),
  'POST /api/locations/:id/restore': by('business:W', 'tenant'),
  'POST /api/locations/:id/archive': by('business:W', 'tenant'),
  'POST /api/locations/:id/reopen': by('business:W', 'tenant'),
  'GET /api/settings/general': by('settings:R'),
  'PATCH /api/settings/general': by('settings:W'),
  'GET /api/settings/locale': by('settings:R'),
  'PATCH /api/settings/locale': by('settings:W'),
  'GET /api/settings/security': by('settings:R'),
  'PATCH /api/settings/security': by('settings:W'),
  'GET /api/business/profile': by('business:R'),
  'PATCH /api/business/profile': by('business:W'),
  'GET /api/tenants': by('tenants:R'),
  'GET /api/tenants/export': by('tenants:R'),
  'POST /api/tenants': by('tenants:W', 'parent'),
  'GET /api/tenants/:id': by('tenants:R', 'tenants'),
  'PATCH /api/tenants/:id': by('tenants:W', 'tenants'),
  'DELETE /api/tenants/:id': by('tenants:W', 'tenants', 'always'),
  'POST /api/tenants/:id/restore': by('tenants:W', 'tenants', 'always'),
  'POST /api/tenants/:id/approve': by('tenants:W', 'tenants', 'always'),
  'POST /api/tenants/:id/suspend': by('tenants:W', 'tenants', 'always'),
  'POST /api/tenants/:id/reactivate': by('tenants:W', 'tenants', 'always'),
  'POST /api/tenants/:id/archive': by('tenants:W', 'tenants', 'always'),
  'POST /api/player/pairing': screen('new_device'),
  'GET /api/player/pairing/:id': screen('new_device', 'key'),
  'GET /api/player/manifest': screen('device'),
  'GET /api/player/documents/:sha256': screen('device', 'key'),
  'POST /api/player/heartbeat': screen('device'),
  'POST /api/player/plays': screen('device', 'batch'),
  'GET /api/player/time': anyone,
  'GET /api/health': anyone,
  'GET /version.json': anyone,
  'GET /healthz': anyone,
  'GET /readyz': anyone,
  'GET /docs/json': anyone,
  'GET /metrics': screen('loopback'),
};
