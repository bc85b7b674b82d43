/** A person decides on a play that is held: it came late, or at another time than was sold. */
import { and, eq } from 'drizzle-orm';
import type { SpotDecision } from '../../../shared/contract/programmatic/bid.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { requireFound } from '../../db/rows.ts';
import { bids } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { billSpot, dropSpot, LEAST_MS } from './spots.ts';

export async function decideSpot(
  ctx: TransactionContext,
  { id, decision }: { id: string; decision: SpotDecision },
): Promise<void> {
  const [found] = await ctx.tx
    .select()
    .from(bids)
    .where(and(eq(bids.tenant_id, ctx.tenant_id), eq(bids.id, id)))
    .for('update');
  const row = requireFound(found, 'bid');
  const { spot_state, spot_reason: reason, ended_at } = row;
  /** One that has ended is noted alone: its partner has heard that it was not played. */
  if (spot_state !== 'held' || ended_at !== null)
    throw new AppError('STATE', 'No play of this spot waits for a decision.', { status: spot_state });
  const deadline = ctx.now + LEAST_MS;
  const after = decision === 'bill' ? await billSpot(ctx, row, { reason, deadline }) : 'dropped';
  if (decision === 'drop') await dropSpot(ctx, row);
  ctx.auditNote.before = { spot_state };
  ctx.auditNote.after = { spot_state: after };
  ctx.auditNote.target_name = row.crid;
}
