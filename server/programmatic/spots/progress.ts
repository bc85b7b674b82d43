/** How far sold spots have come on their screens, by what these ask for and hold. */
import { and, eq, inArray } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { SpotState } from '../../../shared/contract/programmatic/bid.ts';
import { bids } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

/** `sent`: leases of this answer. `held`: leases that the screen names as its own. */
export async function noteSpotLeases(
  ctx: TransactionContext,
  { sent, held }: { sent: readonly string[]; held: readonly string[] },
): Promise<void> {
  await note(ctx, held, ['granted', 'delivered'], { spot_state: 'ready', ready_at: dateOf(ctx.now) });
  await note(ctx, sent, ['granted'], { spot_state: 'delivered', delivered_at: dateOf(ctx.now) });
}

async function note(
  { tx, tenant_id }: TransactionContext,
  lease_ids: readonly string[],
  from: readonly SpotState[],
  set: Partial<typeof bids.$inferInsert>,
) {
  if (lease_ids.length === 0) return;
  await tx
    .update(bids)
    .set(set)
    .where(
      and(
        eq(bids.tenant_id, tenant_id),
        inArray(bids.lease_id, [...lease_ids]),
        inArray(bids.spot_state, [...from]),
      ),
    );
}
