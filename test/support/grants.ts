/** What each permission opens, by hand: the area and the level that server and guards ask for. */
import type { Area, Level } from '../../shared/contract/wire/access.ts';
import type { Permission, Role } from '../../shared/contract/wire/roles.ts';

export const GRANTS: Record<Permission, [Area, Level]> = {
  manage_users: ['users', 'W'],
  manage_tenants: ['tenants', 'W'],
  manage_devices: ['devices', 'W'],
  manage_campaigns: ['campaigns', 'W'],
  manage_creatives: ['creatives', 'W'],
  view_analytics: ['analytics', 'R'],
  manage_system: ['compliance', 'A'],
  manage_billing: ['billing', 'A'],
  view_campaigns: ['campaigns', 'R'],
  view_creatives: ['creatives', 'R'],
};
/** A device owner views the figures of his own screens alone, on his dashboard. */
export const isApart = (role: Role, area: Area) => role === 'device_owner' && area === 'analytics';
