/** Every few seconds: spots of the next hours are offered to partners, ahead by as much as each screen needs. */
import { eq } from 'drizzle-orm';
import { every } from '../../../shared/clock.ts';
import { partners } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { inTenant } from '../../transaction/context.ts';
import { endOverdue, endUndecided, expireSpots, revokeStopped } from '../spots/spots.ts';
import { holdAuction } from './hold.ts';
import { createHistories, type Histories } from './histories.ts';
import { accountKeptOut } from './keptOut.ts';
import { createPartnerLimits, type PartnerLimits } from './limits.ts';
import { opportunitiesOf } from './opportunities.ts';
import { planSecondSpots } from './secondSpots.ts';
import { storeAuction } from './store.ts';

const PAUSE_MS = 10_000;
/** Of one tenant in one round, so that none keeps the others waiting: a thousand screens, each with a spot in five minutes. */
const IN_A_ROUND = 200;
/** Each writes in a transaction of its own, and screens need connections, too. */
const AT_ONCE = 10;
/** ms; a screen needs time to learn of the spot and to fetch its file. */
const LEAST_LEAD_MS = 60_000;
/** What a process remembers from round to round. */
export interface PlannerMemory {
  limits: PartnerLimits;
  histories: Histories;
  /** Of tenants whose round is under way. */
  rounds: Map<string, Promise<void>>;
}
export const plannerMemory = (clock: Server['clock']): PlannerMemory => ({
  limits: createPartnerLimits(clock),
  histories: createHistories(clock),
  rounds: new Map(),
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
  if ((await inTenant(server, act, accountKeptOut)) !== null) return 0;
  await inTenant(server, act, ctx => planSecondSpots(ctx, histories)).catch(onFault);
  const opportunities = await inTenant(server, act, ctx => opportunitiesOf(ctx, histories, IN_A_ROUND));
  const waiting = [...opportunities];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      try {
        /** While others waited, its time has come near: the next round offers the one after it. */
        if (next.slot.from - server.clock.now() < LEAST_LEAD_MS) continue;
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

/** Waits for no partner, so that what was stopped is taken back whoever is slow. */
export async function endSpots(server: Server, onFault: OnFault): Promise<void> {
  for (const tenant_id of await tenantsWithSpots(server))
    await inTenant(server, { tenant_id, user_id: null }, async ctx => {
      await revokeStopped(ctx);
      await expireSpots(ctx);
      await endOverdue(ctx);
      await endUndecided(ctx);
    }).catch(onFault);
}

/** By one of all nodes: they would only wait for each other's locks. */
const endSpotsOnce = async (server: Server, onFault: OnFault) => {
  if (await server.leads()) await endSpots(server, onFault);
};

/** Each tenant has rounds of its own: one whose partners are slow holds up no other. Resolves once those begun now are over. */
export async function planAll(server: Server, memory: PlannerMemory, onFault: OnFault): Promise<void> {
  const idle = (await tenantsWith(server)).filter(tenant_id => !memory.rounds.has(tenant_id));
  const begun = idle.map(tenant_id => {
    const round = planTenant(server, memory, { tenant_id, onFault })
      .catch(onFault)
      .then(() => void memory.rounds.delete(tenant_id));
    memory.rounds.set(tenant_id, round);
    return round;
  });
  await Promise.all(begun);
}

/** Returns what ends it, once the rounds under way are over. */
export function startPlanner(server: Server, onFault: OnFault): () => Promise<void> {
  const memory = plannerMemory(server.clock);
  const plan = (report: OnFault) => {
    planAll(server, memory, report).catch(report);
    return Promise.resolve();
  };
  const ends = [
    server.periodic.start('auctions', PAUSE_MS, plan, onFault),
    every(server.clock, PAUSE_MS, () => endSpotsOnce(server, onFault).catch(onFault)),
  ];
  return async () => {
    for (const end of ends) end();
    await Promise.allSettled(memory.rounds.values());
  };
}
