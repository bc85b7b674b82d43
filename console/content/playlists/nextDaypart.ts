/** When hours of the week begin next. Pure. */
import { instant } from '../../../shared/clock.ts';
import type { Daypart } from '../../../shared/contract/playout/schedule.ts';
import { dayOf, dayStart, offsetAt } from '../../../shared/i18n/format.ts';
import { minuteOf } from '../../kit/fields/inputs/time/clock.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;

/** 1 Monday to 7 Sunday; 1 January 1970 was a Thursday. */
const weekdayOf = (day: string) => ((Date.parse(`${day}T00:00:00Z`) / DAY_MS + 3) % WEEK_DAYS) + 1;

/** By the clocks of the zone; null where there are no hours. Times that a clock leaves out begin an hour later. */
export function nextDaypart(hours: readonly Daypart[], now: number, tz: string): string | null {
  const today = dayOf(instant(now), tz);
  const starts = hours.flatMap(({ days, start }) =>
    Array.from({ length: WEEK_DAYS + 1 }, (_, n) => {
      const midnight = Date.parse(dayStart(today, tz, n));
      const day = dayOf(instant(midnight), tz);
      if (!days.includes(weekdayOf(day))) return Infinity;
      const at = midnight + minuteOf(start) * MINUTE_MS;
      /** The clocks may be set between midnight and the start. */
      return at - (offsetAt(at, tz) - offsetAt(midnight, tz));
    }),
  );
  const next = Math.min(...starts.filter(at => at > now));
  return next === Infinity ? null : instant(next);
}
