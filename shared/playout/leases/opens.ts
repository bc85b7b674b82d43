/** When a line may next begin on a screen, by its dates and its hours of the week. Pure. */
import type { DocumentLine } from '../../contract/playout/flights.ts';
import { refusalOf } from '../rights.ts';

/** Hours of the week lie on this grid. */
const STEP_MS = 300_000;

/** ms, from `from` on and before `to`; null: not within it. */
export function opensAt(line: DocumentLine, tz: string, { from, to }: { from: number; to: number }) {
  const { starts_at, ends_at, dayparts } = line;
  const mayBegin = (at: number) =>
    refusalOf(
      { starts_at, ends_at, ...(dayparts && { dayparts }) },
      { at, tz, weather: null, place: null },
      0,
    ) === null;
  let at = Math.max(from, Date.parse(starts_at));
  const last = Math.min(to, Date.parse(ends_at));
  for (; at < last; at = (Math.floor(at / STEP_MS) + 1) * STEP_MS) if (mayBegin(at)) return at;
  return null;
}
