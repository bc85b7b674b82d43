/** What of the tenant a new campaign begins with: its currency, and the time zone of most of its screens. */
import { and, count, desc, eq, isNull, ne } from 'drizzle-orm';
import { requireFound } from '../../db/rows.ts';
import { devices, tenants } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

export async function defaultsOf({ tx, tenant_id }: TransactionContext) {
  const [tenant] = await tx
    .select({ currency: tenants.currency, tz: tenants.tz })
    .from(tenants)
    .where(eq(tenants.id, tenant_id));
  const [zone] = await tx
    .select({ tz: devices.tz })
    .from(devices)
    .where(and(eq(devices.tenant_id, tenant_id), isNull(devices.deleted_at), ne(devices.state, 'retired')))
    .groupBy(devices.tz)
    .orderBy(desc(count()), devices.tz)
    .limit(1);
  return { ...requireFound(tenant, 'tenant'), ...zone };
}
