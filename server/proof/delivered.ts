import { sql, type SQL } from 'drizzle-orm';
import { FULL_PLAY_SLACK_MS, MIN_COMPLETION, MIN_VISIBLE_SHARE } from '../../shared/proof/counting.ts';

const number = (value: number): SQL => sql.raw(String(value));
const withSlack = sql`(p.duration_ms + ${number(FULL_PLAY_SLACK_MS)})`;
/** `isCounted` of shared/proof/counting.ts for a row `p`; a test compares the two. */
const isCounted = sql`p.result = 'completed' and p.duration_ms > 0 and p.completion >= ${number(MIN_COMPLETION)}
  and ${withSlack} >= ${number(MIN_COMPLETION)} * p.expected_ms
  and ${withSlack} * p.visible_share >= ${number(MIN_VISIBLE_SHARE)} * p.duration_ms`;

/** A play `p` that counts, for its campaign and in every figure: accepted, and shown to its end. */
export const isDelivered = sql`p.state in ('accepted', 'late', 'billed') and ${isCounted}`;
