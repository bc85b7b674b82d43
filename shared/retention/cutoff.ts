/** Until when rows of a rule are kept. */
import { dateOf } from '../clock.ts';
import {
  isShortened,
  RETENTION,
  type Kept,
  type RetentionRule,
  type Shortened,
} from '../contract/trust/retentionRules.ts';

const DAY_MS = 86_400_000;
/** A month is as long as the calendar has it: the 31st of one without is its last day. */
function monthsBefore(now: number, months: number): number {
  const date = dateOf(now);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months + 1, 0);
  date.setUTCDate(Math.min(day, date.getUTCDate()));
  return date.getTime();
}
const defaultCutoff = (kept: Kept, now: number) =>
  'days' in kept ? now - kept.days * DAY_MS : monthsBefore(now, kept.months);

/** What is older than this goes. A tenant's own days count where they are fewer. */
export function cutoffOf(rule: RetentionRule, now: number, shortened: Shortened = {}): number {
  const cutoff = defaultCutoff(RETENTION[rule].kept, now);
  const days = isShortened(rule) ? shortened[rule] : undefined;
  return days === undefined ? cutoff : Math.max(cutoff, now - days * DAY_MS);
}
