/** What of a day the exceptions take, and where each of them loses to another: by the code that decides on screens. Pure. */
import { GRID_MIN } from '../../../shared/contract/playout/mix.ts';
import { instant } from '../../../shared/clock.ts';
import type { PlanEntry } from '../../../shared/contract/playout/scheduleEntry.ts';
import { DAY_MS, holdsAt } from '../../../shared/playout/playlistAt.ts';

export const DAY_MIN = 1_440;
const MINUTE_MS = 60_000;

export const dayMs = (day: string) => Date.parse(`${day}T00:00:00.000Z`);
export const addDays = (day: string, days: number) => instant(dayMs(day) + days * DAY_MS).slice(0, 10);
/** 1 Monday to 7 Sunday. */
export const weekdayOf = (day: string) => ((Math.floor(dayMs(day) / DAY_MS) + 3) % 7) + 1;
export const mondayOf = (day: string) => addDays(day, 1 - weekdayOf(day));
export const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, i) => addDays(first, i));
/** Whole weeks around a month. */
export function monthDays(day: string): string[] {
  const first = mondayOf(`${day.slice(0, 7)}-01`);
  const last = addDays(`${addDays(`${day.slice(0, 7)}-01`, 32).slice(0, 7)}-01`, -1);
  const weeks = Math.ceil((dayMs(last) - dayMs(first) + DAY_MS) / (7 * DAY_MS));
  return daysFrom(first, weeks * 7);
}

export interface Part {
  from: number;
  to: number;
  /** Another exception holds at the same time and stands before it. */
  isOverridden: boolean;
}
export interface Block {
  entry: PlanEntry;
  /** Minutes of the day on the clock. */
  from: number;
  to: number;
  parts: Part[];
  /** The hours began on the day before. */
  isContinued: boolean;
  /** Side by side with others: which of how many columns. */
  lane: number;
  lanes: number;
}
export interface DayPlan {
  day: string;
  /** Without hours of their own: they hold all day. */
  allDay: Block[];
  timed: Block[];
}

/** Runs of equal answers over the grid of a day. */
function runsOf<T>(valueAt: (minute: number) => T): { from: number; to: number; value: T }[] {
  const runs: { from: number; to: number; value: T }[] = [];
  for (let minute = 0; minute < DAY_MIN; minute += GRID_MIN) {
    const value = valueAt(minute);
    const last = runs.at(-1);
    if (last?.value === value) last.to = minute + GRID_MIN;
    else runs.push({ from: minute, to: minute + GRID_MIN, value });
  }
  return runs;
}

/** Those that overlap stand side by side. */
function intoLanes(blocks: Block[]): Block[] {
  const sorted = [...blocks].sort((a, b) => a.from - b.from || b.to - a.to);
  let cluster: Block[] = [];
  let end = 0;
  const close = () => {
    const lanes = Math.max(0, ...cluster.map(({ lane }) => lane + 1));
    for (const one of cluster) one.lanes = lanes;
    cluster = [];
  };
  for (const block of sorted) {
    if (block.from >= end) close();
    const taken = new Set(cluster.filter(({ to }) => to > block.from).map(({ lane }) => lane));
    block.lane = 0;
    while (taken.has(block.lane)) block.lane++;
    cluster.push(block);
    end = Math.max(end, block.to);
  }
  close();
  return sorted;
}

/** `entries`: in the order in which they are asked. */
export function planOfDay(entries: readonly PlanEntry[], day: string): DayPlan {
  const playable = entries.filter(({ is_unpublished }) => !is_unpublished);
  const localAt = (minute: number) => dayMs(day) + minute * MINUTE_MS;
  const winners = Array.from({ length: DAY_MIN / GRID_MIN }, (_, i) =>
    playable.find(one => holdsAt(one, localAt(i * GRID_MIN))),
  );
  const blocks = entries.flatMap(entry =>
    runsOf(minute => holdsAt(entry, localAt(minute)))
      .filter(({ value }) => value)
      .map(({ from, to }): Block => {
        const parts = runsOf(minute => winners[minute / GRID_MIN] !== entry)
          .map(run => ({ from: Math.max(from, run.from), to: Math.min(to, run.to), isOverridden: run.value }))
          .filter(part => part.from < part.to);
        const isContinued = from === 0 && holdsAt(entry, localAt(-1)) && entry.dayparts.length > 0;
        return { entry, from, to, parts, isContinued, lane: 0, lanes: 1 };
      }),
  );
  const isTimed = ({ entry }: Block) => entry.dayparts.length > 0;
  return { day, allDay: blocks.filter(one => !isTimed(one)), timed: intoLanes(blocks.filter(isTimed)) };
}

/** Never what plays on that day. */
export const isLost = ({ parts }: Block) => parts.every(({ isOverridden }) => isOverridden);
export const isContested = ({ parts }: Block) => parts.some(({ isOverridden }) => isOverridden);
