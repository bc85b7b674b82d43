/** People before two screens of the demo in the hours they drove: sums without groups, as a fleet that only counts has them. */
import { sql } from 'drizzle-orm';
import { LEAST_K } from '../../shared/contract/playout/audience.ts';
import type { TransactionContext } from '../transaction/context.ts';

const KEPT_DAYS = 30;

/** As many people as plays; hours with too few are left out, as a screen leaves them out. */
export async function insertAudience(
  { tx, tenant_id, now }: TransactionContext,
  device_ids: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    insert into audience_counts (tenant_id, device_id, hour, people, groups, kept_until)
    select tenant_id, device_id, date_trunc('hour', started_at, 'UTC'), count(*)::int, '[]'::jsonb,
      to_timestamp(${now / 1_000}) + make_interval(days => ${KEPT_DAYS})
    from plays
    where tenant_id = ${tenant_id} and device_id = any(${sql.param([...device_ids])}::uuid[])
    group by 1, 2, 3 having count(*) >= ${LEAST_K}`);
}
