/** Publication: the one step by which a version becomes the live one of its root. */
import { eq } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { MAX_TTL_S } from '../../../shared/contract/alerts/cap.ts';
import { requireFound } from '../../db/rows.ts';
import { tenants } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { nextSet } from '../screens/versions.ts';
import { affectedBy, newestOf, supersede, versionsOf } from './live.ts';
import type { AlertRow } from './state.ts';
import { writeAlert, type AlertColumns } from './writes.ts';

const SECOND_MS = 1_000;

/** It begins now at the earliest, and no end is farther than a day from its beginning. */
function timesOf({ effective_at, expires_at, ttl_s }: AlertRow, now: number) {
  const begins = Math.max(now, effective_at?.getTime() ?? now);
  const ends = expires_at?.getTime() ?? begins + ttl_s * SECOND_MS;
  return {
    begins,
    times: {
      effective_at: effective_at !== null && expires_at !== null ? effective_at : dateOf(begins),
      expires_at: dateOf(Math.min(ends, begins + MAX_TTL_S * SECOND_MS)),
    },
  };
}

/** What is made here is named by its own id. CAP writes whole seconds, so that its own document names it again. */
async function keyFor(
  { tx, tenant_id, now }: TransactionContext,
  row: AlertRow,
): Promise<Partial<AlertColumns>> {
  if (row.cap_identifier !== null) return {};
  const [tenant] = await tx.select({ slug: tenants.slug }).from(tenants).where(eq(tenants.id, tenant_id));
  const { slug } = requireFound(tenant, 'tenant');
  const cap_sent = dateOf(now - (now % SECOND_MS));
  return { cap_sender: `wayside:${slug}`, cap_identifier: `wayside-${row.id}`, cap_sent };
}

interface Approval {
  approved_by?: string | null;
  approved_alone?: boolean;
}
/** What it replaces stays until it begins itself. The caller holds `lockAlerts`. */
export async function publish(
  ctx: TransactionContext,
  row: AlertRow,
  { approved_by = null, approved_alone = false }: Approval = {},
): Promise<void> {
  const { now } = ctx;
  const versions = affectedBy(row, await versionsOf(ctx, [row.root_id]));
  const others = versions.filter(({ id }) => id !== row.id);
  const { begins, times } = timesOf(row, now);
  await supersede(ctx, others, { at: begins, by: row });
  const newest = newestOf(others);
  await writeAlert(ctx, row, {
    ...{ state: 'active', set_version: await nextSet(ctx), published_at: dateOf(now) },
    ...{ approved_by, approved_alone, ...times, ...(await keyFor(ctx, row)) },
    alert_version: Math.max(row.alert_version, (newest?.alert_version ?? 0) + 1),
    supersedes_id: newest?.id ?? row.supersedes_id,
  });
}
