/** What the time of a screen is shared by, how unless it is set otherwise (OPEN-CONST-04), and its grid. A screen reads it at its start. */
/** Who fills the time of a screen; the sources of local content are its kinds. */
export const MIX_SOURCES = [
  ...(['ads', 'programmatic', 'house'] as const),
  ...(['entertainment', 'local_discovery', 'tourism', 'deals', 'news', 'jobs'] as const),
] as const;
export type MixSource = (typeof MIX_SOURCES)[number];
/** Percent of the time. */
export type Weights = Record<MixSource, number>;
export const DEFAULT_WEIGHTS: Weights = {
  ...{ ads: 50, programmatic: 10, house: 10 },
  ...{ entertainment: 8, local_discovery: 5, tourism: 5, deals: 5, news: 5, jobs: 2 },
};

/** Minutes: hours of the week begin and end on this grid. */
export const GRID_MIN = 5;
const DAY_MIN = 1_440;
const WEEK_SLOTS = (7 * DAY_MIN) / GRID_MIN;
/** `22:30` is minute 1,350 of its day. */
export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

interface WeekHours {
  /** ISO days, Monday is 1. */
  days: readonly number[];
  /** An end at or before the start lies on the next day. */
  start: string;
  end: string;
}
/** Every five minutes of the week from Monday 00:00: whether some of these hours hold them. */
export function weekSlots(hours: readonly WeekHours[]): boolean[] {
  const slots = Array.from({ length: WEEK_SLOTS }, () => false);
  for (const { days, start, end } of hours) {
    const [from, to] = [minutesOf(start), minutesOf(end)];
    const length = to > from ? to - from : to - from + DAY_MIN;
    for (const day of days)
      for (let at = 0; at < length; at += GRID_MIN)
        slots[(((day - 1) * DAY_MIN + from + at) / GRID_MIN) % WEEK_SLOTS] = true;
  }
  return slots;
}
