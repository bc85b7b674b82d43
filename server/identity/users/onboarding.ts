/** First steps of a user: what he marked, and what the tenant he acts in has done already, whoever did it. */
import { and, eq, exists, isNull, isNotNull, ne, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { equals } from '../../db/lists.ts';
import type {
  changeOnboarding,
  Onboarding,
  OnboardingStep,
} from '../../../shared/contract/identity/onboarding.ts';
import { stepsOf } from '../../../shared/contract/identity/onboarding.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { requireFound } from '../../db/rows.ts';
import { withTenant } from '../../db/tenantTransactions.ts';
import { creatives, devices, invitations, playlists, tenants, users } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import type { TransactionContext } from '../../transaction/context.ts';

type Stored = (typeof users.$inferSelect)['onboarding'];

async function stored(
  { tx, user_id }: TransactionContext,
  { locks }: { locks: boolean },
): Promise<{ role: (typeof users.$inferSelect)['role'] } & Stored> {
  const own = tx
    .select({ role: users.role, onboarding: users.onboarding })
    .from(users)
    .where(equals(users.id, user_id));
  const [row] = await (locks ? own.for('update') : own);
  const { role, onboarding } = requireFound(row, 'user');
  return { role, ...onboarding };
}

/**
 * What is there needs no mark. How somebody wants his times shown only he can say. Null in the tenant of the platform,
 * which has no screens and nothing to play on them: there is nothing to start.
 */
async function facts(
  { tx, user_id }: TransactionContext,
  tenant_id: string,
): Promise<Partial<Record<OnboardingStep, boolean>> | null> {
  const some = (table: PgTable, where: SQL | undefined) =>
    sql<boolean>`${exists(
      tx
        .select({ one: sql`1` })
        .from(table)
        .where(where),
    )}`;
  const [row] = await tx
    .select({
      kind: tenants.kind,
      org: sql<boolean>`${tenants.country} is not null`,
      device: some(devices, and(eq(devices.tenant_id, tenant_id), ne(devices.state, 'retired'))),
      upload: some(creatives, and(eq(creatives.tenant_id, tenant_id), isNull(creatives.deleted_at))),
      playlist: some(
        playlists,
        and(
          ...[eq(playlists.tenant_id, tenant_id), isNull(playlists.deleted_at)],
          isNotNull(playlists.published_version),
        ),
      ),
      invite: sql<boolean>`${some(
        users,
        and(
          ...[eq(users.tenant_id, tenant_id), isNull(users.deleted_at)],
          user_id === null ? undefined : ne(users.id, user_id),
          eq(users.demo, false),
        ),
      )} or ${some(invitations, and(eq(invitations.tenant_id, tenant_id), ne(invitations.state, 'revoked')))}`,
    })
    .from(tenants)
    .where(eq(tenants.id, tenant_id));
  if (!row) return {};
  const { kind, ...isDone } = row;
  return kind === 'platform' ? null : isDone;
}

/** The marks stand in the user's own tenant; staff who act in another see how far that one is. */
export async function readOnboarding(
  ctx: TransactionContext,
  { tenant_id }: Pick<UserPrincipal, 'tenant_id'>,
): Promise<Onboarding> {
  const { role, steps = {}, closed = false } = await stored(ctx, { locks: false });
  const isDone = await withTenant(ctx, tenant_id, () => facts(ctx, tenant_id));
  if (isDone === null) return { steps: [], closed };
  return {
    steps: stepsOf(role).map(name => ({
      name,
      state: isDone[name] === true ? 'done' : (steps[name] ?? 'todo'),
    })),
    closed,
  };
}

/** Only what is named changes: the row is locked, so that a mark of another window in the same moment stays. */
export async function markOnboarding(
  ctx: TransactionContext,
  principal: Pick<UserPrincipal, 'tenant_id'>,
  change: Body<typeof changeOnboarding>,
): Promise<Onboarding> {
  const { role: _, ...before } = await stored(ctx, { locks: true });
  const onboarding: Stored = {
    ...before,
    ...(change.closed !== undefined && { closed: change.closed }),
    ...(change.steps && { steps: { ...before.steps, ...change.steps } }),
  };
  await ctx.tx.update(users).set({ onboarding }).where(equals(users.id, ctx.user_id));
  return readOnboarding(ctx, principal);
}
