/** Publishing and ending: what changes the set of screens. */
import { and, eq, inArray } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { MAX_TTL_S } from '../../../shared/contract/alerts/cap.ts';
import { requireFound } from '../../db/rows.ts';
import { alerts, tenants } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { nextSet } from '../screens/versions.ts';
import type { AlertRow } from './state.ts';
import { writeAlert, type AlertColumns } from './writes.ts';

const SECOND_MS = 1_000;

/** It begins now at the earliest, and no end is farther than a day from its beginning. */
function timesOf({ effective_at, expires_at, ttl_s }: AlertRow, now: number) {
  const begins = Math.max(now, effective_at?.getTime() ?? now);
  const ends = expires_at?.getTime() ?? begins + ttl_s * SECOND_MS;
  return {
    effective_at: effective_at !== null && expires_at !== null ? effective_at : dateOf(begins),
    expires_at: dateOf(Math.min(ends, begins + MAX_TTL_S * SECOND_MS)),
  };
}

/** What is made here is named by its own id. */
async function keyFor(
  { tx, tenant_id, now }: TransactionContext,
  row: AlertRow,
): Promise<Partial<AlertColumns>> {
  if (row.cap_identifier !== null) return {};
  const [tenant] = await tx.select({ slug: tenants.slug }).from(tenants).where(eq(tenants.id, tenant_id));
  const { slug } = requireFound(tenant, 'tenant');
  return { cap_sender: `wayside:${slug}`, cap_identifier: `wayside-${row.id}`, cap_sent: dateOf(now) };
}

interface Approval {
  approved_by?: string | null;
  approved_alone?: boolean;
}
export async function publish(
  ctx: TransactionContext,
  row: AlertRow,
  { approved_by = null, approved_alone = false }: Approval = {},
): Promise<void> {
  const { now } = ctx;
  const set_version = await nextSet(ctx);
  if (row.supersedes_id !== null) await supersede(ctx, [row.supersedes_id]);
  await writeAlert(ctx, row, {
    ...{ state: 'active', set_version, published_at: dateOf(now), approved_by, approved_alone },
    ...timesOf(row, now),
    ...(await keyFor(ctx, row)),
  });
}

/** The caller has raised the set's version. */
export async function supersede(
  { tx, tenant_id, now }: TransactionContext,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(alerts)
    .set({ state: 'superseded', ended_at: dateOf(now), updated_at: dateOf(now) })
    .where(and(eq(alerts.tenant_id, tenant_id), inArray(alerts.id, [...ids]), eq(alerts.state, 'active')));
}

export async function cancel(ctx: TransactionContext, row: AlertRow, reason: string): Promise<void> {
  await nextSet(ctx);
  await writeAlert(ctx, row, { state: 'cancelled', ended_at: dateOf(ctx.now), reason });
}
