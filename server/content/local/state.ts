/** The state of an item at a moment: between its start and its end the clock decides. */
import { sql, type SQL } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { ContentState } from '../../../shared/contract/content/contentItem.ts';
import { contentItems } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

type Timed = Pick<typeof contentItems.$inferSelect, 'state' | 'starts_at' | 'ends_at'>;

export function stateAt({ state, starts_at, ends_at }: Timed, now: number): ContentState {
  const isPublished = state === 'live' || state === 'paused';
  if (isPublished && ends_at !== null && ends_at.getTime() <= now) return 'expired';
  if (state === 'live' && starts_at !== null && starts_at.getTime() > now) return 'scheduled';
  return state;
}

/** The same for the database, which filters and counts by it. */
export function stateColumn({ now }: Pick<TransactionContext, 'now'>): SQL {
  const { state, starts_at, ends_at } = contentItems;
  const at = sql`${dateOf(now).toISOString()}::timestamptz`;
  return sql`case
    when ${state} in ('live', 'paused') and ${ends_at} <= ${at} then 'expired'
    when ${state} = 'live' and ${starts_at} > ${at} then 'scheduled'
    else ${state} end`;
}
