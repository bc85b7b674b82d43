/** Who may do something to whom: below oneself only, never to oneself, never to the last of a kind. */
import { and, eq, isNull, ne } from 'drizzle-orm';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { isAbove, isStaff, type Role } from '../../../shared/contract/wire/roles.ts';
import type { Tenant } from '../../../shared/contract/identity/tenant.ts';
import { tenants, users } from '../../db/schema.ts';
import type { UserCaller } from '../../http/caller.ts';
import type { Work } from '../../transaction/work.ts';
import type { UserRow } from './users.ts';

const refusal = (actor: UserCaller, other: Role) =>
  new AppError('FORBIDDEN', 'Only somebody above this role may do that.', { role: actor.role, other });

export function requireAbove(actor: UserCaller, target: Pick<UserRow, 'id' | 'role'>): void {
  if (target.id === actor.user_id)
    throw new AppError('FORBIDDEN', 'Nobody does this to himself.', { role: actor.role, other: target.role });
  if (!isAbove(actor.role, target.role)) throw refusal(actor, target.role);
}

export function requireGrantable(actor: UserCaller, role: Role): void {
  if (!isAbove(actor.role, role)) throw refusal(actor, role);
}

/** Staff belong to the platform and nobody else does. */
export async function requireFitting({ tx }: Work, role: Role, tenant_id: string): Promise<void> {
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

const LAST: readonly Role[] = ['owner', 'staff_super_admin'];

/** Locks the others of the kind, so that two cannot remove each other. */
export async function requireAnother({ tx, tenant_id }: Work, user: UserRow): Promise<void> {
  if (!LAST.includes(user.role) || user.status !== 'active') return;
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
  if (others.length === 0)
    throw new AppError('RULE', `This is the last ${user.role}; name another first.`, { role: ['last'] });
}
