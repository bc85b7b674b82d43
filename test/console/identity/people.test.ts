import { describe, expect, it } from 'vitest';
import {
  isAssignableInTenant,
  canManageCredentials,
  canManageUser,
  ROLE_IN_ANY_TENANT,
  ROLE_IN_CURRENT_TENANT,
} from '../../../console/identity/users/roles.ts';
import { PROFILE_FORM } from '../../../console/identity/profile/form.ts';
import { groupFields } from '../../../console/kit/resource/groupFields.ts';
import { browserName } from '../../../shared/i18n/browserName.ts';
import type { CurrentUser } from '../../../console/app/session/useCurrentUser.ts';
import { ROLES, type Role } from '../../../shared/contract/wire/roles.ts';
import { person } from '../../support/console/console.tsx';

const actor = (role: Role, more: Partial<CurrentUser> = {}): CurrentUser => ({
  id: 'me',
  tenant_id: 'here',
  role,
  currency: 'EUR',
  hasPortal: false,
  isOutsideHomeTenant: false,
  ...more,
});
const offered = (input: typeof ROLE_IN_CURRENT_TENANT, who: CurrentUser) =>
  input.as === 'select' ? input.options.filter(option => input.isOptionAllowed?.(option, who)) : [];

describe('roles somebody may give', () => {
  it.each([
    [actor('owner'), ['admin', 'manager', 'analyst', 'viewer', 'device_owner']],
    [actor('admin'), ['manager', 'analyst', 'viewer', 'device_owner']],
    [actor('staff_super_admin'), ['staff_super_admin', 'staff_admin', 'staff_support']],
    [
      actor('staff_admin', { isOutsideHomeTenant: true }),
      ['owner', 'admin', 'manager', 'analyst', 'viewer', 'device_owner'],
    ],
    [actor('viewer'), []],
  ])('are those below his own that belong where he acts: %o', (who, expected) => {
    expect(offered(ROLE_IN_CURRENT_TENANT, who)).toEqual(expected);
  });

  it('are all below his own where he chooses the tenant, too', () => {
    expect(offered(ROLE_IN_ANY_TENANT, actor('staff_admin'))).toEqual(ROLES.slice(2));
  });

  it('keep staff in the platform and everybody else out of it', () => {
    expect(ROLES.filter(role => isAssignableInTenant(role, actor('staff_admin')))).toEqual(ROLES.slice(0, 3));
    expect(ROLES.filter(role => isAssignableInTenant(role, actor('owner')))).toEqual(ROLES.slice(3));
  });
});

describe('what is done to somebody', () => {
  it.each([
    [actor('admin'), { id: 'me', role: 'admin' }, false],
    [actor('admin'), { id: 'other', role: 'admin' }, false],
    [actor('admin'), { id: 'other', role: 'owner' }, false],
    [actor('admin'), { id: 'other', role: 'manager' }, true],
    [actor('staff_super_admin'), { id: 'me', role: 'staff_super_admin' }, false],
    [actor('staff_super_admin'), { id: 'other', role: 'staff_super_admin' }, true],
  ] as const)('is done by who stands above him, and never by himself: %o %o', (who, user, allowed) => {
    expect(canManageUser(user, who)).toBe(allowed);
  });

  it('is left to staff in another tenant, where it is about passwords and sessions', () => {
    expect([
      canManageCredentials(actor('owner')),
      canManageCredentials(actor('owner', { isOutsideHomeTenant: true })),
      canManageCredentials(actor('staff_admin', { isOutsideHomeTenant: true })),
    ]).toEqual([true, false, true]);
  });
});

describe('a value that is edited in parts', () => {
  const parts = { limit_users: 'users', limit_devices: 'devices' };
  it('goes out whole where one of them was changed, and not at all where none was', () => {
    const whole = { users: 3, devices: null };
    const gathered = (changed: object) =>
      groupFields({ ...changed }, { field: 'limits', current: whole, parts });
    expect(gathered({ name: 'A', limit_users: 4 })).toEqual({
      name: 'A',
      limits: { users: 4, devices: null },
    });
    expect(gathered({ name: 'A' })).toEqual({ name: 'A' });
  });

  it('keeps the other preferences of a profile', () => {
    const me = person('admin');
    expect(PROFILE_FORM.body?.({ theme: 'dark', first_name: 'Rui' }, me)).toEqual({
      first_name: 'Rui',
      prefs: { ...me.prefs, theme: 'dark' },
    });
  });
});

const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';
describe('a browser', () => {
  it.each([
    [`${AGENT} Safari/537.36`, 'Chrome, Windows'],
    [`${AGENT} Safari/537.36 Edg/140.0.0.0`, 'Edge, Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox, Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari, iOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
      'Chrome, Android',
    ],
    ['curl/8.5.0', 'curl/8.5.0'],
  ])('is called by its name and system: %s', (agent, name) => {
    expect(browserName(agent)).toBe(name);
  });
});
