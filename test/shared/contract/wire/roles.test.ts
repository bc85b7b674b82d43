import { describe, expect, it } from 'vitest';
import { AREAS, allows, cellOf } from '../../../../shared/contract/wire/access.ts';
import {
  ADMIN_ROLES,
  can,
  crossesTenants,
  hasPermission,
  isAbove,
  isAdminRole,
  landing,
  PERMISSIONS,
  ROLES,
  type Permission,
  type Role,
} from '../../../../shared/contract/wire/roles.ts';
import { GRANTS, isApart } from '../../../support/grants.ts';
import { RULES, type RulePrincipal } from '../../../../shared/contract/wire/rules.ts';

const sorted = (words: readonly string[]) => [...words].sort();
const holders = (permission: Permission) => ROLES.filter(role => hasPermission(role, permission));
const ALL = [
  'manage_users',
  'manage_tenants',
  'manage_devices',
  'manage_campaigns',
  'manage_creatives',
  'view_analytics',
  'manage_system',
  'manage_billing',
];
const expectHeld = (role: Role, permissions: readonly string[]) =>
  expect(sorted(PERMISSIONS[role])).toEqual(sorted(permissions));
/** Held by these alone, and what the server and the guards ask lets in who holds it or manages the same. */
const expectHolders = (permission: Permission, roles: readonly Role[]) => {
  expect(sorted(holders(permission))).toEqual(sorted(roles));
  const [area, level] = GRANTS[permission];
  const isLetIn = (role: Role) => allows(role, area, level);
  expect(ROLES.filter(isLetIn)).toEqual(ROLES.filter(role => can(role, permission) && !isApart(role, area)));
};

describe('the roles', () => {
  it('ROLE-10 are exactly nine', () => {
    expect(sorted(ROLES)).toEqual(
      sorted([
        'staff_super_admin',
        'staff_admin',
        'staff_support',
        'owner',
        'manager',
        'analyst',
        'admin',
        'viewer',
        'device_owner',
      ]),
    );
  });
  it('ROLE-11 of the admin area are seven', () => {
    expect(sorted(ADMIN_ROLES)).toEqual(
      sorted(['staff_super_admin', 'staff_admin', 'staff_support', 'owner', 'manager', 'analyst', 'admin']),
    );
  });
  it('are those that may read the admin shell', () => {
    expect(ROLES.filter(role => allows(role, 'admin', 'R'))).toEqual(ROLES.filter(isAdminRole));
  });
  it('TENANT-01 may act in any tenant where they are staff_super_admin, staff_admin, admin or owner', () => {
    expect(sorted(ROLES.filter(crossesTenants))).toEqual(
      sorted(['staff_super_admin', 'staff_admin', 'admin', 'owner']),
    );
  });
});

describe('the permissions', () => {
  it('PERM-10 manage_users is held by four roles', () => {
    expectHolders('manage_users', ['staff_super_admin', 'staff_admin', 'owner', 'admin']);
  });
  it('PERM-11 manage_tenants is held by four roles', () => {
    expectHolders('manage_tenants', ['staff_super_admin', 'staff_admin', 'owner', 'admin']);
  });
  it('PERM-12 manage_devices is held by six roles', () => {
    const six = ['staff_super_admin', 'staff_admin', 'staff_support', 'owner', 'manager', 'admin'] as const;
    expectHolders('manage_devices', six);
  });
  it('PERM-13 manage_campaigns is held by five roles', () => {
    expectHolders('manage_campaigns', ['staff_super_admin', 'staff_admin', 'owner', 'manager', 'admin']);
  });
  it('PERM-14 manage_creatives is held by five roles', () => {
    expectHolders('manage_creatives', ['staff_super_admin', 'staff_admin', 'owner', 'manager', 'admin']);
  });
  it('PERM-15 view_analytics is held by eight roles', () => {
    expectHolders(
      'view_analytics',
      ROLES.filter(role => role !== 'viewer'),
    );
  });
  it('PERM-16 manage_system is held by four roles', () => {
    expectHolders('manage_system', ['staff_super_admin', 'staff_admin', 'owner', 'admin']);
  });
  it('PERM-17 manage_billing is held by four roles', () => {
    expectHolders('manage_billing', ['staff_super_admin', 'staff_admin', 'owner', 'admin']);
  });
  it('PERM-18 view_campaigns is held by four roles', () => {
    expectHolders('view_campaigns', ['staff_support', 'analyst', 'viewer', 'device_owner']);
  });
  it('PERM-19 view_creatives is held by four roles', () => {
    expectHolders('view_creatives', ['staff_support', 'analyst', 'viewer', 'device_owner']);
  });
  it('AMBIG-PERM-01 the table stays literal, and whoever manages may view', () => {
    expect(hasPermission('admin', 'view_campaigns')).toBe(false);
    expect(can('admin', 'view_campaigns')).toBe(true);
    expect(can('admin', 'view_creatives')).toBe(true);
    expect(can('viewer', 'manage_campaigns')).toBe(false);
    expect(can('viewer', 'view_analytics')).toBe(false);
    for (const role of ROLES)
      for (const permission of PERMISSIONS[role]) expect(can(role, permission)).toBe(true);
  });
  it('of each role are held by nobody by accident', () => {
    expectHeld('staff_super_admin', ALL);
    expectHeld('staff_support', ['view_analytics', 'view_campaigns', 'view_creatives', 'manage_devices']);
  });
});

describe('the ladder', () => {
  const below = (actor: Role) => ROLES.filter(role => isAbove(actor, role));
  it('lets everybody reach only below himself, those at the top their peers too', () => {
    expect(below('staff_super_admin')).toEqual([...ROLES]);
    expect(below('staff_admin')).toEqual(ROLES.slice(2));
    expect(below('owner')).toEqual(['admin', 'manager', 'analyst', 'viewer', 'device_owner']);
    expect(below('admin')).toEqual(['manager', 'analyst', 'viewer', 'device_owner']);
    expect(below('analyst')).toEqual(['viewer', 'device_owner']);
    expect(below('viewer')).toEqual([]);
    expect(isAbove('viewer', 'device_owner')).toBe(false);
    expect(isAbove('device_owner', 'viewer')).toBe(false);
  });
});

describe('the landing', () => {
  it('GUARD-09 of the seven admin-area roles is /admin', () => {
    for (const role of ADMIN_ROLES) expect(landing(role)).toBe('/admin');
  });
  it('GUARD-10 of a device_owner is /owner/dashboard', () => {
    expect(landing('device_owner')).toBe('/owner/dashboard');
  });
  it('of a viewer is the business portal where its tenant has one, else its campaigns', () => {
    expect([landing('viewer', true), landing('viewer', false)]).toEqual([
      '/business/dashboard',
      '/campaigns',
    ]);
  });
});

describe('the matrix', () => {
  it('has a cell for every role in every area, and a rule only where there is a level', () => {
    for (const [area, row] of Object.entries(AREAS)) {
      expect([area, Object.keys(row.cells)]).toEqual([area, [...ROLES]]);
      for (const cell of Object.values(row.cells)) {
        expect(['-', 'R', 'S', 'W', 'A']).toContain(cell.level);
        if (cell.rule !== null) {
          expect(Object.keys(RULES)).toContain(cell.rule);
          expect(cell.level).not.toBe('-');
        }
      }
    }
  });
  it('lets nobody write in an area whose permissions he does not hold', () => {
    for (const [area, { permissions }] of Object.entries(AREAS))
      for (const role of ROLES) {
        const isBound = permissions.length === 0 || permissions.some(held => hasPermission(role, held));
        const writes = allows(role, area as keyof typeof AREAS, 'W');
        expect([area, role, writes && !isBound]).toEqual([area, role, false]);
      }
  });
  it('PERM-20 of an area that needs several permissions is open to who holds all of them, and to nobody else', () => {
    const { permissions, needsEvery } = AREAS.migration;
    expect([needsEvery, permissions.length]).toEqual([true, 6]);
    const open = ROLES.filter(role => allows(role, 'migration', 'R'));
    expect(open).toEqual(ROLES.filter(role => permissions.every(permission => can(role, permission))));
    expect(open).toEqual(['staff_super_admin', 'staff_admin', 'owner', 'admin']);
  });
  it('levels hold those below them, but for one’s own, which is asked for by name', () => {
    expect(['R', 'S', 'W', 'A'].map(level => allows('owner', 'submissions', level as 'R'))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['R', 'S', 'W', 'A'].map(level => allows('viewer', 'submit', level as 'R'))).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect(cellOf('device_owner', 'owner')).toEqual({ level: 'W', rule: 'own' });
  });
});

describe('a rule', () => {
  const actor: RulePrincipal = { user_id: 'u', home_tenant_id: 'h', tenant_id: 'h', is_signatory: false };
  const away = { ...actor, tenant_id: 't' };
  it.each([
    ['own', actor, { owner_user_id: 'u' }, { owner_user_id: 'v' }],
    ['own_devices', actor, { device_owner_ids: ['v', 'u'] }, {}],
    ['own_tenant', away, { tenant_id: 'h' }, { tenant_id: 't' }],
    ['of_tenant', away, { scope: 'tenant', tenant_id: 't' }, { scope: 'platform', tenant_id: 't' }],
    ['as_tenant', away, { tenant_id: 't' }, { tenant_id: 'h' }],
    ['draft', actor, { state: 'draft' }, { state: 'live' }],
    ['request', actor, { is_request: true }, {}],
  ] as const)('%s holds for its own and for nothing else', (name, who, yes, no) => {
    expect(RULES[name](who, yes)).toBe(true);
    expect(RULES[name](who, no)).toBe(false);
  });
  it('signatory asks the person, not the thing', () => {
    expect(RULES.signatory({ ...actor, is_signatory: true })).toBe(true);
    expect(RULES.signatory(actor)).toBe(false);
  });
  it('as_tenant never holds at home', () => {
    expect(RULES.as_tenant(actor, { tenant_id: 'h' })).toBe(false);
  });
});
