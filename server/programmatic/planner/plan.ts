/** Every few seconds: spots of the next hours are offered to partners, ahead by as much as each screen needs. */
import { eq } from 'drizzle-orm';
import { partners } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { isFeatureOff } from '../../identity/tenants/layers.ts';
import { inTenant } from '../../transaction/context.ts';
import { expireSpots, revokeStopped } from '../spots/spots.ts';
import { holdAuction } from './hold.ts';
import { createPartnerLimits, type PartnerLimits } from './limits.ts';
import { opportunitiesOf } from './opportunities.ts';
import { storeAuction } from './store.ts';

const PAUSE_MS = 10_000;
/** Of one tenant in one round, so that none keeps the others waiting. */
const AT_ONCE = 20;
type OnFault = (error: unknown) => void;

const tenantsWith = ({ tenantTransactions }: Server) =>
  tenantTransactions.acrossTenants(async tx =>
    (
      await tx.selectDistinct({ id: partners.tenant_id }).from(partners).where(eq(partners.state, 'active'))
    ).map(({ id }) => id),
  );

/** How many auctions were held. One that fails keeps no other from being held. */
export async function planTenant(
  server: Server,
  limits: PartnerLimits,
  { tenant_id, onFault }: { tenant_id: string; onFault: OnFault },
): Promise<number> {
  const act = { tenant_id, user_id: null };
  if (await isFeatureOff(server, tenant_id, 'programmatic')) return 0;
  const opportunities = await inTenant(server, act, ctx => opportunitiesOf(ctx, AT_ONCE));
  const held = opportunities.map(async opportunity => {
    const auction = await holdAuction(server, limits, opportunity);
    await inTenant(server, act, ctx => storeAuction(ctx, auction));
  });
  for (const done of await Promise.allSettled(held)) if (done.status === 'rejected') onFault(done.reason);
  return opportunities.length;
}

/** Spots of tenants whose partners have all been stopped end, too. */
const tenantsWithSpots = ({ tenantTransactions }: Server) =>
  tenantTransactions.acrossTenants(async tx =>
    (await tx.selectDistinct({ id: partners.tenant_id }).from(partners)).map(({ id }) => id),
  );

export async function planAll(server: Server, limits: PartnerLimits, onFault: OnFault): Promise<void> {
  for (const tenant_id of await tenantsWithSpots(server))
    await inTenant(server, { tenant_id, user_id: null }, async ctx => {
      await revokeStopped(ctx);
      await expireSpots(ctx);
    }).catch(onFault);
  await Promise.all(
    (await tenantsWith(server)).map(tenant_id =>
      planTenant(server, limits, { tenant_id, onFault }).catch(onFault),
    ),
  );
}

/** Returns what ends it. */
export function startPlanner(server: Server, onFault: OnFault): () => void {
  const limits = createPartnerLimits(server.clock);
  return server.periodic.start('auctions', PAUSE_MS, report => planAll(server, limits, report), onFault);
}
