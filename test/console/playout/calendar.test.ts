import { describe, expect, it } from 'vitest';
import {
  isContested,
  isLost,
  mondayOf,
  monthDays,
  planOfDay,
} from '../../../console/playout/schedule/blocks.ts';
import {
  firstDayOf,
  isRepeated,
  moved,
  onceAt,
  splitDay,
  splitWouldLift,
  type Times,
} from '../../../console/playout/schedule/moves.ts';
import type { PlanEntry } from '../../../shared/contract/playout/scheduleEntry.ts';

/** The 24th is a Tuesday. */
const TUESDAY = '2026-11-24';
const entry = (id: string, times: Partial<Times>, more: Partial<PlanEntry> = {}) =>
  ({
    ...{ id, name: id, playlist_id: id, is_unpublished: false, level: 0 },
    ...{ dayparts: [], valid_from: null, valid_until: null },
    ...times,
    ...more,
  }) as unknown as PlanEntry;
const daily = (start: string, end: string) => [{ days: [1, 2, 3, 4, 5, 6, 7], start, end }];
const spans = (plan: ReturnType<typeof planOfDay>) =>
  plan.timed.map(({ entry: { id }, from, to, lane, lanes }) => [id, from / 60, to / 60, lane, lanes]);

describe('a day of the calendar', () => {
  it('has what holds side by side where it overlaps, and says where it loses', () => {
    const first = entry('first', { dayparts: daily('20:00', '22:00') });
    const second = entry('second', { dayparts: daily('18:00', '21:00') });
    const plan = planOfDay([first, second], TUESDAY);
    expect(spans(plan)).toEqual([
      ['second', 18, 21, 0, 2],
      ['first', 20, 22, 1, 2],
    ]);
    const [loser, winner] = plan.timed;
    expect(loser?.parts.map(({ from, to, isOverridden }) => [from / 60, to / 60, isOverridden])).toEqual([
      [18, 20, false],
      [20, 21, true],
    ]);
    expect([isContested(winner!), isContested(loser!), isLost(loser!)]).toEqual([false, true, false]);
  });

  it('shows hours over midnight on both days, and what holds all day above them', () => {
    const night = entry('night', { dayparts: [{ days: [2], start: '22:00', end: '02:00' }] });
    const always = entry('always', { valid_from: TUESDAY, valid_until: TUESDAY });
    expect(spans(planOfDay([night, always], TUESDAY))).toEqual([['night', 22, 24, 0, 1]]);
    expect(planOfDay([night, always], TUESDAY).allDay).toHaveLength(1);
    const after = planOfDay([night, always], '2026-11-25');
    expect(spans(after)).toEqual([['night', 0, 2, 0, 1]]);
    expect(after.timed[0]?.isContinued).toBe(true);
    expect(after.allDay).toEqual([]);
  });

  it('counts nothing as playing that was never published', () => {
    const draft = entry('draft', { dayparts: daily('18:00', '21:00') }, { is_unpublished: true });
    const other = entry('other', { dayparts: daily('18:00', '21:00') });
    const [one, two] = planOfDay([draft, other], TUESDAY).timed;
    expect([isLost(one!), isLost(two!)]).toEqual([true, false]);
  });

  it('belongs to a week from Monday, and a month to whole weeks', () => {
    expect(mondayOf('2026-11-29')).toBe('2026-11-23');
    expect(mondayOf('2026-11-23')).toBe('2026-11-23');
    const days = monthDays('2026-11-15');
    expect([days[0], days.at(-1), days.length]).toEqual(['2026-10-26', '2026-12-06', 42]);
    expect(monthDays('2027-02-10')).toHaveLength(28);
  });
});

describe('a move on the calendar', () => {
  it('of one day takes its dates along, over the end of the week, too', () => {
    const once = onceAt('2026-11-29', 18 * 60, 24 * 60);
    expect(once).toEqual({
      ...{ dayparts: [{ days: [7], start: '18:00', end: '24:00' }] },
      ...{ valid_from: '2026-11-29', valid_until: '2026-11-29' },
    });
    expect(moved(once, { day: '2026-11-29', minute: 19 * 60 }, { days: 1, minutes: 60 })).toEqual({
      ...{ dayparts: [{ days: [1], start: '19:00', end: '01:00' }] },
      ...{ valid_from: '2026-11-30', valid_until: '2026-11-30' },
    });
  });

  it('of what repeats moves the hours that were taken hold of, and no others', () => {
    const weekly: Times = {
      dayparts: [
        { days: [2], start: '06:00', end: '08:00' },
        { days: [1, 2], start: '22:00', end: '02:00' },
      ],
      ...{ valid_from: '2026-01-01', valid_until: null },
    };
    const grip = { day: '2026-11-25', minute: 60 };
    expect(moved(weekly, grip, { days: -1, minutes: -30 })).toEqual({
      dayparts: [weekly.dayparts[0], { days: [1, 7], start: '21:30', end: '01:30' }],
      ...{ valid_from: '2026-01-01', valid_until: null },
    });
  });

  it('does not leave its day, and shifts whole days', () => {
    const early: Times = { dayparts: daily('00:30', '02:00'), valid_from: null, valid_until: null };
    expect(moved(early, { day: TUESDAY, minute: 30 }, { days: 0, minutes: -90 }).dayparts[0]).toMatchObject({
      start: '00:00',
      end: '01:30',
    });
    const fair: Times = { dayparts: [], valid_from: '2026-11-24', valid_until: '2026-12-24' };
    expect(moved(fair, { day: TUESDAY, minute: 0 }, { days: 2, minutes: 0 })).toMatchObject({
      valid_from: '2026-11-26',
      valid_until: '2026-12-26',
    });
  });
});

describe('one day of what repeats', () => {
  const weekly: Times = {
    dayparts: [
      { days: [1, 2], start: '06:00', end: '08:00' },
      { days: [2, 3], start: '22:00', end: '02:00' },
    ],
    ...{ valid_from: '2026-01-01', valid_until: null },
  };
  /** Taken hold of after midnight: it began on Tuesday. */
  const grip = { day: '2026-11-25', minute: 60 };

  it('is asked about where its hours begin on several days, and on no others', () => {
    expect(isRepeated(weekly)).toBe(true);
    expect(isRepeated(onceAt(TUESDAY, 60, 120))).toBe(false);
    expect(isRepeated({ dayparts: [], valid_from: null, valid_until: null })).toBe(false);
    const week = { valid_from: '2026-11-23', valid_until: '2026-11-27' };
    expect(isRepeated({ dayparts: [{ days: [2], start: '06:00', end: '07:00' }], ...week })).toBe(false);
    expect(isRepeated({ dayparts: [{ days: [2, 5], start: '06:00', end: '07:00' }], ...week })).toBe(true);
    expect(isRepeated({ dayparts: [{ days: [2, 6], start: '06:00', end: '07:00' }], ...week })).toBe(false);
    expect(firstDayOf(weekly, grip)).toBe(TUESDAY);
  });

  it('moves alone: its other hours stay on it, and the rule holds before and after it', () => {
    const dated = (day: string) => ({ valid_from: day, valid_until: day });
    const early = { days: [2], start: '06:00', end: '08:00' };
    expect(splitDay(weekly, grip, { move: { days: 0, minutes: -60 }, today: '2026-11-23' })).toEqual({
      rest: { valid_from: '2026-11-25' },
      added: [
        { dayparts: [early, { days: [2], start: '21:00', end: '01:00' }], ...dated(TUESDAY) },
        { ...weekly, valid_until: '2026-11-23' },
      ],
    });
    expect(splitDay(weekly, grip, { move: { days: 9, minutes: 0 }, today: '2026-11-25' })).toEqual({
      rest: { valid_from: '2026-11-25' },
      added: [
        { dayparts: [early], ...dated(TUESDAY) },
        { dayparts: [{ days: [4], start: '22:00', end: '02:00' }], ...dated('2026-12-03') },
      ],
    });
    /** Tonight's block began yesterday and still runs; further west it is yesterday yet. */
    const night = splitDay(weekly, grip, { move: { days: 0, minutes: 60 }, today: TUESDAY });
    expect(night.added.at(-1)).toEqual({ ...weekly, valid_until: '2026-11-23' });
    const last = { ...weekly, valid_until: TUESDAY };
    expect(splitDay(last, grip, { move: { days: 1, minutes: 0 }, today: TUESDAY }).rest).toEqual({
      valid_until: '2026-11-23',
    });
  });

  it('leaves no exception that could never play', () => {
    const grip = { day: TUESDAY, minute: 7 * 60 };
    const mornings = [{ days: [2, 4], start: '06:00', end: '08:00' }];
    const dates = { valid_from: '2026-11-23', valid_until: '2026-12-31' };
    const move = { days: 0, minutes: 30 };
    const onTuesday = splitDay({ dayparts: mornings, ...dates }, grip, { move, today: '2026-11-20' });
    expect(onTuesday.added).toHaveLength(1);
    const last = { dayparts: mornings, ...dates, valid_until: '2026-11-25' };
    expect(splitDay(last, grip, { move, today: '2026-11-20' }).rest).toEqual({ valid_until: '2026-11-23' });
  });

  it('would lift what remains of it above exceptions that were made later with the same priority', () => {
    const times = { dayparts: daily('18:00', '20:00') };
    const rule = entry('1', times, { priority: 50, enabled: true });
    const holiday = entry('2', times, { priority: 50, enabled: true });
    expect(splitWouldLift('1', [rule, holiday])?.id).toBe('2');
    expect(splitWouldLift('2', [rule, holiday])).toBeUndefined();
    for (const more of [{ priority: 60 }, { enabled: false }, { level: 1 }])
      expect(splitWouldLift('1', [rule, { ...holiday, ...more }])).toBeUndefined();
  });
});
