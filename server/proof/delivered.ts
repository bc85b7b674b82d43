import { sql, type SQL } from 'drizzle-orm';
import { FULL_PLAY_SLACK_MS } from '../../shared/proof/counting.ts';

/** A play that counts, for its campaign and in every figure: accepted, and shown to its end by the rule that it holds. */
export function isDeliveredIn(p: SQL): SQL {
  const withSlack = sql`(${p}.duration_ms::float8 + ${sql.raw(String(FULL_PLAY_SLACK_MS))})`;
  /** `isCounted` of shared/proof/counting.ts, in the same numbers; a test compares the two. */
  return sql`${p}.state in ('accepted', 'late') and ${p}.result = 'completed' and ${p}.duration_ms > 0
    and ${p}.completion >= ${p}.min_completion_pct::float8 / 100
    and ${withSlack} >= ${p}.min_completion_pct * ${p}.expected_ms::float8 / 100
    and ${withSlack} * ${p}.visible_share >= ${p}.min_visible_pct * ${p}.duration_ms::float8 / 100`;
}
export const isDelivered = isDeliveredIn(sql`p`);
