/** Guards of the role hierarchy: a user acts only on lower roles, never on himself, never on the last owner or super admin. */
import { and, eq, isNull, ne } from 'drizzle-orm';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { isAbove, isStaff, type Role } from '../../../shared/contract/wire/roles.ts';
import type { Tenant } from '../../../shared/contract/identity/tenant.ts';
import { tenants, users } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { UserRow } from './users.ts';

const refusal = (actor: UserPrincipal, other: Role) =>
  new AppError('FORBIDDEN', 'Only somebody above this role may do that.', { role: actor.role, other });

export function requireAbove(actor: UserPrincipal, target: Pick<UserRow, 'id' | 'role'>): void {
  if (target.id === actor.user_id)
    throw new AppError('FORBIDDEN', 'Nobody does this to himself.', { role: actor.role, other: target.role });
  if (!isAbove(actor.role, target.role)) throw refusal(actor, target.role);
}

export function requireGrantable(actor: UserPrincipal, role: Role): void {
  if (!isAbove(actor.role, role)) throw refusal(actor, role);
}

/** Staff roles belong to the platform tenant, all other roles to customer tenants. */
export async function requireRoleFitsTenant(
  { tx }: TransactionContext,
  role: Role,
  tenant_id: string,
): Promise<void> {
  const [tenant] = await tx
    .select({ kind: tenants.kind, status: tenants.status })
    .from(tenants)
    .where(and(eq(tenants.id, tenant_id), isNull(tenants.deleted_at)));
  const refuse = (field: string, text: string) => new AppError('VALIDATION', text, { [field]: [text] });
  if (!tenant || tenant.status === 'archived') throw refuse('tenant_id', 'There is no such tenant.');
  const kind: Tenant['kind'] = tenant.kind;
  if ((kind === 'platform') !== isStaff(role))
    throw refuse('role', 'Staff roles belong to the platform, all others to its customers.');
}

const PROTECTED_ROLES: readonly Role[] = ['owner', 'staff_super_admin'];

/** Locks the other holders of the role, so that two users cannot remove each other at the same time. */
export async function isNotLast({ tx, tenant_id }: TransactionContext, user: UserRow): Promise<boolean> {
  if (!PROTECTED_ROLES.includes(user.role) || user.status !== 'active') return true;
  const others = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.tenant_id, tenant_id),
        eq(users.role, user.role),
        eq(users.status, 'active'),
        isNull(users.deleted_at),
        ne(users.id, user.id),
      ),
    )
    .orderBy(users.id)
    .for('update');
  return others.length > 0;
}

export async function requireNotLast(ctx: TransactionContext, user: UserRow): Promise<void> {
  if (!(await isNotLast(ctx, user)))
    throw new AppError('RULE', `This is the last ${user.role}; name another first.`, { role: ['last'] });
}
