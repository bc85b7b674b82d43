/** The state of a deal at a time: one whose time is over is completed, or has expired where it never was in a request. Pure. */
import { sql, type SQL } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { DealState } from '../../../shared/contract/programmatic/deal.ts';
import { deals } from '../../db/schema.ts';

export function dealStateOf({ state, ends_at }: { state: DealState; ends_at: Date }, now: number): DealState {
  if (ends_at.getTime() > now) return state;
  if (state === 'active' || state === 'paused') return 'completed';
  return state === 'accepted' ? 'expired' : state;
}

export const dealStateAt = ({ now }: { now: number }): SQL => sql`
  case
    when ${deals.ends_at} > ${instant(now)}::timestamptz then ${deals.state}
    when ${deals.state} in ('active', 'paused') then 'completed'
    when ${deals.state} = 'accepted' then 'expired'
    else ${deals.state}
  end`;
