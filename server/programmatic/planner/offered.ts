/** Until when placements have been offered or sold: by auctions, and by second spots, which have none of their own. */
import { sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { rowsOf } from '../../db/rows.ts';
import type { TransactionContext } from '../../transaction/context.ts';

/** ms by placement; one of which nothing lies ahead is left out. */
export async function offeredUntil(
  { tx, tenant_id, now }: TransactionContext,
  placement_ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const ids = sql`${sql.param([...placement_ids])}::uuid[]`;
  const at = sql`${instant(now)}::timestamptz`;
  const rows = rowsOf<{ id: string; until: number }>(
    await tx.execute(sql`
      select placement_id as id, (extract(epoch from max(play_to)) * 1000)::float8 as until from (
        select placement_id, play_to from auctions
        where tenant_id = ${tenant_id} and placement_id = any(${ids}) and play_to >= ${at}
        union all
        select placement_id, play_to from bids
        where tenant_id = ${tenant_id} and placement_id = any(${ids}) and play_to >= ${at}
          and spot_state is not null) as ahead
      group by 1`),
  );
  return new Map(rows.map(({ id, until }) => [id, until]));
}

/** Whoever sells a time of a placement holds it until he has written what he sold. */
export const lockPlacement = ({ tx }: Pick<TransactionContext, 'tx'>, id: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`auction ${id}`}, 0))`);
