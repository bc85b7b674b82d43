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

/** Hours of the week on the grid. */
interface Week {
  slots: readonly boolean[];
  /** Slots that are open before each slot of the week, from Monday 00:00; the last number is the whole week's. */
  before: readonly number[];
  /** The hours that it has in common with others. */
  both: WeakMap<Week, Week>;
}
function weekOf(slots: readonly boolean[]): Week {
  const before = [0];
  for (const isOpen of slots) before.push(before.at(-1)! + (isOpen ? 1 : 0));
  return { slots, before, both: new WeakMap() };
}

/** A plan is laid out day by day by the same hours, and a thousand campaigns have a few different ones. */
const byDayparts = new WeakMap<readonly Daypart[], Week>();
const byText = new Map<string, Week>();
const MAX_WEEKS = 1_000;
/** null: all of the week. */
function weekOfDayparts(dayparts: readonly Daypart[]): Week | null {
  if (dayparts.length === 0) return null;
  const known = byDayparts.get(dayparts);
  if (known) return known;
  const text = JSON.stringify(dayparts);
  const week = byText.get(text) ?? weekOf(weekSlots(dayparts));
  if (byText.size >= MAX_WEEKS) byText.clear();
  byText.set(text, week);
  byDayparts.set(dayparts, week);
  return week;
}
/** Hours that both have. */
function commonWeek(own: Week | null, other: Week | null): Week | null {
  if (!own || !other || own === other) return own ?? other;
  const common =
    own.both.get(other) ?? weekOf(own.slots.map((isOpen, slot) => isOpen && other.slots[slot] === true));
  own.both.set(other, common);
  return common;
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

interface Span {
  /** ms. */
  from: number;
  to: number;
}
const common = (a: Span, b: Span): Span => ({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) });
const spanOf = ({ starts_at, ends_at }: OpenFlight): Span => ({
  from: Date.parse(starts_at),
  to: Date.parse(ends_at),
});
function msIn({ from, to }: Span, week: Week | null, tz: string): number {
  if (to <= from) return 0;
  if (week === null) return to - from;
  const slots = slotsUntil(week.before, localOf(to, tz)) - slotsUntil(week.before, localOf(from, tz));
  return Math.max(0, slots) * SLOT_MS;
}

/** Of the time from now on in which flights are open, the part in which another one is, too, 0 to 1; its hours are of the same zone. */
export function openTogether(
  { flights, tz }: { flights: readonly OpenFlight[]; tz: string },
  now: number,
): (other: OpenFlight) => number {
  const left = { from: now, to: Infinity };
  const own = flights.map(flight => ({
    span: common(spanOf(flight), left),
    week: weekOfDayparts(flight.dayparts),
  }));
  const whole = own.reduce((sum, { span, week }) => sum + msIn(span, week, tz), 0);
  return other => {
    const [theirs, week] = [spanOf(other), weekOfDayparts(other.dayparts)];
    const both = own.reduce(
      (sum, one) => sum + msIn(common(one.span, theirs), commonWeek(one.week, week), tz),
      0,
    );
    return whole === 0 ? 0 : both / whole;
  };
}

/** ms from `from` to `to` in which one of the flights is open; what two of them hold counts for each. */
export const openMs = (flights: readonly OpenFlight[], { tz, ...span }: Span & { tz: string }): number =>
  flights.reduce(
    (sum, flight) => sum + msIn(common(spanOf(flight), span), weekOfDayparts(flight.dayparts), tz),
    0,
  );
