import { sql, type SQL } from 'drizzle-orm';
import { FULL_PLAY_SLACK_MS, MIN_COMPLETION, MIN_VISIBLE_SHARE } from '../../shared/proof/counting.ts';

const number = (value: number): SQL => sql.raw(String(value));
/** A play that counts, for its campaign and in every figure: accepted, and shown to its end. */
export function isDeliveredIn(p: SQL): SQL {
  const withSlack = sql`(${p}.duration_ms + ${number(FULL_PLAY_SLACK_MS)})`;
  /** `isCounted` of shared/proof/counting.ts; a test compares the two. */
  return sql`${p}.state in ('accepted', 'late') and ${p}.result = 'completed' and ${p}.duration_ms > 0
    and ${p}.completion >= ${number(MIN_COMPLETION)}
    and ${withSlack} >= ${number(MIN_COMPLETION)} * ${p}.expected_ms
    and ${withSlack} * ${p}.visible_share >= ${number(MIN_VISIBLE_SHARE)} * ${p}.duration_ms`;
}
export const isDelivered = isDeliveredIn(sql`p`);
