/** Expected outcome of a call, from the hand-written specification alone. Pure. */
import type { ErrorCode } from '../../../shared/contract/wire/errors.ts';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import { holds, levelOf, type Call } from './expected.ts';

export type Outcome = 'ok' | ErrorCode;
export type Mode = 'spec' | 'strict';
/** Tenants as the caller sees them; for staff the platform is their own. */
export type Side = 'own' | 'other' | 'platform';
export interface Where {
  acts: Side;
  rows: Side;
}
export interface Who {
  kind: 'anonymous' | 'user' | 'device' | 'new_device';
  role: Role | null;
  /** Ended: revoked, or its user pending or suspended. */
  session: 'good' | 'ended';
  said: 'lately' | 'long ago';
  /** A device owner none of whose screens plays anything. */
  hasNothing: boolean;
}

const isStaff = (role: Role) => role.startsWith('staff_');

/** Registrations of every tenant are theirs to see and decide. */
export const decidesForAll = (role: Role | null) => role === 'staff_super_admin' || role === 'staff_admin';

/** Tenant rule: SSA, SA, admin, owner any tenant, others their own; never the platform for a tenant's role. */
function mayAct(role: Role, side: Side, mode: Mode): boolean {
  if (side === 'own') return true;
  if (decidesForAll(role)) return true;
  return (role === 'owner' || role === 'admin') && mode === 'spec' && side !== 'platform';
}

export function outcome(call: Call, who: Who, where: Where, mode: Mode): Outcome {
  const isOwn = where.rows === 'own';
  switch (call.who) {
    case 'anyone':
      return call.isOff ? 'FORBIDDEN' : 'ok';
    case 'loopback':
      return 'FORBIDDEN';
    case 'police':
      return 'AUTH_REQUIRED';
    case 'user':
      return ofUser(call, who, where, mode);
    case 'new_device':
      if (who.kind !== 'device' && who.kind !== 'new_device') return 'AUTH_REQUIRED';
      if (call.named === 'key' && !isOwn) return 'NOT_FOUND';
      return who.kind === 'new_device' ? 'ok' : 'DEVICE_UNKNOWN';
    case 'device':
    case 'device_or_link':
      if (who.kind === 'new_device') return 'DEVICE_UNKNOWN';
      if (who.kind !== 'device') return 'AUTH_REQUIRED';
      if (isOwn || call.named === null) return 'ok';
      return call.named === 'batch' ? 'RULE' : 'NOT_FOUND';
  }
}

function ofUser(call: Call, who: Who, where: Where, mode: Mode): Outcome {
  const { role } = who;
  if (who.kind !== 'user' || role === null) return 'AUTH_REQUIRED';
  if (who.session === 'ended') return 'SESSION_REVOKED';
  if (!mayAct(role, where.acts, mode)) return 'TENANT_DENIED';
  if (!holds(role, call.area, call.level)) return 'FORBIDDEN';
  if (call.isRecent && who.said === 'long ago') return 'REAUTH_REQUIRED';
  if (call.area === 'self') return call.named === null || where.rows === 'own' ? 'ok' : 'NOT_FOUND';
  if (where.acts !== 'own' && !isStaff(role)) {
    if (call.staff !== null) return 'FORBIDDEN';
    if (who.said === 'long ago') return 'REAUTH_REQUIRED';
  }
  if (call.area === 'police_keys' && who.said === 'long ago') return 'REAUTH_REQUIRED';
  if (call.staff === 'always' && !isStaff(role)) return 'FORBIDDEN';
  if (call.named === 'below' || call.named === 'makes_below') return onBelow(call.named, role, where);
  if (call.named === 'own_people') return isStaff(role) || where.acts !== 'own' ? 'RULE' : 'ok';
  if (call.named === 'desk') return onTicket(role, where);
  if (call.named === 'contract' || call.named === 'party') return onContract(call.named, role, where);
  if (call.named === 'copied') return onCopy(who, role, where, mode);
  if (call.named === 'person') return 'NOT_FOUND';
  if (call.named === 'mine') return where.rows === 'own' && where.acts === 'own' ? 'ok' : 'NOT_FOUND';
  if (call.named === 'asked_for' && levelOf(role, call.area) === 'S') return 'NOT_FOUND';
  if (where.rows !== where.acts) return onForeign(call, role, where, mode);
  if (call.named === 'asked' && !holds(role, call.area, 'A')) return 'FORBIDDEN';
  return who.hasNothing && call.named === 'tenant' ? 'NOT_FOUND' : 'ok';
}

/** Staff at home acts in the platform, below which no tenant stands. */
function onBelow(named: 'below' | 'makes_below', role: Role, where: Where): Outcome {
  if (isStaff(role) && where.acts === 'own') return named === 'below' ? 'NOT_FOUND' : 'RULE';
  return named === 'makes_below' || where.rows === where.acts ? 'ok' : 'NOT_FOUND';
}

/** AMBIG-TENANT-03: staff at home answers the tickets of all tenants; a tenant's own people do so at home alone. */
function onTicket(role: Role, where: Where): Outcome {
  if (where.acts === 'own' && (isStaff(role) || where.rows === 'own')) return 'ok';
  return isStaff(role) && where.rows === where.acts ? 'ok' : 'NOT_FOUND';
}

/** Nobody here is a signatory: owner and admin alone sign what names them, and who reads no contracts sees none. */
function onContract(named: 'contract' | 'party', role: Role, where: Where): Outcome {
  if (where.rows !== where.acts || !holds(role, 'contracts', 'R')) return 'NOT_FOUND';
  if (named === 'contract') return 'ok';
  return where.acts === 'own' && (role === 'owner' || role === 'admin') ? 'ok' : 'FORBIDDEN';
}

/** To the tenant below that of the rows: he must be one who may act there. */
function onCopy(who: Who, role: Role, where: Where, mode: Mode): Outcome {
  if (!decidesForAll(role)) {
    if (role !== 'owner' && role !== 'admin') return 'TENANT_DENIED';
    if (mode === 'strict' && where.rows !== 'own') return 'TENANT_DENIED';
    if (who.said === 'long ago') return 'REAUTH_REQUIRED';
  }
  return where.rows === where.acts ? 'ok' : 'NOT_FOUND';
}

/** Rows of a tenant that is not the one acted in. */
function onForeign(call: Call, role: Role, where: Where, mode: Mode): Outcome {
  switch (call.named) {
    case 'desk':
    case 'tenant':
    case 'asked':
    case 'asked_for':
      return 'NOT_FOUND';
    case 'pending':
      return decidesForAll(role) ? 'ok' : 'NOT_FOUND';
    case 'parent':
      return isStaff(role) ? 'ok' : 'VALIDATION';
    case 'tenants':
      if (!mayAct(role, where.rows, mode)) return 'NOT_FOUND';
      return isStaff(role) || call.level === 'R' ? 'ok' : 'TENANT_DENIED';
    case 'below':
    case 'makes_below':
    case 'person':
    case 'mine':
    case 'contract':
    case 'party':
    case 'key':
    case 'batch':
    case 'copied':
    case 'own_people':
    case null:
      return 'ok';
  }
}
