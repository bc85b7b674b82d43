/** When the documents that show an item are to be made anew. Pure. */
import { dateOf } from '../../../shared/clock.ts';
import type { ContentRow } from './items.ts';

const DAY_MS = 86_400_000;
/** A screen that is offline for a week still begins what was planned by then. */
export const AHEAD_MS = 7 * DAY_MS;

type Timed = Pick<ContentRow, 'state' | 'starts_at' | 'ends_at' | 'deleted_at' | 'waiting'>;
/**
 * The next moment at which screens are given something else: a document knows when an item begins and ends, but then
 * another of its kind may take its place. `licenceOver`: when its picture may be shown no more, in ms. null: nothing
 * changes by itself.
 */
export function nextDue(
  { state, starts_at, ends_at, deleted_at, waiting }: Timed,
  licenceOver: number | null,
  now: number,
): Date | null {
  if (deleted_at !== null) return null;
  const start = starts_at?.getTime() ?? -Infinity;
  const end = ends_at?.getTime() ?? Infinity;
  const shown = state === 'live' ? [start - AHEAD_MS, start, end, licenceOver ?? Infinity] : [];
  /** What nobody has decided about by its end is decided about no more. */
  const undecided = state === 'in_review' ? [end] : [];
  const edit = waiting === null ? [] : [Math.max(end, Date.parse(waiting.body.ends_at ?? '') || Infinity)];
  const next = Math.min(...[...shown, ...undecided, ...edit].filter(time => time > now));
  return Number.isFinite(next) ? dateOf(next) : null;
}
