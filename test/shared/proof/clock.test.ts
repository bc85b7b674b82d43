import { describe, expect, it } from 'vitest';
import type { PlayRecord } from '../../../shared/contract/proof/play.ts';
import {
  gpsApartOf,
  isContradicted,
  rateStart,
  type Rating,
  type Timed,
} from '../../../shared/proof/clock.ts';

const START = Date.UTC(2026, 10, 20, 10);
const MINUTE_MS = 60_000;
const YEAR_MS = 366 * 86_400_000;
const play = (clock: Partial<PlayRecord['clock']>, more: Partial<Timed> = {}): Timed => ({
  ...{ boot_id: 'a', started_wall_ms: START, started_mono_ms: 1_000, duration_ms: 10_000 },
  clock: {
    ...{ offset_ms: 0, uncertainty_ms: 20, source: 'server', synced_at_mono: 0, quality: 'A' },
    ...clock,
  },
  ...more,
});
const rated = (record: Timed, synced: Timed | null = null) =>
  rateStart(record, { before: null, synced, received: START + 3_600_000 });

describe('time of a play beside that of a satellite', () => {
  it.each([
    ['there is no fix', {}, 0],
    ['the fix says what the wall clock says, which may be the same clock', { gps_offset_ms: -3_000 }, 0],
    [
      'the fix says what the wall clock says, and the server something else',
      { gps_offset_ms: 0, offset_ms: 5 * MINUTE_MS },
      0,
    ],
    [
      'both say that the wall clock is wrong by the same',
      { gps_offset_ms: 297_000, offset_ms: 5 * MINUTE_MS },
      0,
    ],
    [
      'they are apart by less than both are unsure of',
      { gps_offset_ms: MINUTE_MS, uncertainty_ms: 55_000 },
      0,
    ],
    ['satellites say otherwise', { gps_offset_ms: 3 * MINUTE_MS }, 3 * MINUTE_MS],
    [
      'satellites say otherwise, the other way',
      { gps_offset_ms: -MINUTE_MS, offset_ms: MINUTE_MS },
      2 * MINUTE_MS,
    ],
    ['the receiver has miscounted its weeks', { gps_offset_ms: -19 * YEAR_MS }, 0],
  ])('says of a play, where %s, how far it is off', (_, clock, apart) => {
    expect(gpsApartOf(play(clock))).toBe(apart);
  });

  it('grades nothing as sure that a satellite contradicts, and says by how much it may be off', () => {
    expect(rated(play({}))).toMatchObject({ grade: 'A', uncertainty_ms: 20 });
    const contradicted = rated(play({ gps_offset_ms: 3 * MINUTE_MS }));
    expect(contradicted).toEqual({ started: START, grade: 'C', uncertainty_ms: 3 * MINUTE_MS });
    const between = play({ synced_at_mono: null, quality: 'C' });
    const next = play({ synced_at_mono: 5_000 }, { started_wall_ms: START + 5_000, started_mono_ms: 6_000 });
    expect(rated(between, next).grade).toBe('B');
    expect(rated({ ...between, clock: { ...between.clock, gps_offset_ms: MINUTE_MS } }, next).grade).toBe(
      'C',
    );
  });

  it('makes nothing surer', () => {
    const unheard = {
      source: 'none',
      quality: 'D',
      synced_at_mono: null,
      uncertainty_ms: 86_400_000,
    } as const;
    expect(rated(play({ ...unheard, gps_offset_ms: 3 * MINUTE_MS })).grade).toBe('D');
    expect(rated(play({ synced_at_mono: null, quality: 'C', gps_offset_ms: 0 })).grade).toBe('C');
  });

  it('takes any record for what it is', () => {
    expect(isContradicted({ ...play({ gps_offset_ms: MINUTE_MS }) })).toBe(true);
    for (const clock of [undefined, null, 7, {}, { gps_offset_ms: 'x', offset_ms: [] }])
      expect(isContradicted({ clock })).toBe(false);
  });
});

describe('time of a play beside the record before it, the next sync and its receipt', () => {
  const HOUR_MS = 3_600_000;
  const later = (ms: number, clock: Partial<PlayRecord['clock']> = {}, wall = ms) =>
    play(clock, { started_wall_ms: START + wall, started_mono_ms: 1_000 + ms });
  const gradedBeside = (record: Timed, beside: { before?: Timed; synced?: Timed; received?: number } = {}) =>
    rateStart(record, { before: null, synced: null, received: START + 48 * HOUR_MS, ...beside });

  it('is C and off by the whole sleep, where the machine slept since the play before and has not heard the server since', () => {
    const before = play({});
    const slept = later(20_000, {}, 20_000 + 8 * HOUR_MS);
    expect(gradedBeside(slept, { before })).toMatchObject({ grade: 'C', uncertainty_ms: 8 * HOUR_MS });
    const setBack = later(20_000, {}, 20_000 - 60_000);
    expect(gradedBeside(setBack, { before })).toMatchObject({ grade: 'C', uncertainty_ms: 60_000 });
  });

  it.each([
    ['readings are not taken at the same instant', later(20_000, {}, 22_000), play({})],
    ['the server was heard anew', later(20_000, { synced_at_mono: 15_000 }, 20_000 + HOUR_MS), play({})],
    ['it is another start of the machine', later(20_000, {}, HOUR_MS), play({}, { boot_id: 'b' })],
  ])('stays A where %s', (_why, record, before) => {
    expect(gradedBeside(record, { before }).grade).toBe('A');
  });

  it('is A within an hour of a sync, and C from then on', () => {
    const aged = (age: number) => later(age - 1_000, { synced_at_mono: 0 });
    expect(gradedBeside(aged(HOUR_MS)).grade).toBe('A');
    expect(gradedBeside(aged(HOUR_MS + 1)).grade).toBe('C');
    expect(gradedBeside(aged(2 * HOUR_MS)).uncertainty_ms).toBe(360);
    expect(gradedBeside(play({ synced_at_mono: null })).grade).toBe('C');
  });

  it('stays C, off by as much as it and the next sync disagree, and by a day at most', () => {
    const between = play({ synced_at_mono: null, quality: 'C' });
    const synced = (apart: number) => later(10_000, { synced_at_mono: 10_000 }, 10_000 + apart);
    expect(gradedBeside(between, { synced: synced(2_000) })).toMatchObject({
      ...{ started: START + 1_000, grade: 'B', uncertainty_ms: 20 },
    });
    expect(gradedBeside(between, { synced: synced(5_000) })).toEqual({
      ...{ started: START, grade: 'C', uncertainty_ms: 5_000 },
    });
    expect(gradedBeside(between, { synced: synced(72 * HOUR_MS) }).uncertainty_ms).toBe(24 * HOUR_MS);
  });

  it('is C and off by so much, where it ended after it was received', () => {
    const end = START + 10_000;
    expect(gradedBeside(play({}), { received: end - 2_020 }).grade).toBe('A');
    expect(gradedBeside(play({}), { received: end - HOUR_MS })).toEqual({
      ...{ started: START, grade: 'C', uncertainty_ms: HOUR_MS },
    });
    expect(gradedBeside(play({}), { received: end - 48 * HOUR_MS }).uncertainty_ms).toBe(24 * HOUR_MS);
  });

  it.each([
    ['set by a month between two plays', later(20_000, {}, 20_000 + 720 * HOUR_MS), play({})],
    ['said to be synced before all time', play({ synced_at_mono: -1e308 }), null],
    ['at the end of all numbers, and at their other end', later(20_000, {}, -1e308), later(0, {}, 1e308)],
    ['beyond all numbers', later(20_000, { offset_ms: 1e308 }, 1e308), later(0, { offset_ms: 1e308 }, 1e308)],
  ])('is off by a day at most, and by a number, where the clock was %s', (_why, record, before) => {
    expect(gradedBeside(record, { ...(before && { before }) }).uncertainty_ms).toBe(24 * HOUR_MS);
  });

  it('moves no start by more than half a day between two syncs, whatever they say', () => {
    const between = play({ synced_at_mono: null, quality: 'C' });
    const far = play({ synced_at_mono: 5e307 }, { started_wall_ms: 0, started_mono_ms: 1e308 });
    expect(gradedBeside(between, { synced: far })).toMatchObject({
      ...{ started: START, grade: 'C', uncertainty_ms: 24 * HOUR_MS },
    });
  });

  it('is no surer than the play before it by the same sync, until the server is heard again', () => {
    const rated = { grade: 'C', uncertainty_ms: 8 * HOUR_MS } as const;
    const slept = { ...later(20_000, {}, 20_000 + 8 * HOUR_MS), rated };
    const next = later(40_000, {}, 40_000 + 8 * HOUR_MS);
    expect(gradedBeside(next, { before: slept })).toMatchObject(rated);
    const anew = later(40_000, { synced_at_mono: 30_000 }, 40_000);
    expect(gradedBeside(anew, { before: slept })).toMatchObject({ grade: 'A', uncertainty_ms: 20 });
    const rebooted = { ...slept, boot_id: 'b' };
    expect(gradedBeside(next, { before: rebooted }).grade).toBe('A');
    const sure = { ...play({}), rated: { grade: 'A', uncertainty_ms: 900 } as const };
    expect(gradedBeside(later(20_000), { before: sure }).uncertainty_ms).toBe(20);
  });

  const ratedAs = (record: Timed, rating: Rating) => ({ ...record, rated: rating });

  it('is sure after a play that satellites contradicted, once a fix of its own agrees', () => {
    const off = play({ gps_offset_ms: 180_000 });
    const before = { ...off, rated: { grade: 'C', uncertainty_ms: 180_000 } as const };
    expect(gradedBeside(later(20_000), { before })).toMatchObject({ grade: 'C', uncertainty_ms: 180_000 });
    const agrees = later(20_000, { gps_offset_ms: 0 });
    expect(gradedBeside(agrees, { before }).grade).toBe('A');
    const slept = { ...before, rated: { grade: 'C', uncertainty_ms: 8 * HOUR_MS } as const };
    expect(gradedBeside(agrees, { before: slept }).grade).toBe('C');
  });

  it.each([undefined, -599_500, -600_000, -600_500, -611_000, -90_000_000])(
    'is C after a clock that was set ten minutes forward, also where satellites say %s of it',
    gps_offset_ms => {
      const fix = gps_offset_ms === undefined ? {} : { gps_offset_ms };
      const set = later(60_000, fix, 660_000);
      const rating = gradedBeside(set, { before: play({}) });
      expect(rating.grade).toBe('C');
      /** A fix that says the same as the clock may be stamped by that clock. */
      for (const own of [{}, { gps_offset_ms: 0 }]) {
        const after = later(120_000, own, 720_000);
        const rated = gradedBeside(after, { before: ratedAs(set, rating) });
        expect(rated.grade).toBe('C');
        expect(rated.uncertainty_ms).toBeGreaterThanOrEqual(600_000);
        const off = later(180_000, { gps_offset_ms: -600_500 }, 780_000);
        const contradicted = gradedBeside(off, { before: ratedAs(after, rated) });
        const last = gradedBeside(later(240_000, { gps_offset_ms: 0 }, 840_000), {
          before: ratedAs(off, contradicted),
        });
        expect([contradicted.grade, last.grade]).toEqual(['C', 'C']);
      }
    },
  );
});
