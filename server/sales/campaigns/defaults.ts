/** What of the tenant a new campaign begins with. */
import { eq } from 'drizzle-orm';
import { requireFound } from '../../db/rows.ts';
import { tenants } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

export async function defaultsOf({ tx, tenant_id }: TransactionContext) {
  const [tenant] = await tx
    .select({ currency: tenants.currency, tz: tenants.tz })
    .from(tenants)
    .where(eq(tenants.id, tenant_id));
  return requireFound(tenant, 'tenant');
}
