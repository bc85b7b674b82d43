/** The limits of a tenant's plan: screens, people and bytes. Counted in the transaction that adds to them. */
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Tenant } from '../../../shared/contract/identity/tenant.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { devices, mediaAssets, tenants, users } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

type Kind = keyof Tenant['limits'];
const GB = 1_000_000_000;

const used: Record<Kind, (ctx: TransactionContext, tenant_id: string) => Promise<number>> = {
  devices: ({ tx }, tenant_id) =>
    tx.$count(
      devices,
      and(eq(devices.tenant_id, tenant_id), ne(devices.state, 'retired'), isNull(devices.deleted_at)),
    ),
  /** Who waits for approval takes no place yet. */
  users: ({ tx }, tenant_id) =>
    tx.$count(
      users,
      and(
        eq(users.tenant_id, tenant_id),
        inArray(users.status, ['active', 'suspended']),
        isNull(users.deleted_at),
      ),
    ),
  async storage_gb({ tx }, tenant_id) {
    const [row] = await tx
      .select({ bytes: sql<string | null>`sum(${mediaAssets.bytes})` })
      .from(mediaAssets)
      .where(and(eq(mediaAssets.tenant_id, tenant_id), isNull(mediaAssets.deleted_at)));
    return Number(row?.bytes ?? 0) / GB;
  },
};

/**
 * Throws RULE where the tenant has more than its plan holds. Call it after the row is there: whoever adds at the same
 * time waits for this transaction and counts its row, too.
 */
export async function requireWithinPlan(
  ctx: TransactionContext,
  kind: Kind,
  { tenant_id = ctx.tenant_id, more = 0 }: { tenant_id?: string; more?: number } = {},
): Promise<void> {
  const { tx } = ctx;
  const [tenant] = await tx.select({ limits: tenants.limits }).from(tenants).where(eq(tenants.id, tenant_id));
  const max = tenant?.limits[kind] ?? null;
  if (max === null) return;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`plan ${tenant_id}`}, 0))`);
  if ((await used[kind](ctx, tenant_id)) + more > max)
    throw new AppError('RULE', 'The plan of this tenant holds no more.', { plan: kind, max });
}

/** The same for bytes that are announced and not there yet. */
export const requireStorageWithinPlan = (ctx: TransactionContext, bytes: number) =>
  requireWithinPlan(ctx, 'storage_gb', { more: bytes / GB });
