/** Gives a screen the right to show a spot that was won: one play, until its deadline. */
import { and, eq } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { uuid7 } from '../../../shared/random.ts';
import { requireFound } from '../../db/rows.ts';
import { bids, devices, leases } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

/** In the transaction in which it is won; the screen gets its line when the documents are worked out next. */
export async function grantSpot(ctx: TransactionContext, bid_id: string): Promise<string> {
  const { tx, tenant_id, now } = ctx;
  const isIt = and(eq(bids.tenant_id, tenant_id), eq(bids.id, bid_id));
  const [found] = await tx
    .select({ bid: bids, manifest_version: devices.manifest_version })
    .from(bids)
    .innerJoin(devices, eq(devices.id, bids.device_id))
    .where(isIt);
  const { bid, manifest_version } = requireFound(found, 'bid');
  const id = uuid7(now);
  await tx.insert(leases).values({
    ...{ id, tenant_id, campaign_id: bid.id, line_id: bid.id, device_id: bid.device_id, max_plays: 1 },
    window_start: requireFound(bid.play_from, 'play_from'),
    window_end: requireFound(bid.play_to, 'play_to'),
    play_deadline: requireFound(bid.play_deadline, 'play_deadline'),
    report_deadline: requireFound(bid.report_deadline, 'report_deadline'),
    ...{ manifest_version, created_at: dateOf(now) },
  });
  await tx.update(bids).set({ spot_state: 'granted', lease_id: id }).where(isIt);
  return id;
}
