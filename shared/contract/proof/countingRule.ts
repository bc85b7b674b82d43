/**
 * The rule by which plays count (docs/proof.md): a setting of the tenant whose screens show them. Each play holds the
 * rule that was in force when it was received.
 */
import * as z from 'zod/mini';
import { int } from '../wire/wire.ts';

const LEAST_PCT = 50;
const share = int(LEAST_PCT, 100);
export const countingRuleValues = {
  /** Of the time it was to be shown. */
  min_completion_pct: share,
  /** Of its time on stage. */
  min_visible_pct: share,
};
const countingRule = z.object(countingRuleValues);
export type CountingRule = z.infer<typeof countingRule>;
/** Where neither the tenant nor the platform has set another. */
export const DEFAULT_COUNTING_RULE: CountingRule = { min_completion_pct: 95, min_visible_pct: 98 };
