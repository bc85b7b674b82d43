/** Which roles somebody may give away, and to whom he may do something: as the server's ladder has it. */
import { isAbove, isStaff, ROLES, type Role } from '../../../shared/contract/wire/roles.ts';
import type { User } from '../../../shared/contract/identity/auth.ts';
import type { Input } from '../../kit/resource/form.ts';
import type { CurrentUser } from '../../app/session/useCurrentUser.ts';

/** Staff roles belong to the platform, all others to its customers. */
export const isAssignableInTenant = (role: Role, { role: own, isOutsideHomeTenant }: CurrentUser) =>
  isStaff(role) === (isStaff(own) && !isOutsideHomeTenant);

const roleInput = (offered: (role: Role, actor: CurrentUser) => boolean): Input => ({
  as: 'select',
  options: ROLES,
  isOptionAllowed: (option, actor) => offered(option as Role, actor),
});
/** In the tenant acted in. */
export const ROLE_IN_CURRENT_TENANT = roleInput(
  (role, actor) => isAbove(actor.role, role) && isAssignableInTenant(role, actor),
);
/** In a tenant that is chosen beside it. */
export const ROLE_IN_ANY_TENANT = roleInput((role, actor) => isAbove(actor.role, role));

/** Nobody does it to himself, nor to who stands beside or above him. */
export const canManageUser = (user: Pick<User, 'id' | 'role'>, actor: CurrentUser) =>
  user.id !== actor.id && isAbove(actor.role, user.role);
/** Links and sessions of another tenant's people are left to staff. */
export const canManageCredentials = ({ role, isOutsideHomeTenant }: CurrentUser) =>
  isStaff(role) || !isOutsideHomeTenant;
