/** Which roles somebody may give away, and to whom he may do something: as the server's ladder has it. */
import { isAbove, isStaff, ROLES, type Role } from '../../../shared/contract/wire/roles.ts';
import type { User } from '../../../shared/contract/identity/auth.ts';
import type { Input } from '../../kit/resource/form.ts';
import type { CurrentUser } from '../../app/session/useVisitor.ts';

/** Staff roles belong to the platform, all others to its customers. */
export const fitsHere = (role: Role, { role: own, isOutsideHomeTenant: isVisiting }: CurrentUser) =>
  isStaff(role) === (isStaff(own) && !isVisiting);

const pickOf = (offered: (role: Role, actor: CurrentUser) => boolean): Input => ({
  as: 'select',
  options: ROLES,
  offered: (option, actor) => offered(option as Role, actor),
});
/** In the tenant acted in. */
export const ROLE_HERE = pickOf((role, actor) => isAbove(actor.role, role) && fitsHere(role, actor));
/** In a tenant that is chosen beside it. */
export const ROLE_ANYWHERE = pickOf((role, actor) => isAbove(actor.role, role));

/** Nobody does it to himself, nor to who stands beside or above him. */
export const isBelow = (user: Pick<User, 'id' | 'role'>, actor: CurrentUser) =>
  user.id !== actor.id && isAbove(actor.role, user.role);
/** Links and sessions of another tenant's people are left to staff. */
export const isAtHome = ({ role, isOutsideHomeTenant: isVisiting }: CurrentUser) => isStaff(role) || !isVisiting;
