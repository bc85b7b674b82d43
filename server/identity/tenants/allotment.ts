/** How a tenant's limits are shared among the tenants below it. All of it happens under the lock of the plan above. */
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import {
  LIMIT_KINDS,
  type LimitKind,
  type LimitRule,
  type Tenant,
  type TenantLimits,
} from '../../../shared/contract/identity/tenant.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { requireFound } from '../../db/rows.ts';
import { tenants } from '../../db/schema.ts';
import type { Allotted } from '../../db/tables/tenants.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { lockPlan, usedOf } from './plan.ts';
import type { TenantRow } from './tenants.ts';

type Limits = Tenant['limits'];

/** Those that are there and take part. */
const isBelow = (parent_id: string) =>
  and(eq(tenants.parent_id, parent_id), isNull(tenants.deleted_at), ne(tenants.status, 'archived'));

const forEachKind = <T>(make: (kind: LimitKind) => T) =>
  Object.fromEntries(LIMIT_KINDS.map(kind => [kind, make(kind)])) as Record<LimitKind, T>;

/** A new sub-tenant may use nothing of what is limited above it until it is given some. */
export const firstLimits = (above: Limits): Limits => forEachKind(kind => (above[kind] === null ? null : 0));

async function allottedOf({ tx }: TransactionContext, tenant_id: string) {
  const [row] = await tx
    .select({ limits: tenants.limits, allotted: tenants.allotted })
    .from(tenants)
    .where(eq(tenants.id, tenant_id));
  return requireFound(row, 'tenant');
}

export async function limitStates(ctx: TransactionContext, tenant_id: string): Promise<TenantLimits> {
  const { limits, allotted } = await allottedOf(ctx, tenant_id);
  const states = {} as TenantLimits;
  for (const kind of LIMIT_KINDS) {
    const used = await usedOf(ctx, kind, tenant_id);
    const limit = limits[kind];
    const left = limit === null ? null : Math.max(0, limit - used - allotted[kind]);
    states[kind] = { limit, used, allotted: allotted[kind], left };
  }
  return states;
}

const refusal = (because: LimitRule, message: string, details: Record<string, unknown>) =>
  new AppError('RULE', message, { because, ...details });

interface Wanted {
  parent_id: string;
  /** null: it is not there yet. */
  child: Pick<TenantRow, 'id' | 'limits' | 'allotted'> | null;
  limits: Limits;
  /** It has been given nothing so far, whatever its row says: it comes back. */
  isReturning?: boolean;
}
/** Throws RULE where the tenant above has less left than is wanted, or the tenant itself uses more. Only what changes is checked. */
export async function requireAllottable(
  ctx: TransactionContext,
  { parent_id, child, limits, isReturning = false }: Wanted,
): Promise<void> {
  await lockPlan(ctx, parent_id);
  if (child) await lockPlan(ctx, child.id);
  const held = child && !isReturning ? child.limits : null;
  const above = await limitStates(ctx, parent_id);
  for (const kind of LIMIT_KINDS) {
    const wanted = limits[kind];
    if (held && held[kind] === wanted) continue;
    const { left } = above[kind];
    const most = left === null ? null : left + (held?.[kind] ?? 0);
    if (most !== null && (wanted === null || wanted > most))
      throw refusal(`${kind}_left`, 'The tenant above has less than that left.', {
        kind,
        left: Math.floor(most),
      });
    if (child && wanted !== null) {
      const inUse = (await usedOf(ctx, kind, child.id)) + child.allotted[kind];
      if (wanted < inUse)
        throw refusal('limits_in_use', 'The sub-tenant uses more than that already.', {
          kind,
          used: Math.ceil(inUse),
        });
    }
  }
}

/** Where a limit begins, no tenant below stays without one: each is given what it uses. */
async function limitBelow(ctx: TransactionContext, parent_id: string, kind: LimitKind): Promise<void> {
  const open = await ctx.tx.select().from(tenants).where(isBelow(parent_id)).orderBy(tenants.id);
  for (const { id, limits } of open.filter(one => one.limits[kind] === null)) {
    await lockPlan(ctx, id);
    await limitBelow(ctx, id, kind);
    const { allotted } = await allottedOf(ctx, id);
    const inUse = Math.ceil((await usedOf(ctx, kind, id)) + allotted[kind]);
    await ctx.tx
      .update(tenants)
      .set({ limits: { ...limits, [kind]: inUse }, version: sql`${tenants.version} + 1` })
      .where(eq(tenants.id, id));
  }
  await updateAllotted(ctx, parent_id);
}

/** Throws RULE where the tenants below were given more than that already. */
export async function requireAboveAllotted(
  ctx: TransactionContext,
  { id, limits: held }: Pick<TenantRow, 'id' | 'limits'>,
  limits: Limits,
): Promise<void> {
  await lockPlan(ctx, id);
  for (const kind of LIMIT_KINDS)
    if (held[kind] === null && limits[kind] !== null) await limitBelow(ctx, id, kind);
  const { allotted } = await allottedOf(ctx, id);
  for (const kind of LIMIT_KINDS) {
    const wanted = limits[kind];
    if (wanted !== held[kind] && wanted !== null && wanted < allotted[kind])
      throw refusal('limits_in_use', 'More than that was given to the tenants below.', {
        kind,
        used: Math.ceil(allotted[kind]),
      });
  }
}

/** Counts anew what the tenants right below may use; call it after their rows have changed, under the lock of the plan. */
export async function updateAllotted(ctx: TransactionContext, parent_id: string | null): Promise<void> {
  if (parent_id === null) return;
  await lockPlan(ctx, parent_id);
  const below = await ctx.tx.select({ limits: tenants.limits }).from(tenants).where(isBelow(parent_id));
  const allotted: Allotted = forEachKind(kind =>
    below.reduce((sum, { limits }) => sum + (limits[kind] ?? 0), 0),
  );
  await ctx.tx.update(tenants).set({ allotted }).where(eq(tenants.id, parent_id));
}
