/** The limits of a tenant's plan: screens, people and bytes. Counted in the transaction that adds to them. */
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { LimitKind } from '../../../shared/contract/identity/tenant.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { rowCount } from '../../db/lists.ts';
import { devices, mediaAssets, tenants, users } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

const GB = 1_000_000_000;

type Used = { tenant_id: string | null; n: number | string | null }[];
const counts: Record<LimitKind, (ctx: TransactionContext, ids: readonly string[]) => Promise<Used>> = {
  devices: async ({ tx }, ids) =>
    tx
      .select({ tenant_id: devices.tenant_id, n: rowCount })
      .from(devices)
      .where(
        and(inArray(devices.tenant_id, [...ids]), ne(devices.state, 'retired'), isNull(devices.deleted_at)),
      )
      .groupBy(devices.tenant_id),
  /** Who waits for approval takes no place yet. */
  users: async ({ tx }, ids) =>
    tx
      .select({ tenant_id: users.tenant_id, n: rowCount })
      .from(users)
      .where(
        and(
          inArray(users.tenant_id, [...ids]),
          inArray(users.status, ['active', 'suspended']),
          isNull(users.deleted_at),
        ),
      )
      .groupBy(users.tenant_id),
  storage_gb: async ({ tx }, ids) =>
    tx
      .select({
        tenant_id: mediaAssets.tenant_id,
        n: sql<string | null>`sum(${mediaAssets.bytes}) / ${GB}::float8`,
      })
      .from(mediaAssets)
      .where(and(inArray(mediaAssets.tenant_id, [...ids]), isNull(mediaAssets.deleted_at)))
      .groupBy(mediaAssets.tenant_id),
};

/** What each of the tenants uses itself; those below it are counted by their own ids. */
export async function usedByEach(ctx: TransactionContext, kind: LimitKind, ids: readonly string[]) {
  const rows = ids.length === 0 ? [] : await counts[kind](ctx, ids);
  const found = new Map(rows.map(({ tenant_id, n }) => [tenant_id, Number(n ?? 0)]));
  return (id: string) => found.get(id) ?? 0;
}
export const usedOf = async (ctx: TransactionContext, kind: LimitKind, tenant_id: string): Promise<number> =>
  (await usedByEach(ctx, kind, [tenant_id]))(tenant_id);

/** Whoever adds to what the limits count, or gives of them, waits here for the others who do. */
export const lockPlan = ({ tx }: Pick<TransactionContext, 'tx'>, tenant_id: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`plan ${tenant_id}`}, 0))`);

async function maxOf({ tx }: TransactionContext, kind: LimitKind, tenant_id: string): Promise<number | null> {
  const [tenant] = await tx
    .select({ limits: tenants.limits, allotted: tenants.allotted })
    .from(tenants)
    .where(eq(tenants.id, tenant_id));
  const limit = tenant?.limits[kind] ?? null;
  return limit === null ? null : Math.max(0, limit - (tenant?.allotted[kind] ?? 0));
}

/**
 * Throws RULE where the tenant has more than its plan holds, less what its sub-tenants may use. Call it after the row
 * is there: whoever adds at the same time waits for this transaction and counts its row, too.
 */
export async function requireWithinPlan(
  ctx: TransactionContext,
  kind: LimitKind,
  { tenant_id = ctx.tenant_id, more = 0 }: { tenant_id?: string; more?: number } = {},
): Promise<void> {
  if ((await maxOf(ctx, kind, tenant_id)) === null) return;
  await lockPlan(ctx, tenant_id);
  /** Read again: a sub-tenant may have been given some of it meanwhile. */
  const max = await maxOf(ctx, kind, tenant_id);
  if (max !== null && (await usedOf(ctx, kind, tenant_id)) + more > max)
    throw new AppError('RULE', 'The plan of this tenant holds no more.', { plan: kind, max });
}

/** The same for bytes that are announced and not there yet. */
export const requireStorageWithinPlan = (ctx: TransactionContext, bytes: number) =>
  requireWithinPlan(ctx, 'storage_gb', { more: bytes / GB });
