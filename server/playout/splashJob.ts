/** Brings the picture of a white label to the screens of the tenants that wear it. */
import { eq, inArray } from 'drizzle-orm';
import { tenants } from '../db/schema.ts';
import { treeOf } from '../identity/tenants/tenants.ts';
import { brandOf } from '../identity/whiteLabel/brands.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { inTenant, type TransactionContext } from '../transaction/context.ts';
import { documentOf, storeDocuments } from './documents.ts';
import { refreshDevices } from './heads.ts';
import { splashOf } from './splash.ts';
import { screensOf } from './weather/reading.ts';

async function setSplash(ctx: TransactionContext, picture: string | null): Promise<void> {
  const document = picture === null ? null : documentOf({ kind: 'splash', picture });
  const sha256 = document?.sha256 ?? null;
  if ((await splashOf(ctx)) === sha256) return;
  if (document) await storeDocuments(ctx, [document]);
  await ctx.tx.update(tenants).set({ splash_sha256: sha256 }).where(eq(tenants.id, ctx.tenant_id));
  await refreshDevices(ctx, await screensOf(ctx));
}

/** Of the tenant and of all below it, each by what it wears. */
export const splashJob: JobHandler = async (server, { tenant_id }) => {
  const rows = await server.tenantTransactions.acrossTenants(tx =>
    tx
      .select({ id: tenants.id })
      .from(tenants)
      .where(inArray(tenants.id, treeOf(tenant_id)))
      .orderBy(tenants.id),
  );
  for (const { id } of rows) {
    const brand = await brandOf(server, id);
    await inTenant(server, { tenant_id: id, user_id: null }, ctx =>
      setSplash(ctx, brand?.player_splash ?? null),
    );
  }
};
