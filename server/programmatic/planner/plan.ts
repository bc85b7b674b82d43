/** Every few seconds: spots of the next hours are offered to partners, ahead by as much as each screen needs. */
import { eq } from 'drizzle-orm';
import { partners } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { inTenant } from '../../transaction/context.ts';
import { expireSpots, revokeStopped } from '../spots/spots.ts';
import { holdAuction } from './hold.ts';
import { createHistories, type Histories } from './histories.ts';
import { createPartnerLimits, type PartnerLimits } from './limits.ts';
import { opportunitiesOf } from './opportunities.ts';
import { storeAuction } from './store.ts';

const PAUSE_MS = 10_000;
/** Of one tenant in one round, so that none keeps the others waiting: a thousand screens, each with a spot in five minutes. */
const IN_A_ROUND = 200;
/** Each writes in a transaction of its own, and screens need connections, too. */
const AT_ONCE = 10;
/** What a process remembers from round to round. */
export interface PlannerMemory {
  limits: PartnerLimits;
  histories: Histories;
}
export const plannerMemory = (clock: Server['clock']): PlannerMemory => ({
  limits: createPartnerLimits(clock),
  histories: createHistories(clock),
});
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
  { limits, histories }: PlannerMemory,
  { tenant_id, onFault }: { tenant_id: string; onFault: OnFault },
): Promise<number> {
  const act = { tenant_id, user_id: null };
  const opportunities = await inTenant(server, act, ctx => opportunitiesOf(ctx, histories, IN_A_ROUND));
  const waiting = [...opportunities];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      try {
        const auction = await holdAuction(server, limits, next);
        await inTenant(server, act, ctx => storeAuction(ctx, auction));
      } catch (error) {
        onFault(error);
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return opportunities.length;
}

/** Spots of tenants whose partners have all been stopped end, too. */
const tenantsWithSpots = ({ tenantTransactions }: Server) =>
  tenantTransactions.acrossTenants(async tx =>
    (await tx.selectDistinct({ id: partners.tenant_id }).from(partners)).map(({ id }) => id),
  );

export async function planAll(server: Server, memory: PlannerMemory, onFault: OnFault): Promise<void> {
  for (const tenant_id of await tenantsWithSpots(server))
    await inTenant(server, { tenant_id, user_id: null }, async ctx => {
      await revokeStopped(ctx);
      await expireSpots(ctx);
    }).catch(onFault);
  await Promise.all(
    (await tenantsWith(server)).map(tenant_id =>
      planTenant(server, memory, { tenant_id, onFault }).catch(onFault),
    ),
  );
}

/** Returns what ends it. */
export function startPlanner(server: Server, onFault: OnFault): () => void {
  const memory = plannerMemory(server.clock);
  return server.periodic.start('auctions', PAUSE_MS, report => planAll(server, memory, report), onFault);
}
