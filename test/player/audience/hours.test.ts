import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addSeen, readSeen, reportOf, splitAt } from '../../../player/audience/hours.ts';
import type { AudienceRule } from '../../../shared/contract/playout/playerValues.ts';
import { AGE_BUCKETS, AGE_GROUPS, GENDERS } from '../../../shared/contract/playout/audience.ts';

const HOUR = Date.parse('2026-11-24T08:00:00.000Z');
const HOUR_MS = 3_600_000;
const rule = { mode: 'aggregate' as const, k_min: 10 };
const hourOf = (people: number, groups: Record<string, number> = {}) => ({ hour: HOUR, people, groups });

describe('OPEN-PLAYER-03 counts only leave the sensor', () => {
  it('reads numbers of known groups, whatever else it says', () => {
    const reading = {
      people: 3,
      image: 'data:image/png;base64,iVBORw0KGgo=',
      embedding: [0.1, 0.2],
      groups: [
        { age: '18_34', gender: 'female', people: 2, face: new Uint8Array(4) },
        { age: 'tall', gender: 'female', people: 1 },
        { age: '18_34', gender: 'male', people: '1' },
        null,
      ],
    };
    expect(readSeen(reading)).toEqual({
      people: 3,
      groups: [{ age: '18_34', gender: 'female', people: 2 }],
    });
    for (const nothing of [null, 'one', {}, { people: -1 }, { people: 1.5 }, { people: 5_000 }])
      expect(readSeen(nothing)).toBeNull();
  });

  it('reports no group that is too small, and none that could be worked out', () => {
    expect(reportOf(hourOf(9), rule)).toBeNull();
    expect(reportOf(hourOf(10), rule)).toMatchObject({ people: 10, groups: [] });
    const some = hourOf(32, { '18_34 female': 20, '35_54 male': 12 });
    expect(reportOf(some, rule)).toMatchObject({ people: 32, groups: [{ people: 20 }, { people: 12 }] });
    const few = hourOf(24, { '18_34 female': 20, '35_54 male': 4 });
    expect(reportOf(few, rule)).toMatchObject({ people: 20, groups: [{ age: '18_34', people: 20 }] });
    expect(reportOf(few, { mode: 'count_only', k_min: 10 })).toMatchObject({ people: 24, groups: [] });
  });

  it('OPEN-PCFG-01 tells apart the ages alone that are counted apart, and adds the others up as not known', () => {
    const counted = hourOf(60, {
      ...{ 'under_18 male': 7, '18_34 male': 21, '35_54 male': 15, 'unknown male': 5, 'under_18 female': 12 },
    });
    const groupsOf = (buckets?: AudienceRule['buckets']) =>
      reportOf(counted, { ...rule, buckets })?.groups.map(({ age, gender, people }) => [age, gender, people]);
    expect(groupsOf(['18_34', '35_54'])).toEqual([
      ['unknown', 'male', 12],
      ['18_34', 'male', 21],
      ['35_54', 'male', 15],
      ['unknown', 'female', 12],
    ]);
    expect(groupsOf([])).toEqual([
      ['unknown', 'male', 48],
      ['unknown', 'female', 12],
    ]);
    const all = [
      ['18_34', 'male', 21],
      ['35_54', 'male', 15],
      ['under_18', 'female', 12],
    ];
    expect(groupsOf(['under_18', '18_34', '35_54', 'over_54'])).toEqual(all);
    expect(groupsOf()).toEqual(all);
  });

  it('never says how many of a group there were when they were fewer than k', () => {
    const group = fc.record({
      age: fc.constantFrom(...AGE_GROUPS),
      gender: fc.constantFrom(...GENDERS),
      people: fc.integer({ min: 1, max: 40 }),
    });
    const rules = fc.record({
      k_min: fc.integer({ min: 10, max: 50 }),
      buckets: fc.subarray([...AGE_BUCKETS]),
    });
    fc.assert(
      fc.property(fc.array(group, { maxLength: 12 }), rules, (groups, { k_min, buckets }) => {
        const people = groups.reduce((sum, one) => sum + one.people, 0);
        const [counted] = addSeen([], { people, groups }, HOUR);
        const report = reportOf(counted!, { mode: 'aggregate', k_min, buckets });
        if (!report) return;
        const inGroups = report.groups.reduce((sum, one) => sum + one.people, 0);
        expect(report.groups.every(one => one.people >= k_min)).toBe(true);
        expect(report.people === inGroups || report.people - inGroups >= k_min).toBe(true);
      }),
    );
  });

  it('adds up by the hour, and an hour is over when the next begins', () => {
    const seen = { people: 2, groups: [] };
    const hours = [HOUR, HOUR + 60_000, HOUR + HOUR_MS].reduce<ReturnType<typeof addSeen>>(
      (sum, at) => addSeen(sum, seen, at),
      [],
    );
    expect(splitAt(hours, HOUR + HOUR_MS + 1)).toEqual({
      over: [hourOf(4)],
      running: [{ hour: HOUR + HOUR_MS, people: 2, groups: {} }],
    });
  });
});
