/** A second tenant that a request writes to, beside the one it acts in. */
import { crossesTenants, isStaff } from '../../../shared/contract/wire/roles.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import { requireRecentPassword } from '../../http/recentPassword.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { mayActIn } from './tenantRule.ts';
import { tenantNodeOf } from './tenants.ts';

/**
 * Refuses what acting there would be refused, and answers the transaction in that tenant. Only for endpoints with
 * `tenants: 'all'`, whose area and level hold in each tenant alike.
 */
export async function inTargetTenant(
  ctx: TransactionContext,
  principal: UserPrincipal,
  tenant_id: string,
): Promise<TransactionContext> {
  const { role, home_tenant_id: home } = principal;
  const denied = new AppError('TENANT_DENIED', 'Your account may not act in this tenant.', {
    own: home,
    wanted: tenant_id,
  });
  if (tenant_id !== home && !crossesTenants(role)) throw denied;
  const target = await tenantNodeOf(ctx.tx, tenant_id);
  const own = await tenantNodeOf(ctx.tx, home);
  const user = { role, home, home_status: own?.status ?? 'archived' };
  if (!target || target.status === 'archived' || !mayActIn(user, target, ctx.server.config.tenantAccess))
    throw denied;
  if (target.status !== 'active' && !isStaff(role))
    throw new AppError('STATE', 'That tenant is not active: it can be read, not changed.', {
      status: target.status,
    });
  if (tenant_id !== home && !isStaff(role)) requireRecentPassword(principal, ctx.now);
  return { ...ctx, tenant_id, auditNote: {} };
}
