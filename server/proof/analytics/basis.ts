/** When figures are true, and what may still come of their time. */
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import { PRESENCE_S } from '../../../shared/contract/fleet/device.ts';
import { msOf } from '../../db/rows.ts';
import { devices } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { AnalyticsSpan } from './span.ts';

const MS = 1_000;

export async function basisOf(
  { tx, tenant_id, now }: TransactionContext,
  { from, to, before }: AnalyticsSpan,
  device_id?: string,
) {
  const [away] = await tx
    .select({
      screens: sql<number>`count(*)::int`,
      since: sql<number | null>`${msOf(sql`min(${devices.last_seen_at})`)}`,
    })
    .from(devices)
    .where(
      and(
        ...[eq(devices.tenant_id, tenant_id), eq(devices.state, 'active'), isNull(devices.deleted_at)],
        lt(devices.last_seen_at, dateOf(now - PRESENCE_S.stale * MS)),
        device_id === undefined ? undefined : eq(devices.id, device_id),
      ),
    );
  const since = away?.since ?? null;
  return {
    ...{ as_of: instant(now), from, to, before },
    expected: { screens: away?.screens ?? 0, since: since === null ? null : instant(since) },
  };
}
