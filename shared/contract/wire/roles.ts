/** Roles, their permissions and their hierarchy (specification §6). */
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
/** What was read from a table or an answer may be a role of another version. */
export const isRole = (word: string): word is Role => (ROLES as readonly string[]).includes(word);

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

/** Exactly as the table of the specification. */
export const hasPermission = (role: Role, permission: Permission) => PERMISSIONS[role].includes(permission);

/** manage_x implies view_x. Pages, menus and server use this check (AMBIG-PERM-01). */
export const can = (role: Role, permission: Permission) =>
  hasPermission(role, permission) ||
  (permission.startsWith('view_') &&
    hasPermission(role, permission.replace('view_', 'manage_') as Permission));

/** May enter the admin area. */
export const ADMIN_ROLES = [
  'staff_super_admin',
  'staff_admin',
  'staff_support',
  'owner',
  'manager',
  'analyst',
  'admin',
] as const satisfies readonly Role[];
export const isAdminRole = (role: Role) => (ADMIN_ROLES as readonly Role[]).includes(role);
export const isStaff = (role: Role) => role.startsWith('staff_');
/** May act in any tenant; for owner and admin it depends on TENANT_ACCESS (specification §6). */
export const crossesTenants = (role: Role) =>
  role === 'staff_super_admin' || role === 'staff_admin' || role === 'owner' || role === 'admin';

/** Rank of each role: a lower number is above. viewer and device_owner are equal. */
const RANK: Record<Role, number> = {
  staff_super_admin: 0,
  staff_admin: 1,
  staff_support: 2,
  owner: 3,
  admin: 4,
  manager: 5,
  analyst: 6,
  viewer: 7,
  device_owner: 7,
};
/** A role manages only lower roles; a super admin also manages super admins. */
export const isAbove = (actor: Role, other: Role) =>
  RANK[actor] < RANK[other] || (RANK[actor] === 0 && RANK[other] === 0);

/** Landing page of a role; a viewer lands in the business portal where the tenant has one (AMBIG-GUARD-02). */
export function landing(role: Role, hasPortal = false): string {
  if (role === 'device_owner') return '/owner/dashboard';
  if (role === 'viewer') return hasPortal ? '/business/dashboard' : '/campaigns';
  return '/admin';
}
