/** What a screen can show and for how long it is usually without a link, by its own last plays. */
import { sql } from 'drizzle-orm';
import { rowsOf } from '../../db/rows.ts';
import type { TransactionContext } from '../../transaction/context.ts';

export interface History {
  /** Plays in an hour in which it is on. */
  plays_per_h: number;
  offline_h: number;
}
const LOOKED_AT = 1_000;
/** Fewer say nothing. */
const LEAST = 20;
const NEW_SCREEN: History = { plays_per_h: 120, offline_h: 2 };
/** As long as a lease is ever meant to last without a link, and as short. */
export const MOST_OFFLINE_H = 8;
const LEAST_OFFLINE_H = 0.5;
const HOUR_MS = 3_600_000;

/** How late its plays came says how long it was out of reach: all but the slowest twentieth. */
export async function historyOf({ tx, tenant_id }: TransactionContext, device_id: string): Promise<History> {
  const [row] = rowsOf<{ n: number; ms: number; late_ms: number }>(
    await tx.execute(sql`
      select count(*)::float8 as n, coalesce(sum(duration_ms), 0)::float8 as ms,
        coalesce(percentile_disc(0.95) within group (order by
          (extract(epoch from received_at - started_at) * 1000)::float8 - duration_ms), 0) as late_ms
      from (select duration_ms, received_at, started_at from plays
        where tenant_id = ${tenant_id} and device_id = ${device_id}
        order by play_id desc limit ${LOOKED_AT}) as last`),
  );
  if (!row || row.n < LEAST || row.ms === 0) return NEW_SCREEN;
  return {
    plays_per_h: row.n / (row.ms / HOUR_MS),
    offline_h: Math.min(MOST_OFFLINE_H, Math.max(LEAST_OFFLINE_H, row.late_ms / HOUR_MS)),
  };
}
