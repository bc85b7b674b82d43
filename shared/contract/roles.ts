/** Roles, permissions and the access matrix: server, guards, menus and tests read these tables. */
export const ROLES = [
  'staff_super_admin',
  'staff_admin',
  'staff_support',
  'owner',
  'admin',
  'manager',
  'analyst',
  'viewer',
  'device_owner',
] as const;
export type Role = (typeof ROLES)[number];

const ALL = [
  'manage_users',
  'manage_tenants',
  'manage_devices',
  'manage_campaigns',
  'manage_creatives',
  'view_analytics',
  'manage_system',
  'manage_billing',
] as const;
export type Permission = (typeof ALL)[number] | 'view_campaigns' | 'view_creatives';

/** Specification §6. */
export const PERMISSIONS: Record<Role, readonly Permission[]> = {
  staff_super_admin: ALL,
  staff_admin: ALL,
  owner: ALL,
  admin: ALL,
  manager: ['manage_campaigns', 'manage_creatives', 'view_analytics', 'manage_devices'],
  staff_support: ['view_analytics', 'view_campaigns', 'view_creatives', 'manage_devices'],
  analyst: ['view_analytics', 'view_campaigns', 'view_creatives'],
  device_owner: ['view_analytics', 'view_campaigns', 'view_creatives'],
  viewer: ['view_campaigns', 'view_creatives'],
};

/** Holding manage_x answers view_x too. */
export function can(role: Role, permission: Permission): boolean {
  const held = PERMISSIONS[role];
  if (held.includes(permission)) return true;
  return (
    permission.startsWith('view_') && held.includes(permission.replace('view_', 'manage_') as Permission)
  );
}

/** R read, S submit or own only, W create and edit, A also decide; '-' denied. */
export type Level = 'R' | 'S' | 'W' | 'A';
type Cell = Level | '-';

/** Order of the columns: SSA SA SS OW AD MG AN VW DO, as in ROLES but with support third. */
const row = (cells: string) => {
  const levels = cells.split(' ') as Cell[];
  return Object.fromEntries(ROLES.map((role, i) => [role, levels[i] ?? '-'])) as Record<Role, Cell>;
};

export const ACCESS = {
  admin: row('R R R R R R R - -'),
  analytics: row('R R R R R R R - -'),
  devices: row('W W W W W W R - -'),
  monitor: row('W W W W W W R - -'),
  creatives: row('W W R W W W R R R'),
  prog_logs: row('R R R R R R R - -'),
  self: row('W W W W W W W W W'),
} as const satisfies Record<string, Record<Role, Cell>>;
export type Area = keyof typeof ACCESS;

/** S may read its own; W includes S and R; A includes W. */
const GRANTS: Record<Cell, readonly Level[]> = {
  '-': [],
  R: ['R'],
  S: ['S'],
  W: ['R', 'S', 'W'],
  A: ['R', 'S', 'W', 'A'],
};
export const allows = (role: Role, area: Area, level: Level) => GRANTS[ACCESS[area][role]].includes(level);

export const ADMIN_ROLES: readonly Role[] = ROLES.filter(role => ACCESS.admin[role] !== '-');
export const isStaff = (role: Role) => role.startsWith('staff_');

/** Where a role starts; its first page it may open. */
export function landing(role: Role): string {
  if (role === 'device_owner') return '/owner/dashboard';
  return role === 'viewer' ? '/campaigns' : '/admin';
}
