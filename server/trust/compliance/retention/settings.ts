/** What a tenant keeps less long than the platform does. */
import { eq } from 'drizzle-orm';
import { dateOf } from '../../../../shared/clock.ts';
import type { retention, RetentionSettings } from '../../../../shared/contract/trust/retention.ts';
import type { Body } from '../../../../shared/contract/wire/endpoint.ts';
import {
  SHORTENED_RULES,
  type Shortened,
  type ShortenedRule,
} from '../../../../shared/contract/trust/retentionRules.ts';
import { requireFound, requireVersion } from '../../../db/rows.ts';
import { tenants } from '../../../db/schema.ts';
import type { TransactionContext } from '../../../transaction/context.ts';

const ofEach = <T>(value: (rule: ShortenedRule) => T) =>
  Object.fromEntries(SHORTENED_RULES.map(rule => [rule, value(rule)])) as Record<ShortenedRule, T>;
const view = ({ retention, version }: { retention: Shortened; version: number }): RetentionSettings => ({
  ...ofEach(rule => retention[rule] ?? null),
  origins: ofEach(rule => (retention[rule] === undefined ? ('platform' as const) : ('tenant' as const))),
  version,
});

export async function readRetention({ tx, tenant_id }: TransactionContext): Promise<RetentionSettings> {
  const [row] = await tx.select().from(tenants).where(eq(tenants.id, tenant_id));
  return view(requireFound(row, 'tenant'));
}

export async function changeRetention(
  ctx: TransactionContext,
  expected: number,
  patch: Body<typeof retention.patch>,
): Promise<RetentionSettings> {
  const { tx, tenant_id, now } = ctx;
  const [row] = await tx.select().from(tenants).where(eq(tenants.id, tenant_id)).for('update');
  const before = requireFound(row, 'tenant');
  requireVersion(view(before), expected);
  ctx.auditNote.before = { ...view(before) };
  const chosen = Object.entries({ ...before.retention, ...patch }).filter(([, days]) => days != null);
  const [written] = await tx
    .update(tenants)
    .set({
      ...{ retention: Object.fromEntries(chosen), version: before.version + 1 },
      updated_at: dateOf(now),
    })
    .where(eq(tenants.id, tenant_id))
    .returning();
  return view(requireFound(written, 'tenant'));
}
