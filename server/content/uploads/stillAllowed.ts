/** An upload takes its time: whoever sends its last byte may have lost meanwhile what he had when he began the call. */
import { eq } from 'drizzle-orm';
import { isStaff } from '../../../shared/contract/wire/roles.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { Server } from '../../context/server.ts';
import { tenants } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import { openSessionsOf } from '../../identity/session/openSessions.ts';

/** Throws where his session has ended, his rights have changed, or the tenant is no longer active. */
export async function requireStillAllowed(
  server: Pick<Server, 'tenantTransactions' | 'clock'>,
  { session_id, tenant_id, role }: UserPrincipal,
): Promise<void> {
  const open = await openSessionsOf(server, [session_id], { role, tenant_id });
  if (!open.has(session_id)) throw new AppError('FORBIDDEN', 'Your rights have changed: upload it again.');
  const [tenant] = await server.tenantTransactions.lookUp('sign_in', tx =>
    tx.select({ status: tenants.status }).from(tenants).where(eq(tenants.id, tenant_id)),
  );
  if (tenant?.status !== 'active' && !isStaff(role))
    throw new AppError('STATE', 'This tenant is suspended: it can be read, not changed.', {
      status: tenant?.status ?? 'archived',
    });
}
