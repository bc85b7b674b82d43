/** Keeps how many people were before a screen: each hour once, as the rule of the screen allows, and until it says. */
import { and, eq } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { reportable, type AudienceHour } from '../../../shared/contract/playout/audience.ts';
import { audienceCounts, devices } from '../../db/schema.ts';
import { estimateOf } from '../config/screens.ts';
import type { TransactionContext } from '../../transaction/context.ts';

const DAY_MS = 86_400_000;

/** What comes of a screen whose estimation has been switched off meanwhile is not kept. */
export async function keepAudience(
  ctx: TransactionContext,
  device_id: string,
  hours: readonly AudienceHour[],
): Promise<void> {
  const { tx, tenant_id, now } = ctx;
  const [screen] = await tx
    .select({ id: devices.id, name: devices.name, group_ids: devices.group_ids, tags: devices.tags })
    .from(devices)
    .where(and(eq(devices.tenant_id, tenant_id), eq(devices.id, device_id)));
  const rule = screen && (await estimateOf(ctx, screen));
  if (!rule) return;
  const { mode, k_min, buckets, retention_d } = rule;
  if (mode === 'off') return;
  const kept = hours.flatMap(one => {
    const report = reportable(one, { mode, k_min, buckets });
    if (!report) return [];
    const hour = dateOf(Date.parse(one.hour));
    return [{ tenant_id, device_id, hour, ...report, kept_until: dateOf(now + retention_d * DAY_MS) }];
  });
  if (kept.length > 0) await tx.insert(audienceCounts).values(kept).onConflictDoNothing();
}
