/** The access matrix: the level of each role in each area. Server, guards, menus, tests and docs read it here. */
import { can, ROLES, type Permission, type Role } from './roles.ts';
import type { RuleName } from './rules.ts';

/** R: read. S: submit, or only one's own. W: create and edit. A: also approve and decide. */
export type Level = 'R' | 'S' | 'W' | 'A';
export interface Cell {
  level: Level | '-';
  /** The rule that narrows the level; null: the level holds for the whole area. */
  rule: RuleName | null;
}

interface AreaRow {
  cells: Record<Role, Cell>;
  /** Permissions that the denial screen lists; empty where the area needs none. */
  permissions: readonly Permission[];
  /** Whether the area is open only to who holds all of its permissions (PERM-20); elsewhere the levels alone decide. */
  needsEvery: boolean;
}

/** Columns in the order of ROLES: SSA SA SS OW AD MG AN VW DO. */
function row(cells: string, ...permissions: Permission[]): AreaRow {
  const parts = cells.split(/\s+/);
  if (parts.length !== ROLES.length) throw new Error(`"${cells}" has ${parts.length} cells`);
  const read = (text: string): Cell => {
    const [level, rule] = text.split(':');
    return { level: level as Cell['level'], rule: (rule ?? null) as RuleName | null };
  };
  return {
    cells: Object.fromEntries(ROLES.map((role, i) => [role, read(parts[i] ?? '-')])) as AreaRow['cells'],
    permissions,
    needsEvery: false,
  };
}
const everyOf = (area: AreaRow): AreaRow => ({ ...area, needsEvery: true });

export const AREAS = {
  admin: row('R R R R R R R - -'),
  // A device owner's permission to view analytics is met by his own dashboard: he has no reports of the fleet.
  analytics: row('R R R R R R R - -', 'view_analytics'),
  devices: row('W W W W W W R - -', 'manage_devices'),
  monitor: row('W W W W W W R - -', 'manage_devices'),
  listings: row('W W R W W W R - -', 'manage_devices'),
  earnings: row('A A R A A - - - R:own', 'manage_billing'),
  content: row('W W R W W W R - -', 'manage_creatives'),
  submissions: row('A A R A A A R - -', 'manage_creatives'),
  creatives: row('W W R W W W R R R:own_devices', 'manage_creatives', 'view_creatives'),
  campaigns: row('A A R A A W R R R:own_devices', 'manage_campaigns', 'view_campaigns'),
  programmatic: row('W W R W W W R - -'),
  tester: row('W W - W W W - - -'),
  prog_logs: row('R R R R R R R - -'),
  player_config: row('W W R W W W R - -', 'manage_system', 'manage_campaigns'),
  age_gender: row('W W R W W - - - -', 'manage_system'),
  users: row('W W R W W - - - -', 'manage_users'),
  pending_users: row('A A R A A - - - -', 'manage_users'),
  tenants: row('W W R W W - - - -', 'manage_tenants'),
  contracts: row('A A R A A R - S:signatory -'),
  contract_templates: row('W W R W W R - - -'),
  billing: row('A A R A A - - - -', 'manage_billing'),
  support: row('A A A W:own_tenant W:own_tenant W:own_tenant R S:own S:own'),
  compliance: row('A A R A A - - - -', 'manage_system'),
  audit: row('R R R R R - - - -'),
  alerts: row('A A W:draft A A W:draft R - -', 'manage_system', 'manage_devices'),
  police_keys: row('W W - - - - - - -'),
  system: row('W W R R R - - - -', 'manage_system'),
  settings: row('W W R:of_tenant W:of_tenant W:of_tenant - - - -'),
  // Files bring people, screens, creatives, campaigns and earnings, so who imports must be allowed to manage each of them.
  migration: everyOf(
    row(
      'W W - W:own_tenant W:own_tenant - - - -',
      'manage_system',
      'manage_users',
      'manage_devices',
      'manage_creatives',
      'manage_campaigns',
      'manage_billing',
    ),
  ),
  business: row('W:as_tenant W:as_tenant R:as_tenant W W W R S -'),
  submit: row('W W - W W W - S -'),
  budget: row('W W R W W S:request R S:request -'),
  white_label: row('W:as_tenant W:as_tenant R:as_tenant W - - - - -'),
  sign: row('- - - S S S:signatory S:signatory S:signatory -'),
  owner: row('- - - - R - - - W:own'),
  self: row('W W W W W W W W W'),
} as const satisfies Record<string, AreaRow>;
export type Area = keyof typeof AREAS;

/** Areas that decide who may come in later. Whoever acts there from outside the tenant's own tree only reads them; staff excepted. */
const LEFT_TO_ITS_OWN: readonly Area[] = [
  'compliance',
  'users',
  'pending_users',
  'tenants',
  'settings',
  'white_label',
  'police_keys',
];
/** Also what goes on acting towards the outside after a visit: mails, feeds and partners of another's choice. */
export const isLeftToItsOwn = ({
  area,
  level,
  crossing,
}: {
  area: Area;
  level: Level;
  crossing?: 'staff' | 'tree';
}) => crossing === 'tree' || (level !== 'R' && LEFT_TO_ITS_OWN.includes(area));

/** Levels that each level includes. Endpoints for one's own data require S, also for reads. */
const HOLDS: Record<Cell['level'], readonly Level[]> = {
  '-': [],
  R: ['R'],
  S: ['S'],
  W: ['R', 'S', 'W'],
  A: ['R', 'S', 'W', 'A'],
};

export const cellOf = (role: Role, area: Area): Cell => AREAS[area].cells[role];
/** Whether the role has the level; a rule of the cell is checked later, where the row is known. */
export function allows(role: Role, area: Area, level: Level): boolean {
  const { cells, permissions, needsEvery }: AreaRow = AREAS[area];
  const holdsPermissions = !needsEvery || permissions.every(permission => can(role, permission));
  return holdsPermissions && HOLDS[cells[role].level].includes(level);
}
export const rolesWith = (area: Area, level: Level) => ROLES.filter(role => allows(role, area, level));

/** What a partner's key may be for. */
export const KEY_SCOPES = [
  'alerts:create',
  'alerts:update',
  'alerts:cancel',
  'alerts:read',
  /** Only tests and exercises, whichever other scopes it has. */
  'alerts:test',
  /** Priority 0 without a second approval. */
  'alerts:publish_direct',
  'devices:reach',
] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];
