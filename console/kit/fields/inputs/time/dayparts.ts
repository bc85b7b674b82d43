/** Days and hours of a week: from and to on a grid of five minutes; what runs over midnight belongs to the day it starts. */
import { GRID_MIN, weekSlots } from '../../../../../shared/contract/playout/mix.ts';
import { clockAt, minuteOf } from './clock.ts';

export interface Daypart {
  /** 1 Monday to 7 Sunday. */
  days: readonly number[];
  /** HH:MM; an end at or before the start lies on the next day, and the same time is a whole day. */
  start: string;
  end: string;
}
export const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export const MAX_DAYPARTS = 24;
export const STEP_MIN = GRID_MIN;
const DAY_MIN = 1_440;
export const DAY_SLOTS = DAY_MIN / STEP_MIN;

const onGrid = (clock: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(clock) && minuteOf(clock) % STEP_MIN === 0;

/** As `weekSlots`; what is not typed to its end yet holds nothing. */
export const slotsOf = (dayparts: readonly Daypart[]): boolean[] =>
  weekSlots(dayparts.filter(({ start, end }) => onGrid(start) && onGrid(end)));

interface Span {
  from: number;
  to: number;
}
/** Stretches of one day, in its slots. */
export function spansOf(slots: readonly boolean[], day: number): Span[] {
  const spans: Span[] = [];
  const offset = (day - 1) * DAY_SLOTS;
  for (let i = 0; i < DAY_SLOTS; i += 1) {
    if (!slots[offset + i]) continue;
    const last = spans.at(-1);
    if (last?.to === i) last.to = i + 1;
    else spans.push({ from: i, to: i + 1 });
  }
  return spans;
}

/** The dayparts of a week of slots: a night is one of them, and days with the same hours share one. */
export function daypartsOf(slots: readonly boolean[]): Daypart[] {
  const week = DAYS.map(day => spansOf(slots, day));
  week.forEach((spans, i) => {
    const evening = spans.at(-1);
    const morning = week[(i + 1) % week.length]?.[0];
    const isNight = evening?.to === DAY_SLOTS && evening.from > 0 && morning?.from === 0;
    if (!evening || !morning || !isNight || morning.to >= DAY_SLOTS || morning.to > evening.from) return;
    evening.to = DAY_SLOTS + morning.to;
    week[(i + 1) % week.length]?.shift();
  });
  const parts = new Map<string, { days: number[]; start: string; end: string; from: number }>();
  week.forEach((spans, i) => {
    for (const { from, to } of spans) {
      const known = parts.get(`${from}-${to}`);
      if (known) known.days.push(i + 1);
      else
        parts.set(`${from}-${to}`, {
          days: [i + 1],
          start: clockAt(from * STEP_MIN),
          end: clockAt((to * STEP_MIN) % DAY_MIN),
          from,
        });
    }
  });
  return [...parts.values()]
    .sort((a, b) => a.days[0]! - b.days[0]! || a.from - b.from)
    .map(({ days, start, end }) => ({ days, start, end }));
}

/** Sets slots of one day from one to another, the last one left out. */
export function painted(slots: readonly boolean[], day: number, { from, to }: Span, on: boolean): boolean[] {
  const offset = (day - 1) * DAY_SLOTS;
  return slots.map((was, i) => (i >= offset + from && i < offset + to ? on : was));
}

/** Why these may not be sent; the sentence stands at `refused.<why>`. */
export function daypartProblem(
  dayparts: readonly Daypart[],
  max = MAX_DAYPARTS,
): 'dayless' | 'time' | 'grid' | 'tooMany' | null {
  if (dayparts.length > max) return 'tooMany';
  if (dayparts.some(({ days }) => days.length === 0)) return 'dayless';
  const clocks = dayparts.flatMap(({ start, end }) => [start, end]);
  if (!clocks.every(clock => /^([01]\d|2[0-3]):[0-5]\d$/.test(clock))) return 'time';
  return clocks.every(onGrid) ? null : 'grid';
}

/** `Mon–Fri, Sun`: three and more days in a row are told by the first and the last. */
export function daysText(days: readonly number[], nameOf: (day: number) => string): string {
  const runs: number[][] = [];
  for (const day of [...days].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.at(-1) === day - 1) last.push(day);
    else runs.push([day]);
  }
  return runs
    .map(run => (run.length > 2 ? `${nameOf(run[0]!)}–${nameOf(run.at(-1)!)}` : run.map(nameOf).join(', ')))
    .join(', ');
}
export const daypartText = ({ days, start, end }: Daypart, nameOf: (day: number) => string): string =>
  `${daysText(days, nameOf)} ${start}–${start === end && start === '00:00' ? '24:00' : end}`;
