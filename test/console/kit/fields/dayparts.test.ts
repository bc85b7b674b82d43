import { describe, expect, it } from 'vitest';
import {
  DAY_SLOTS,
  daypartProblem,
  daypartsOf,
  daypartText,
  daysText,
  painted,
  slotsOf,
  type Daypart,
} from '../../../../console/kit/fields/inputs/time/dayparts.ts';

const part = (days: number[], start: string, end: string): Daypart => ({ days, start, end });
const count = (parts: Daypart[]) => slotsOf(parts).filter(Boolean).length;
const NAMES = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const nameOf = (day: number) => NAMES[day]!;

describe('days and hours', () => {
  it.each<[string, Daypart[], number]>([
    ['five minutes', [part([1], '08:00', '08:05')], 1],
    ['a day to its end', [part([1], '18:00', '00:00')], 72],
    ['a whole day', [part([3], '00:00', '00:00')], DAY_SLOTS],
    ['a whole day from noon', [part([3], '12:00', '12:00')], DAY_SLOTS],
    ['a night', [part([5], '22:00', '02:00')], 48],
    ['two that overlap', [part([1], '08:00', '10:00'), part([1], '09:00', '11:00')], 36],
    ['nothing', [], 0],
  ])('hold %s', (_, parts, slots) => expect(count(parts)).toBe(slots));

  it('give the night to the day it starts, from Sunday to Monday too', () => {
    const slots = slotsOf([part([7], '23:00', '01:00')]);
    expect(slots.slice(0, 12).every(Boolean)).toBe(true);
    expect(slots.slice(-12).every(Boolean)).toBe(true);
    expect(daypartsOf(slots)).toEqual([part([7], '23:00', '01:00')]);
  });

  it.each<[Daypart[]]>([
    [[part([1, 2, 3, 4, 5], '08:00', '18:00')]],
    [[part([1, 2], '08:00', '12:00'), part([1, 2], '13:05', '17:55')]],
    [[part([5, 6], '22:00', '02:00')]],
    [[part([1, 2, 3, 4, 5, 6, 7], '00:00', '00:00')]],
    [[part([4], '18:00', '00:00')]],
    [[part([1], '00:00', '06:00')]],
  ])('come back from the week as they went in: %j', parts => {
    expect(daypartsOf(slotsOf(parts))).toEqual(parts);
  });

  it('keep the same week whatever is painted into it', () => {
    let slots = slotsOf([part([1, 3, 6], '20:00', '04:00')]);
    for (const [day, from, to, on] of [
      [2, 0, 12, true],
      [3, 276, 288, true],
      [4, 0, 288, true],
      [7, 100, 101, true],
      [3, 250, 260, false],
    ] as const)
      slots = painted(slots, day, { from, to }, on);
    expect(slotsOf(daypartsOf(slots))).toEqual(slots);
  });

  it('say why they may not be sent', () => {
    const fine = part([1], '08:00', '09:00');
    expect(daypartProblem([])).toBeNull();
    expect(daypartProblem(Array.from({ length: 24 }, () => fine))).toBeNull();
    expect(daypartProblem(Array.from({ length: 25 }, () => fine))).toBe('tooMany');
    expect(daypartProblem([part([], '08:00', '09:00')])).toBe('dayless');
    expect(daypartProblem([part([1], '08:02', '09:00')])).toBe('grid');
    expect(daypartProblem([part([1], '8', '09:00')])).toBe('time');
    expect(daypartProblem([part([1], '08:00', '24:00')])).toBe('time');
  });

  it('are told by the first and the last of days in a row', () => {
    expect(daysText([1, 2, 3, 4, 5, 7], nameOf)).toBe('Mon–Fri, Sun');
    expect(daysText([7, 6], nameOf)).toBe('Sat, Sun');
    expect(daypartText(part([5], '22:00', '02:00'), nameOf)).toBe('Fri 22:00–02:00');
    expect(daypartText(part([5], '00:00', '00:00'), nameOf)).toBe('Fri 00:00–24:00');
  });
});
