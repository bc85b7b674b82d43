/** How long the hours of flights are open between two moments, by the clock on the wall of the campaign. Pure. */
import { GRID_MIN, weekSlots } from '../contract/playout/mix.ts';
import type { Daypart } from '../contract/playout/schedule.ts';
import { offsetAt } from '../i18n/format.ts';

export interface OpenFlight {
  starts_at: string;
  ends_at: string;
  /** Any of them; none: all of the week. */
  dayparts: readonly Daypart[];
}

const DAY_MIN = 1_440;
const SLOT_MS = GRID_MIN * 60_000;
const WEEK_SLOTS = (7 * DAY_MIN) / GRID_MIN;
/** 1 January 1970 was a Thursday. */
const MONDAY_MS = 4 * DAY_MIN * 60_000;
const DAY_MS = DAY_MIN * 60_000;

/** A plan is laid out day by day by the same hours. */
const knownWeeks = new WeakMap<readonly Daypart[], readonly number[]>();
function weekOf(dayparts: readonly Daypart[]): readonly number[] {
  const week = knownWeeks.get(dayparts) ?? openBefore(dayparts);
  knownWeeks.set(dayparts, week);
  return week;
}

/** Slots that are open before each slot of the week, from Monday 00:00; the last number is the whole week's. */
function openBefore(dayparts: readonly Daypart[]): number[] {
  const before = [0];
  for (const isOpen of weekSlots(dayparts)) before.push(before.at(-1)! + (isOpen ? 1 : 0));
  return before;
}

/** Slots that were open up to a moment, counted from a Monday; what several dayparts hold counts once. */
function slotsUntil(before: readonly number[], local: number): number {
  const slots = (local - MONDAY_MS) / SLOT_MS;
  const weeks = Math.floor(slots / WEEK_SLOTS);
  const slot = Math.floor(slots) - weeks * WEEK_SLOTS;
  const inSlot = (slots - Math.floor(slots)) * (before[slot + 1]! - before[slot]!);
  return weeks * before[WEEK_SLOTS]! + before[slot]! + inSlot;
}

/** By zone and day of UTC: its offset where it ends the day as it began it; null where it changes. Hours of years are asked one by one. */
const offsets = new Map<string, number | null>();
const MAX_OFFSETS = 4_096;
function localOf(ms: number, tz: string): number {
  const day = Math.floor(ms / DAY_MS) * DAY_MS;
  const key = `${day} ${tz}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    const begin = offsetAt(day, tz);
    offset = begin === offsetAt(day + DAY_MS, tz) ? begin : null;
    if (offsets.size >= MAX_OFFSETS) offsets.clear();
    offsets.set(key, offset);
  }
  return ms + (offset ?? offsetAt(ms, tz));
}

/** Of the slots of the week that one has, the part that another has too, 0 to 1. */
function sharedSlots(own: readonly Daypart[], other: readonly Daypart[]): number {
  if (other.length === 0) return 1;
  const [mine, theirs] = [own, other].map(one => (one.length === 0 ? null : weekSlots(one)));
  const all = mine ?? Array.from({ length: WEEK_SLOTS }, () => true);
  const both = all.filter((isOpen, slot) => isOpen && theirs?.[slot]).length;
  return both / Math.max(1, all.filter(Boolean).length);
}

/** Of the time from now on in which flights are open, the part in which another one is, too, 0 to 1. */
export function openTogether(
  { flights, tz }: { flights: readonly OpenFlight[]; tz: string },
  other: OpenFlight,
  now: number,
): number {
  const whole = openMs(flights, { from: now, to: Infinity, tz });
  if (whole === 0) return 0;
  const span = { from: Math.max(now, Date.parse(other.starts_at)), to: Date.parse(other.ends_at), tz };
  const both = flights.reduce((sum, flight) => {
    const ms = openMs([flight], span);
    return ms === 0 ? sum : sum + ms * sharedSlots(flight.dayparts, other.dayparts);
  }, 0);
  return both / whole;
}

/** ms from `from` to `to` in which one of the flights is open; what two of them hold counts for each. */
export function openMs(
  flights: readonly OpenFlight[],
  { from, to, tz }: { from: number; to: number; tz: string },
): number {
  return flights.reduce((sum, { starts_at, ends_at, dayparts }) => {
    const [begin, end] = [Math.max(from, Date.parse(starts_at)), Math.min(to, Date.parse(ends_at))];
    if (end <= begin) return sum;
    if (dayparts.length === 0) return sum + end - begin;
    const before = weekOf(dayparts);
    const slots = slotsUntil(before, localOf(end, tz)) - slotsUntil(before, localOf(begin, tz));
    return sum + Math.max(0, slots) * SLOT_MS;
  }, 0);
}
