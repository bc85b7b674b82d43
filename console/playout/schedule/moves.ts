/** Moving an exception on the calendar: its hours, its days of the week and, where it lasts less than a week, its dates. Pure. */
import { minutesOf } from '../../../shared/contract/playout/mix.ts';
import type { Daypart } from '../../../shared/contract/playout/schedule.ts';
import type { ScheduleEntry } from '../../../shared/contract/playout/scheduleEntry.ts';
import { DAY_MS, holdsAt } from '../../../shared/playout/playlistAt.ts';
import { addDays, DAY_MIN, dayMs, weekdayOf } from './blocks.ts';

export type Times = Pick<ScheduleEntry, 'dayparts' | 'valid_from' | 'valid_until'>;
export interface Move {
  /** Minutes later or earlier. */
  minutes: number;
  days: number;
}
/** Of what was taken hold of: the day of its block, and a minute in it. */
export interface Grip {
  day: string;
  minute: number;
}

const two = (n: number) => String(n).padStart(2, '0');
export const clockText = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
/** As an end: midnight is the end of the day. */
const endText = (minute: number) => (minute === DAY_MIN ? '24:00' : clockText(minute % DAY_MIN));
const shiftedDay = (day: number, days: number) => ((((day - 1 + days) % 7) + 7) % 7) + 1;

/** Hours that begin on one day of the calendar, from minute to minute; beyond midnight they end on the next. */
export const onceAt = (day: string, from: number, to: number): Times => ({
  dayparts: [{ days: [weekdayOf(day)], start: clockText(from), end: endText(to) }],
  valid_from: day,
  valid_until: day,
});

function shifted({ days, start, end }: Daypart, { minutes, days: by }: Move): Daypart {
  const from = minutesOf(start);
  const length = (minutesOf(end) - from + DAY_MIN) % DAY_MIN || DAY_MIN;
  const begin = Math.max(0, Math.min(DAY_MIN - 5, from + minutes));
  const moved = days.map(day => shiftedDay(day, by)).sort((a, b) => a - b);
  return { days: moved, start: clockText(begin), end: endText(begin + length) };
}

/** Its dates move along where they hold it within a week; else only the hours that were taken hold of do. */
export function moved(times: Times, { day, minute }: Grip, move: Move): Times {
  const { dayparts, valid_from, valid_until } = times;
  const isShort =
    valid_from !== null && valid_until !== null && dayMs(valid_until) - dayMs(valid_from) < 7 * DAY_MS;
  const areDatesMoved = move.days !== 0 && (isShort || dayparts.length === 0);
  const local = dayMs(day) + minute * 60_000;
  const grabbed = dayparts.findIndex(one => holdsAt({ ...times, dayparts: [one] }, local));
  return {
    dayparts: dayparts.map((one, i) =>
      i === grabbed
        ? shifted(one, move)
        : areDatesMoved
          ? shifted(one, { minutes: 0, days: move.days })
          : one,
    ),
    valid_from: areDatesMoved && valid_from !== null ? addDays(valid_from, move.days) : valid_from,
    valid_until: areDatesMoved && valid_until !== null ? addDays(valid_until, move.days) : valid_until,
  };
}
