/** What state an alert is in: what somebody did last, and the clock. */
import { sql, type SQL } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { PUBLISHED, type AlertState } from '../../../shared/contract/alerts/alert.ts';
import { alerts } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

export type AlertRow = typeof alerts.$inferSelect;

type Timed = Pick<AlertRow, 'state' | 'effective_at' | 'expires_at' | 'ended_at'>;
/** Superseded by a version that begins later: until then this one holds, so that there is no gap. */
const isOutgoing = ({ state, ended_at }: Timed, now: number) =>
  state === 'superseded' && ended_at !== null && ended_at.getTime() > now;

export function stateAt(row: Timed, now: number): AlertState {
  const { state, effective_at, expires_at } = row;
  if (state !== 'active' && !isOutgoing(row, now)) return state;
  if (expires_at !== null && expires_at.getTime() <= now) return 'expired';
  return effective_at !== null && effective_at.getTime() > now ? 'scheduled' : 'active';
}

/** Screens hold it, or will when it begins. */
export const isLive = (row: Timed, now: number): boolean => PUBLISHED.includes(stateAt(row, now));

/** The same for the database, which filters and counts by it. */
export const stateColumn = ({ now }: Pick<TransactionContext, 'now'>): SQL => sql`case
  when ${alerts.state} <> 'active' and not
    (${alerts.state} = 'superseded' and coalesce(${alerts.ended_at} > ${instant(now)}::timestamptz, false))
    then ${alerts.state}
  when ${alerts.expires_at} <= ${instant(now)}::timestamptz then 'expired'
  when ${alerts.effective_at} > ${instant(now)}::timestamptz then 'scheduled' else 'active' end`;

/** What counts now before what waits, and that before what is over; of equals the newer first. */
export const stateRank = (ctx: Pick<TransactionContext, 'now'>): SQL => sql`case ${stateColumn(ctx)}
  when 'active' then 0 when 'scheduled' then 1 when 'pending_approval' then 2 when 'draft' then 3
  else 4 end * 1e12 + ${alerts.priority} * 1e10 - extract(epoch from ${alerts.created_at})`;
