/** Who or what has suspended a partner, and who may bring it back. */
import { allows } from '../../wire/access.ts';
import { isStaff, type Role } from '../../wire/roles.ts';

export const SUSPENDED_BY = ['user', 'kill_switch', 'platform', 'breaker'] as const;
type SuspendedBy = (typeof SUSPENDED_BY)[number];
/** The kill switch, thrown in the partner's own account or, by staff, for all accounts. */
export const KILL_SWITCHES = ['kill_switch', 'platform'] as const satisfies readonly SuspendedBy[];
/** What a kill switch stopped is brought back by those alone who may throw that one. */
export const mayLift = (by: SuspendedBy | null, role: Role): boolean =>
  by === 'platform' ? isStaff(role) : by !== 'kill_switch' || allows(role, 'settings', 'W');
