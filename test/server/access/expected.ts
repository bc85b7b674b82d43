/** What the pages of the design say, copied by hand: never made of the table it is held against. */
import type { Role } from '../../../shared/contract/wire/roles.ts';
import { ALERT_CALLS, ALERT_PLAYER_CALLS, POLICE_CALLS } from './expected/alerts.ts';
import { BULK_EXPECTED } from './bulkCalls.ts';
import { CONTENT_CALLS } from './expected/content.ts';
import { BILLING_CALLS } from './expected/billing.ts';
import { CONTRACT_CALLS } from './expected/contracts.ts';
import { INVITATION_READS, OWN_CALLS, PUBLIC_ENTRANCES, RECENT_CALLS } from './expected/entrances.ts';
import { DECISION_CALLS, PLAYER_CONFIG_CALLS } from './expected/playerConfig.ts';
import { TENANT_CALLS, type Below, type InTenants } from './expected/tenants.ts';
import { AUCTION_CALLS } from './expected/programmatic/auctions.ts';
import { DISPUTE_CALLS } from './expected/programmatic/disputes.ts';
import { PARTNER_CALLS } from './expected/partners.ts';
import { PROOF_CALLS } from './expected/proof.ts';
import { REPORT_CALLS } from './expected/reports.ts';
import { SALES_CALLS } from './expected/sales.ts';
import { TESTER_CALLS } from './expected/tester.ts';
import { SUPPORT_CALLS } from './expected/support.ts';

const COLUMNS: readonly Role[] = [
  ...(['staff_super_admin', 'staff_admin', 'staff_support'] as const),
  ...(['owner', 'admin', 'manager', 'analyst', 'viewer', 'device_owner'] as const),
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

/** Whose thing a call names: of a tenant (`copied`: and of another), of a person (`mine`: in his own tenant), a screen's own; `asked`: what somebody else asked for; `asked_for`: that, which is seen only by who decides it; `desk`: a ticket, which the platform's staff answers from home; `contract`, `party`: one that is sent, seen or signed. */
type Named =
  | 'desk'
  | 'contract'
  | 'party'
  | 'tenant'
  | 'asked'
  | 'asked_for'
  | 'person'
  | 'own_people'
  | 'mine'
  | InTenants
  | Below
  | 'pending'
  | 'key'
  | 'batch'
  | 'copied';
export interface Call {
  who: 'anyone' | 'loopback' | 'device' | 'new_device' | 'device_or_link' | 'user' | 'police';
  area: Area;
  level: Level;
  named: Named | null;
  /** Of staff alone: in another tenant, or everywhere. */
  staff: 'crossing' | 'always' | null;
  /** Switched off where there is no demo. */
  isOff: boolean;
  /** Asks the password again after half an hour, at home, too. */
  isRecent?: true;
}

const DEFAULTS = { area: 'self', level: 'R', named: null, staff: null, isOff: false } as const;
const anyone: Call = { ...DEFAULTS, who: 'anyone' };
const by = (cell: string, named: Named | null = null, staff: Call['staff'] = null): Call => {
  const [area, level] = cell.split(':') as [Area, Level];
  return { ...DEFAULTS, who: 'user', area, level, named, staff };
};
const screen = (who: Call['who'], named: Named | null = null): Call => ({ ...DEFAULTS, who, named });

const table = (
  calls: Readonly<Record<string, readonly [cell: string, named?: Named | null, staff?: Call['staff']]>>,
) => Object.fromEntries(Object.entries(calls).map(([key, cells]) => [key, by(...cells)]));

/** contract.md's endpoint lists, call by call, and what stands beside them. */
export const CALLS: Record<string, Call> = {
  'POST /api/analytics/errors': anyone,
  'POST /api/public/contact': anyone,
  ...table({ ...BULK_EXPECTED, ...PARTNER_CALLS, ...AUCTION_CALLS, ...DISPUTE_CALLS }),
  ...table({ ...SUPPORT_CALLS, ...CONTRACT_CALLS, ...BILLING_CALLS, ...TENANT_CALLS, ...TESTER_CALLS }),
  'GET /api/audit-events': by('audit:R'),
  'GET /api/audit-events/export': by('audit:R'),
  'POST /api/audit-events/verify': by('audit:R'),
  'POST /api/auth/refresh': anyone,
  'POST /api/auth/revoke': anyone,
  'GET /api/auth/oauth/:provider': anyone,
  'GET /api/auth/demo': anyone,
  'POST /api/auth/demo': { ...anyone, isOff: true },
  'GET /api/creatives': by('creatives:R'),
  'GET /api/creatives/export': by('creatives:R'),
  'GET /api/creatives/:id': by('creatives:R', 'tenant'),
  'PATCH /api/creatives/:id': by('creatives:W', 'tenant'),
  'DELETE /api/creatives/:id': by('creatives:W', 'tenant'),
  'POST /api/creatives/:id/restore': by('creatives:W', 'tenant'),
  'POST /api/creatives/slides': by('creatives:W'),
  'PUT /api/creatives/:id/slide': by('creatives:W', 'tenant'),
  'POST /api/creatives/:id/submit': by('creatives:W', 'tenant'),
  'POST /api/creatives/:id/replace': by('creatives:W', 'mine'),
  'POST /api/creatives/:id/duplicate': by('creatives:W', 'tenant'),
  'POST /api/creatives/:id/archive': by('creatives:W', 'tenant'),
  'GET /api/validations': by('submissions:R'),
  'GET /api/validations/export': by('submissions:R'),
  'GET /api/validations/:id': by('submissions:R', 'tenant'),
  'POST /api/validations/:id/rerun': by('submissions:W', 'tenant'),
  'POST /api/validations/:id/waive': by('submissions:A', 'tenant'),
  'POST /api/validations/:id/quarantine': by('submissions:A', 'tenant'),
  'POST /api/validations/:id/release': by('submissions:A', 'tenant'),
  'GET /api/validation-rules': by('submissions:R'),
  'PATCH /api/validation-rules/:key': by('submissions:A'),
  'GET /api/submissions': by('submissions:R'),
  'GET /api/submissions/export': by('submissions:R'),
  'GET /api/submissions/:id': by('submissions:R', 'tenant'),
  'POST /api/submissions/:id/assign': by('submissions:W', 'tenant'),
  'POST /api/submissions/:id/prioritise': by('submissions:W', 'tenant'),
  'POST /api/submissions/:id/approve': by('submissions:A', 'tenant'),
  'POST /api/submissions/:id/request-changes': by('submissions:A', 'tenant'),
  'POST /api/submissions/:id/reject': by('submissions:A', 'tenant'),
  ...{
    'GET /api/public/jobs': anyone,
    'GET /api/public/plans': anyone,
    'GET /q/:code': anyone,
  },
  ...Object.fromEntries([...ALERT_PLAYER_CALLS, ...DECISION_CALLS].map(key => [key, screen('device')])),
  ...Object.fromEntries(POLICE_CALLS.map(key => [key, screen('police')])),
  ...Object.fromEntries(PUBLIC_ENTRANCES.map(key => [key, anyone])),
  ...table(INVITATION_READS),
  'POST /api/invitations': by('users:W', null, 'crossing'),
  'POST /api/invitations/:id/revoke': by('users:W', 'tenant', 'crossing'),
  ...Object.fromEntries(RECENT_CALLS.map(([key, ...of]) => [key, { ...by(...of), isRecent: true as const }])),
  ...table({ ...OWN_CALLS, ...ALERT_CALLS, ...CONTENT_CALLS, ...SALES_CALLS, ...PLAYER_CONFIG_CALLS }),
  ...table({ ...PROOF_CALLS, ...REPORT_CALLS }),
  'GET /media/:sha256': screen('device_or_link', 'key'),
  'GET /media/:sha256/chunks': screen('device_or_link', 'key'),
  'POST /api/uploads': by('submit:S'),
  'HEAD /api/uploads/:id': by('submit:S', 'person'),
  'PATCH /api/uploads/:id': by('submit:S', 'person'),
  'DELETE /api/uploads/:id': by('submit:S', 'person'),
  'GET /api/playlists': by('creatives:R'),
  'GET /api/playlists/export': by('creatives:R'),
  'POST /api/playlists': by('creatives:W'),
  'GET /api/playlists/:id': by('creatives:R', 'tenant'),
  'GET /api/playlists/:id/readiness': by('creatives:R', 'tenant'),
  'GET /api/playlists/:id/versions': by('creatives:R', 'tenant'),
  'PATCH /api/playlists/:id': by('creatives:W', 'tenant'),
  'PUT /api/playlists/:id/items': by('creatives:W', 'tenant'),
  'DELETE /api/playlists/:id': by('creatives:W', 'tenant'),
  'POST /api/playlists/:id/restore': by('creatives:W', 'tenant'),
  'POST /api/playlists/:id/publish': by('creatives:W', 'tenant'),
  'POST /api/playlists/:id/duplicate': by('creatives:W', 'tenant'),
  'POST /api/playlists/:id/assign': by('creatives:W', 'tenant'),
  'POST /api/playlists/:id/revert': by('creatives:W', 'tenant'),
  'POST /api/playlists/:id/lock': by('creatives:W', 'tenant'),
  'POST /api/playlists/:id/unlock': by('creatives:W', 'tenant'),
  'POST /api/playlists/:id/archive': by('creatives:W', 'tenant'),
  'POST /api/playlists/:id/unarchive': by('creatives:W', 'tenant'),
  'GET /api/playlists/:id/preview': by('creatives:R', 'tenant'),
  'POST /api/playlists/:id/preview': by('creatives:W', 'tenant'),
  'GET /api/playlists/:id/versions/:version': by('creatives:R', 'tenant'),
  'POST /api/playlists/:id/copy': by('creatives:W', 'copied'),
  'GET /api/devices': by('devices:R'),
  'GET /api/devices/export': by('devices:R'),
  'GET /api/devices/:id': by('devices:R', 'tenant'),
  'GET /api/devices/:id/documents': by('devices:R', 'tenant'),
  'GET /api/devices/:id/pictures': by('monitor:R', 'tenant'),
  'GET /api/devices/:id/recorded-decisions': by('monitor:R', 'tenant'),
  'PATCH /api/devices/:id': by('devices:W', 'tenant'),
  'GET /api/devices/pair': by('devices:W'),
  'POST /api/devices/pair': by('devices:W'),
  'POST /api/devices/:id/retire': by('devices:W', 'tenant'),
  'DELETE /api/devices/:id/keys/:key_id': by('devices:W', 'tenant', 'crossing'),
  'GET /api/devices/live': by('devices:R'),
  'GET /api/devices/places': by('devices:R'),
  'POST /api/devices/:id/commands': by('monitor:W', 'tenant'),
  'GET /api/device-commands': by('monitor:R'),
  'POST /api/device-commands': by('monitor:W'),
  'GET /api/device-commands/export': by('monitor:R'),
  'GET /api/device-commands/reach': by('monitor:W'),
  'POST /api/device-commands/batches/:id/cancel': by('monitor:W', 'tenant'),
  'GET /api/device-commands/:id': by('monitor:R', 'tenant'),
  'POST /api/device-commands/:id/cancel': by('monitor:W', 'tenant'),
  'GET /api/incidents': by('monitor:R'),
  'GET /api/incidents/export': by('monitor:R'),
  'GET /api/incidents/:id': by('monitor:R', 'tenant'),
  'POST /api/incidents/:id/ack': by('monitor:W', 'tenant'),
  'POST /api/incidents/:id/close': by('monitor:W', 'tenant'),
  'GET /api/business/summary': by('business:S'),
  'GET /api/owner/summary': by('owner:R'),
  'GET /api/owner/devices': by('owner:R'),
  'GET /api/owner/devices/export': by('owner:R'),
  'GET /api/owner/devices/:id': by('owner:R', 'tenant'),
  'PATCH /api/owner/devices/:id': by('owner:W', 'tenant'),
  'POST /api/owner/devices/pair': by('owner:W'),
  'POST /api/owner/devices/:id/commands': by('owner:W', 'tenant'),
  'GET /api/owner/devices/:id/commands': by('owner:R', 'tenant'),
  'POST /api/public/plays/verify': anyone,
  'GET /api/public/plays/roots': anyone,
  'GET /api/users': by('users:R'),
  'GET /api/users/export': by('users:R'),
  'POST /api/users': by('users:W', null, 'crossing'),
  'GET /api/users/:id': by('users:R', 'tenant'),
  'PATCH /api/users/:id': by('users:W', 'tenant', 'crossing'),
  'DELETE /api/users/:id': by('users:W', 'tenant', 'crossing'),
  'POST /api/users/:id/restore': by('users:W', 'tenant', 'crossing'),
  'POST /api/users/:id/suspend': by('users:W', 'tenant', 'crossing'),
  'POST /api/users/:id/reactivate': by('users:W', 'tenant', 'crossing'),
  'POST /api/users/:id/reset-password': by('users:W', 'tenant', 'crossing'),
  'POST /api/users/:id/reset-second-factor': by('users:W', 'tenant', 'crossing'),
  'POST /api/users/:id/sign-out': by('users:W', 'tenant', 'crossing'),
  'POST /api/users/:id/approve': by('pending_users:A', 'pending', 'crossing'),
  'POST /api/users/:id/reject': by('pending_users:A', 'pending', 'crossing'),
  'GET /api/pending-users': by('pending_users:R'),
  'GET /api/pending-users/export': by('pending_users:R'),
  'GET /api/pending-users/:id': by('pending_users:R', 'pending'),
  'GET /api/notices': by('monitor:R'),
  'GET /api/notices/export': by('monitor:R'),
  'GET /api/notices/:id': by('monitor:R', 'tenant'),
  'GET /api/device-groups': by('devices:R'),
  'POST /api/device-groups': by('devices:W'),
  'GET /api/device-groups/export': by('devices:R'),
  'GET /api/device-groups/:id': by('devices:R', 'tenant'),
  'PATCH /api/device-groups/:id': by('devices:W', 'tenant'),
  'DELETE /api/device-groups/:id': by('devices:W', 'tenant'),
  'POST /api/device-groups/:id/restore': by('devices:W', 'tenant'),
  'POST /api/devices/changes': by('devices:W'),
  'POST /api/devices/:id/maintenance': by('devices:W', 'tenant'),
  'POST /api/devices/:id/suspend': by('devices:W', 'tenant'),
  'POST /api/devices/:id/reactivate': by('devices:W', 'tenant'),
  'GET /api/settings/general': by('settings:R'),
  'PATCH /api/settings/general': by('settings:W', null, 'crossing'),
  'GET /api/settings/locale': by('settings:R'),
  'PATCH /api/settings/locale': by('settings:W', null, 'crossing'),
  'GET /api/settings/security': by('settings:R'),
  'PATCH /api/settings/security': by('settings:W', null, 'crossing'),
  'GET /api/settings/notifications': by('settings:R'),
  'PATCH /api/settings/notifications': by('settings:W', null, 'crossing'),
  'GET /api/demo': by('settings:R'),
  'DELETE /api/demo': by('settings:W', null, 'crossing'),
  'GET /api/business/profile': by('business:R'),
  'PATCH /api/business/profile': by('business:W', null, 'crossing'),
  'GET /api/builds': by('system:W'),
  'PATCH /api/builds/:build': by('system:W'),
  'POST /api/player/pairing': screen('new_device'),
  'GET /api/player/pairing/:id': screen('new_device', 'key'),
  'GET /api/player/manifest': screen('device'),
  'GET /api/player/events': screen('device'),
  'GET /api/player/documents/:sha256': screen('device', 'key'),
  'POST /api/player/heartbeat': screen('device'),
  'POST /api/player/commands/:id': screen('device', 'key'),
  'POST /api/player/incidents': screen('device'),
  'POST /api/player/audience': screen('device'),
  'POST /api/player/leases/pull': screen('device'),
  'POST /api/player/pictures': screen('device'),
  'POST /api/player/plays': screen('device', 'batch'),
  'GET /api/player/time': anyone,
  'GET /api/health': anyone,
  'GET /version.json': anyone,
  'GET /healthz': anyone,
  'GET /readyz': anyone,
  'GET /docs/json': anyone,
  'GET /metrics': screen('loopback'),
};
