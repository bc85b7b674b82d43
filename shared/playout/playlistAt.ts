/** Which playlist a screen plays at a moment: that of the first exception that holds, else the standing one. Pure. */
import { instant } from '../clock.ts';
import { GRID_MIN, minutesOf } from '../contract/playout/mix.ts';
import type { Daypart } from '../contract/playout/schedule.ts';
import { offsetAt } from '../i18n/format.ts';
import { localAt, startDayOf, weekdayOf } from './rights.ts';

/** When an exception holds; what is missing does not restrict it. */
export interface EntryTimes {
  /** Any of them. */
  dayparts?: readonly Daypart[] | undefined;
  /** First and last day on which its hours begin, both included, in the zone of the screen. */
  valid_from?: string | null | undefined;
  valid_until?: string | null | undefined;
}
export interface Entry extends EntryTimes {
  playlist_id: string;
}
export interface StandingPlaylist {
  playlist_id: string;
}
export interface Schedule<E extends Entry, S extends StandingPlaylist> {
  /** In the order in which they are asked (`inOrder`). */
  entries: readonly E[];
  standing: S | null;
}
export type Because<E, S> =
  | { by: 'entry'; entry: E }
  | { by: 'standing'; standing: S; entry?: undefined }
  | { by: 'nothing'; entry?: undefined };
export interface PlaylistAt<E, S> {
  playlist_id: string | null;
  because: Because<E, S>;
}

export const DAY_MS = 86_400_000;
const DAY_MIN = 1_440;
const MINUTE_MS = 60_000;
/** How far ahead a screen holds what its exceptions play. */
export const AHEAD_DAYS = 30;

interface Ranked {
  id: string;
  /** 0: the screen's own; then those of its groups, of their parents, and so on. */
  level: number;
  priority: number;
}
/** The nearest first, then the higher priority, then the later made: ids rise with time. */
export const inOrder = <E extends Ranked>(entries: readonly E[]): E[] =>
  [...entries].sort(
    (a, b) => a.level - b.level || b.priority - a.priority || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0),
  );

const dayText = (day: number) => instant(day * DAY_MS).slice(0, 10);

function isDated({ valid_from, valid_until }: EntryTimes, day: number): boolean {
  const text = dayText(day);
  return (!valid_from || valid_from <= text) && (!valid_until || text <= valid_until);
}

/** `local`: ms of the clock on the wall. Hours over midnight belong to the day on which they begin. */
export function holdsAt({ dayparts, ...dates }: EntryTimes, local: number): boolean {
  if (!dayparts?.length) return isDated(dates, Math.floor(local / DAY_MS));
  return dayparts.some(one => {
    const day = startDayOf(one, local);
    return day !== null && isDated(dates, day);
  });
}

/** `at`: null while the time is not known, when nothing that has hours or dates holds. */
export function entryAt<E extends Entry>(entries: readonly E[], at: number | null, tz: string): E | null {
  const local = at === null ? null : localAt(at, tz);
  const isAlways = ({ dayparts, valid_from, valid_until }: E) =>
    !dayparts?.length && !valid_from && !valid_until;
  return entries.find(one => (local === null ? isAlways(one) : holdsAt(one, local))) ?? null;
}

export const playlistAt = <E extends Entry, S extends StandingPlaylist>(
  { entries, standing }: Schedule<E, S>,
  at: number | null,
  tz: string,
): PlaylistAt<E, S> => playlistBy(entryAt(entries, at, tz), standing);

function playlistBy<E extends Entry, S extends StandingPlaylist>(
  entry: E | null,
  standing: S | null,
): PlaylistAt<E, S> {
  if (entry) return { playlist_id: entry.playlist_id, because: { by: 'entry', entry } };
  if (standing) return { playlist_id: standing.playlist_id, because: { by: 'standing', standing } };
  return { playlist_id: null, because: { by: 'nothing' } };
}

/** Minutes of the day at which hours begin or end, and midnight. */
const boundariesOf = (entries: readonly EntryTimes[]) =>
  [
    ...new Set([
      0,
      ...entries.flatMap(({ dayparts }) =>
        (dayparts ?? []).flatMap(({ start, end }) => [minutesOf(start), minutesOf(end) % DAY_MIN]),
      ),
    ]),
  ].sort((a, b) => a - b);

/** The next moment at which anything could change: a boundary on the clock, or the clock being set. */
function nextStep(boundaries: readonly number[], at: number, tz: string): number {
  const offset = offsetAt(at, tz);
  const minutes = Math.floor((at + offset) / MINUTE_MS);
  const minute = minutes % DAY_MIN;
  const next = boundaries.find(one => one > minute) ?? DAY_MIN + boundaries[0]!;
  const then = (minutes + next - minute) * MINUTE_MS - offset;
  if (offsetAt(then, tz) === offset) return then;
  let [before, after] = [Math.floor(at / MINUTE_MS), then / MINUTE_MS];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle * MINUTE_MS, tz) === offset) before = middle;
    else after = middle;
  }
  return after * MINUTE_MS;
}

/** By the clock on the wall: which exception holds. What was found of a day is looked up, for a plan asks it often. */
function entryByWall<E extends Entry>(entries: readonly E[]): (local: number) => E | null {
  const days = new Map<number, (E | null)[]>();
  const slotsOf = (day: number) => {
    const slots: (E | null)[] = Array.from({ length: DAY_MIN / GRID_MIN }, () => null);
    for (const entry of [...entries].reverse())
      for (const { from, to } of spansOn(entry, day)) slots.fill(entry, from / GRID_MIN, to / GRID_MIN);
    return slots;
  };
  return local => {
    const day = Math.floor(local / DAY_MS);
    const slots = days.get(day) ?? slotsOf(day);
    days.set(day, slots);
    return slots[Math.floor((local - day * DAY_MS) / (GRID_MIN * MINUTE_MS))] ?? null;
  };
}

/** Minutes of a day that an exception holds: of hours that begin on it, and of those that began the day before. */
function spansOn({ dayparts, ...dates }: EntryTimes, day: number): { from: number; to: number }[] {
  if (!dayparts?.length) return isDated(dates, day) ? [{ from: 0, to: DAY_MIN }] : [];
  const [isOn, wasOn] = [isDated(dates, day), isDated(dates, day - 1)];
  return dayparts.flatMap(({ days, start, end }) => {
    const [from, to] = [minutesOf(start), minutesOf(end)];
    const begins = isOn && days.includes(weekdayOf(day));
    if (to > from) return begins ? [{ from, to }] : [];
    const hasBegun = wasOn && days.includes(weekdayOf(day - 1));
    return [...(begins ? [{ from, to: DAY_MIN }] : []), ...(hasBegun ? [{ from: 0, to }] : [])];
  });
}

/** When the exception that holds is another; null: not before `limit`. ms. */
function entryEnds<E extends Entry>(
  entryOn: (local: number) => E | null,
  boundaries: readonly number[],
  { at, tz, limit }: { at: number; tz: string; limit: number },
): number | null {
  const now = entryOn(localAt(at, tz));
  for (let then = nextStep(boundaries, at, tz); then < limit; then = nextStep(boundaries, then, tz))
    if (entryOn(localAt(then, tz)) !== now) return then;
  return null;
}

/** When something else plays, or for another reason; null: not before `limit`. ms. */
export const nextChange = <E extends Entry>(
  { entries }: Pick<Schedule<E, StandingPlaylist>, 'entries'>,
  at: number,
  { tz, limit }: { tz: string; limit: number },
): number | null => entryEnds(entryByWall(entries), boundariesOf(entries), { at, tz, limit });

export interface Stretch<E, S> extends PlaylistAt<E, S> {
  from: number;
  to: number;
}
/** What plays from one moment to another without a gap, in order. */
export function stretchesOf<E extends Entry, S extends StandingPlaylist>(
  schedule: Schedule<E, S>,
  { from, to, tz }: { from: number; to: number; tz: string },
): Stretch<E, S>[] {
  const entryOn = entryByWall(schedule.entries);
  const boundaries = boundariesOf(schedule.entries);
  const found: Stretch<E, S>[] = [];
  for (let at = from; at < to;) {
    const until = entryEnds(entryOn, boundaries, { at, tz, limit: to }) ?? to;
    found.push({ ...playlistBy(entryOn(localAt(at, tz)), schedule.standing), from: at, to: until });
    at = until;
  }
  return found;
}
