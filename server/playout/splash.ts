/** What the screens of a tenant show before they have content: the picture of the white label it wears. */
import { eq } from 'drizzle-orm';
import { tenants } from '../db/schema.ts';
import type { TransactionContext } from '../transaction/context.ts';

/** Kept beside the tenant, because its transactions see no tenant above it. */
export async function splashOf({ tx, tenant_id }: TransactionContext): Promise<string | null> {
  const [row] = await tx
    .select({ sha256: tenants.splash_sha256 })
    .from(tenants)
    .where(eq(tenants.id, tenant_id));
  return row?.sha256 ?? null;
}
