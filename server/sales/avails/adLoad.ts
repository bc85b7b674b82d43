/** On how many of its screens the pacing leaves advertising less time than a campaign's shortest creative takes. */
import { and, eq, sql } from 'drizzle-orm';
import { adLimitOf } from '../../../shared/playout/decide.ts';
import { devices } from '../../db/schema.ts';
import { screenConfigs } from '../../playout/config/screens.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { targetPairs } from '../campaigns/targets.ts';

const MS_PER_S = 1_000;

/** `shortest_ms`: Infinity where nothing of it may be shown, which another check says. */
export async function screensTooFull(
  ctx: TransactionContext,
  id: string,
  shortest_ms: number,
): Promise<number> {
  if (!Number.isFinite(shortest_ms)) return 0;
  const { tx, tenant_id } = ctx;
  const targeted = sql`select device_id from (${targetPairs(tenant_id, sql`c.id = ${id}`)}) as targeted`;
  const screens = await tx
    .select({ id: devices.id, name: devices.name, group_ids: devices.group_ids, tags: devices.tags })
    .from(devices)
    .where(and(eq(devices.tenant_id, tenant_id), sql`${devices.id} in (${targeted})`));
  const configOf = await screenConfigs(ctx);
  return screens.filter(screen => {
    const { pacing } = configOf(screen);
    return pacing && adLimitOf(pacing) < Math.max(shortest_ms, pacing.min_item_s * MS_PER_S);
  }).length;
}
