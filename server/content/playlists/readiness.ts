/** How many screens of a playlist have its files, as the screens report it. */
import { and, eq, ne, sql } from 'drizzle-orm';
import { LATE_SCREENS, type Readiness } from '../../../shared/contract/content/playlist.ts';
import { devices } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { costOf } from './cost.ts';
import { deviceInReach, playsAny } from '../ownDevices.ts';
import { requireInReach } from './playlists.ts';

/** Files a screen lacks of its newest manifest; null where it still plays an earlier one or never reported. */
const missing = sql<number | null>`case
  when (${devices.reported} ->> 'manifest_version')::bigint >= ${devices.manifest_version}
  then (${devices.reported} #>> '{readiness,total}')::int - (${devices.reported} #>> '{readiness,ready}')::int
end`;

export async function readinessOf(ctx: TransactionContext, id: string): Promise<Readiness> {
  const { tx, tenant_id } = ctx;
  await requireInReach(ctx, id);
  const isAssigned = and(
    eq(devices.tenant_id, tenant_id),
    playsAny([id]),
    ne(devices.state, 'retired'),
    deviceInReach(ctx),
  );
  const groups = await tx
    .select({ files: missing, screens: sql<number>`count(*)::int` })
    .from(devices)
    .where(isAssigned)
    .groupBy(missing)
    .orderBy(sql`1 nulls last`);
  const late = await tx
    .select({ id: devices.id, name: devices.name, files: missing, last_seen_at: devices.last_seen_at })
    .from(devices)
    .where(and(isAssigned, sql`${missing} is distinct from 0`))
    .orderBy(sql`${missing} desc nulls first`, devices.name)
    .limit(LATE_SCREENS);
  return {
    screens: groups.reduce((sum, { screens }) => sum + screens, 0),
    ready: groups.find(({ files }) => files === 0)?.screens ?? 0,
    lacking: groups.filter(({ files }) => files !== 0),
    cost: await costOf(ctx, id),
    late: late.map(screen => ({ ...screen, last_seen_at: screen.last_seen_at?.toISOString() ?? null })),
  };
}
