import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Daypart } from '../../../shared/contract/playout/schedule.ts';
import {
  holdsAt,
  inOrder,
  nextChange,
  playlistAt,
  stretchesOf,
  type Entry,
} from '../../../shared/playout/playlistAt.ts';
import { roundsOf } from '../../support/dailyShare.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const STANDING = { playlist_id: 'standing' };
const entry = (playlist_id: string, more: Partial<Entry> = {}): Entry => ({ playlist_id, ...more });
const daily = (start: string, end: string, days = [1, 2, 3, 4, 5, 6, 7]): Daypart[] => [{ days, start, end }];
const at = (instant: string) => Date.parse(instant);
const local = (text: string) => at(`${text}:00.000Z`);
const playing = (entries: readonly Entry[], when: string | null, tz = 'UTC') =>
  playlistAt({ entries, standing: STANDING }, when === null ? null : at(when), tz).playlist_id;

describe('an exception', () => {
  it('holds in its hours and on its days, the last one included', () => {
    const one = entry('fair', {
      dayparts: daily('09:00', '17:00'),
      valid_from: '2026-11-24',
      valid_until: '2026-11-25',
    });
    expect(holdsAt(one, local('2026-11-23T12:00'))).toBe(false);
    expect(holdsAt(one, local('2026-11-24T08:59'))).toBe(false);
    expect(holdsAt(one, local('2026-11-24T09:00'))).toBe(true);
    expect(holdsAt(one, local('2026-11-25T16:59'))).toBe(true);
    expect(holdsAt(one, local('2026-11-25T17:00'))).toBe(false);
    expect(holdsAt(one, local('2026-11-26T12:00'))).toBe(false);
  });

  it('over midnight belongs to the day on which it begins, by the week and by its dates', () => {
    /** The 27th is a Friday. */
    const night = entry('night', {
      dayparts: daily('22:00', '02:00', [5]),
      valid_from: '2026-11-27',
      valid_until: '2026-11-27',
    });
    expect(holdsAt(night, local('2026-11-27T01:00'))).toBe(false);
    expect(holdsAt(night, local('2026-11-27T22:00'))).toBe(true);
    expect(holdsAt(night, local('2026-11-28T01:59'))).toBe(true);
    expect(holdsAt(night, local('2026-11-28T02:00'))).toBe(false);
  });

  it('stands before the standing playlist, the first that holds before the others; where there is none, nothing plays', () => {
    const entries = [entry('evening', { dayparts: daily('18:00', '23:00') }), entry('always')];
    expect(playing(entries, '2026-11-24T19:00:00.000Z')).toBe('evening');
    expect(playing(entries, '2026-11-24T12:00:00.000Z')).toBe('always');
    expect(playing([], '2026-11-24T12:00:00.000Z')).toBe('standing');
    expect(playlistAt({ entries: [], standing: null }, 0, 'UTC')).toEqual({
      playlist_id: null,
      because: { by: 'nothing' },
    });
  });

  it('with hours or dates waits until the time is known', () => {
    expect(playing([entry('evening', { dayparts: daily('00:00', '24:00') })], null)).toBe('standing');
    expect(playing([entry('dated', { valid_until: '2030-01-01' })], null)).toBe('standing');
    expect(playing([entry('always')], null)).toBe('always');
  });

  it('of the screen comes before those of its groups; then priority counts, then which was made later', () => {
    const ranked = [
      { id: '1', level: 2, priority: 100 },
      { id: '2', level: 1, priority: 50 },
      { id: '3', level: 1, priority: 50 },
      { id: '4', level: 1, priority: 60 },
      { id: '5', level: 0, priority: 0 },
    ];
    expect(inOrder(ranked).map(({ id }) => id)).toEqual(['5', '4', '3', '2', '1']);
  });
});

/** Before and after the clocks are set, by the clock on the wall: forward over 2:30, back over 2:30 (Lord Howe by half an hour). */
const SET_CLOCKS = [
  { tz: 'Europe/Lisbon', forward: '2026-03-29T01:00:00.000Z', back: '2026-10-25T01:00:00.000Z' },
  { tz: 'Europe/Berlin', forward: '2026-03-29T01:00:00.000Z', back: '2026-10-25T01:00:00.000Z' },
  { tz: 'America/New_York', forward: '2026-03-08T07:00:00.000Z', back: '2026-11-01T06:00:00.000Z' },
  { tz: 'Australia/Lord_Howe', forward: '2026-10-03T15:30:00.000Z', back: '2026-04-04T15:00:00.000Z' },
] as const;

describe.each(SET_CLOCKS)('the night the clocks of $tz are set', ({ tz, forward, back }) => {
  const schedule = (start: string, end: string) => ({
    entries: [entry('night', { dayparts: daily(start, end) })],
    standing: STANDING,
  });
  const hoursOf = (start: string, end: string, night: string) =>
    stretchesOf(schedule(start, end), { from: at(night) - DAY_MS / 2, to: at(night) + DAY_MS / 2, tz })
      .filter(({ playlist_id }) => playlist_id === 'night')
      .reduce((sum, one) => sum + one.to - one.from, 0) / 3_600_000;
  const shift = tz === 'Australia/Lord_Howe' ? 0.5 : 1;

  it('hours around it are shorter by what is left out, longer by what comes twice', () => {
    expect(hoursOf('23:00', '05:00', forward)).toBe(6 - shift);
    expect(hoursOf('23:00', '05:00', back)).toBe(6 + shift);
  });

  it('a change is never missed at the moment itself', () => {
    for (const night of [forward, back]) {
      const begin = at(night) - 3 * 3_600_000;
      const one = schedule('02:00', '03:00');
      const expected: number[] = [];
      for (let now = begin; now < at(night) + 3 * 3_600_000; now += MINUTE_MS)
        if (playlistAt(one, now, tz).playlist_id !== playlistAt(one, now - MINUTE_MS, tz).playlist_id)
          expected.push(now);
      const changes: number[] = [];
      const limit = at(night) + 3 * 3_600_000;
      for (
        let now = nextChange(one, begin, { tz, limit });
        now !== null;
        now = nextChange(one, now, { tz, limit })
      )
        changes.push(now);
      expect(changes).toEqual(expected.filter(now => now > begin));
    }
  });
});

const time = fc.integer({ min: 0, max: 287 }).map(n => {
  const minutes = n * 5;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
});
const day = fc
  .integer({ min: 0, max: 20 })
  .map(n => new Date(at('2026-03-20T00:00:00.000Z') + n * DAY_MS).toISOString().slice(0, 10));
const daypart = fc.record({
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
  start: time,
  end: time,
});
const entries = fc.array(
  fc.record({
    playlist_id: fc.constantFrom('a', 'b', 'c'),
    dayparts: fc.array(daypart, { maxLength: 2 }),
    valid_from: fc.option(day),
    valid_until: fc.option(day),
  }),
  { maxLength: 5 },
);
const zone = fc.constantFrom(...SET_CLOCKS.map(({ tz }) => tz), 'Asia/Kathmandu', 'UTC');
const moment = fc
  .integer({ min: 0, max: 20 * 1_440 })
  .map(n => at('2026-03-20T00:00:00.000Z') + n * MINUTE_MS);

describe('any schedule', () => {
  it('OPEN-PLAYER-02 has exactly one answer for any minute, and nothing changes before the next change that is told', () => {
    fc.assert(
      fc.property(entries, zone, moment, (all, tz, now) => {
        const schedule = { entries: all, standing: STANDING };
        const limit = now + 2 * DAY_MS;
        const change = nextChange(schedule, now, { tz, limit });
        const first = playlistAt(schedule, now, tz).because.entry;
        let found: number | null = null;
        for (let then = now + MINUTE_MS; then < limit && found === null; then += MINUTE_MS)
          if (playlistAt(schedule, then, tz).because.entry !== first) found = then;
        expect(change).toBe(found);
      }),
      { numRuns: roundsOf(60, 4) },
    );
  });

  it('fills any range without a gap or an overlap', () => {
    fc.assert(
      fc.property(entries, zone, moment, (all, tz, from) => {
        const to = from + 5 * DAY_MS + 1;
        const found = stretchesOf({ entries: all, standing: STANDING }, { from, to, tz });
        expect(found[0]?.from).toBe(from);
        expect(found.at(-1)?.to).toBe(to);
        expect(found.slice(1).every((one, i) => one.from === found[i]?.to)).toBe(true);
      }),
      { numRuns: roundsOf(60, 4) },
    );
  });

  it('of seven hundred exceptions with all their hours is laid out for a month within seconds', () => {
    const hours = Array.from({ length: 24 }, (_, n) => {
      const hour = String(n).padStart(2, '0');
      return { days: [1, 2, 3, 4, 5, 6, 7], start: `${hour}:05`, end: `${hour}:10` };
    });
    const later = { dayparts: hours, valid_from: '2027-06-01' };
    const many = Array.from({ length: 700 }, (_, n) =>
      entry(`p${n}`, n % 2 === 0 ? later : { dayparts: hours }),
    );
    const from = at('2026-11-24T00:00:00.000Z');
    const began = performance.now();
    const found = stretchesOf(
      { entries: many, standing: STANDING },
      { from, to: from + 31 * DAY_MS, tz: 'Europe/Berlin' },
    );
    expect(found).toHaveLength(31 * 48 + 1);
    expect((performance.now() - began) / 1_000).toBeLessThan(5);
  });
});
