/** An upload takes its time: whoever sends its last byte may have lost meanwhile what he had when he began the call. */
import { eq } from 'drizzle-orm';
import { isStaff } from '../../../shared/contract/wire/roles.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { Server } from '../../context/server.ts';
import { tenants, users } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';

/** Throws where his role has changed, his account is no longer active, or the tenant is. */
export async function requireStillAllowed(
  { tenantTransactions }: Pick<Server, 'tenantTransactions'>,
  { user_id, tenant_id, role }: UserPrincipal,
): Promise<void> {
  const [user, tenant] = await tenantTransactions.lookUp('sign_in', async tx => [
    (await tx.select().from(users).where(eq(users.id, user_id)))[0],
    (await tx.select().from(tenants).where(eq(tenants.id, tenant_id)))[0],
  ]);
  if (user?.status !== 'active' || user.deleted_at !== null || user.role !== role)
    throw new AppError('FORBIDDEN', 'Your rights have changed: upload it again.');
  if (tenant?.status !== 'active' && !isStaff(role))
    throw new AppError('STATE', 'This tenant is suspended: it can be read, not changed.', {
      status: tenant?.status ?? 'archived',
    });
}
