/** Moving an exception on the calendar: its hours, its days of the week and, where it lasts less than a week, its dates. Pure. */
import { instant } from '../../../shared/clock.ts';
import { minutesOf } from '../../../shared/contract/playout/mix.ts';
import type { Daypart } from '../../../shared/contract/playout/schedule.ts';
import type { PlanEntry, ScheduleEntry } from '../../../shared/contract/playout/scheduleEntry.ts';
import { DAY_MS, holdsAt } from '../../../shared/playout/playlistAt.ts';
import { startDayOf } from '../../../shared/playout/rights.ts';
import { addDays, DAY_MIN, dayMs, daysFrom, weekdayOf } from './blocks.ts';

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

const isWithinWeek = ({ valid_from, valid_until }: Times) =>
  valid_from !== null && valid_until !== null && dayMs(valid_until) - dayMs(valid_from) < 7 * DAY_MS;
const localOf = ({ day, minute }: Grip) => dayMs(day) + minute * 60_000;
/** Which of its hours were taken hold of. */
const grabbedOf = (times: Times, grip: Grip) =>
  times.dayparts.findIndex(one => holdsAt({ ...times, dayparts: [one] }, localOf(grip)));

/** Its dates move along where they hold it within a week; else only the hours that were taken hold of do. */
export function moved(times: Times, grip: Grip, move: Move): Times {
  const { dayparts, valid_from, valid_until } = times;
  const areDatesMoved = move.days !== 0 && (isWithinWeek(times) || dayparts.length === 0);
  const grabbed = grabbedOf(times, grip);
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

/** Whether its hours begin on more than one day: then a move of one of them may be about that day alone. */
export function isRepeated(times: Times): boolean {
  const { dayparts, valid_from } = times;
  if (dayparts.length === 0) return false;
  if (!isWithinWeek(times) || valid_from === null) return true;
  const days = daysFrom(valid_from, 7).filter(day => day <= (times.valid_until ?? day));
  return days.filter(day => dayparts.some(one => one.days.includes(weekdayOf(day)))).length > 1;
}

/** The day on which the hours that were taken hold of began: after midnight it is the one before. */
export function firstDayOf(times: Times, grip: Grip): string {
  const daypart = times.dayparts[grabbedOf(times, grip)];
  const start = daypart && startDayOf(daypart, localOf(grip));
  return start == null ? grip.day : instant(start * DAY_MS).slice(0, 10);
}

export interface Split {
  /** What becomes of the exception itself: it ends before that day, or begins after it. */
  rest: Partial<Times>;
  /** Exceptions that are added: that day by itself, and what is still to come before it. */
  added: Times[];
}
/** Takes one day out of what repeats and moves it alone. `today`: what lies before it is over and is not added again. */
export function splitDay(times: Times, grip: Grip, { move, today }: { move: Move; today: string }): Split {
  const { dayparts, valid_from, valid_until } = times;
  const day = firstDayOf(times, grip);
  const grabbed = grabbedOf(times, grip);
  const onDay = (one: Daypart) => ({ ...one, days: [weekdayOf(day)] });
  const others = dayparts.filter((one, i) => i !== grabbed && one.days.includes(weekdayOf(day))).map(onDay);
  const alone = dayparts.filter((_, i) => i === grabbed).map(one => shifted(onDay(one), move));
  const dated = (on: string, hours: Daypart[]): Times[] =>
    hours.length === 0 ? [] : [{ dayparts: hours, valid_from: on, valid_until: on }];
  const added =
    move.days === 0
      ? dated(day, [...others, ...alone])
      : [...dated(day, others), ...dated(addDays(day, move.days), alone)];
  const [before, after] = [addDays(day, -1), addDays(day, 1)];
  const first = { dayparts, valid_from, valid_until: before };
  /** Hours of yesterday evening may still run, and it is yesterday yet further west. */
  const isBeforeLeft = before >= addDays(today, -1) && hasHours(first);
  if (!hasHours({ dayparts, valid_from: after, valid_until }))
    return { rest: { valid_until: before }, added };
  return { rest: { valid_from: after }, added: isBeforeLeft ? [...added, first] : added };
}

/** Whether one of its days carries any of its hours; from week to week each does. */
function hasHours({ dayparts, valid_from, valid_until }: Times): boolean {
  if (valid_from === null || valid_until === null) return true;
  return daysFrom(valid_from, 7).some(
    day => day <= valid_until && dayparts.some(one => one.days.includes(weekdayOf(day))),
  );
}

/** What is made of parts of a rule is younger than all others: the exception that they would win over, where the rule did not. */
export function splitWouldLift(id: string, entries: readonly PlanEntry[]): PlanEntry | undefined {
  const rule = entries.find(one => one.id === id);
  return entries.find(
    one => one.level === rule?.level && one.priority === rule.priority && one.id > id && one.enabled,
  );
}
