import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  Daypart,
  ItemRights,
  RideState,
  WeatherReading,
} from '../../../shared/contract/playout/schedule.ts';
import { offsetAt } from '../../../shared/i18n/format.ts';
import { isOver, refusalOf, type Moment } from '../../../shared/playout/rights.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MIN = 1_440;
const WEEK = [1, 2, 3, 4, 5, 6, 7];
const moment = (iso: string | null, more: Partial<Moment> = {}): Moment => ({
  at: iso === null ? null : Date.parse(iso),
  tz: 'UTC',
  weather: null,
  place: null,
  ...more,
});
const rain: WeatherReading = {
  sky: 'rain',
  temperature_c: 8,
  wind_kmh: 20,
  at: '2026-11-27T18:00:00.000Z',
  stale_min: 60,
};

describe('hours of the week', () => {
  const friday: Daypart = { days: [5], start: '22:00', end: '02:00' };
  it.each([
    ['begin with their minute', '2026-11-27T22:00:00Z', null],
    ['not before', '2026-11-27T21:59:59Z', 'daypart'],
    ['run on into the night of the day they began', '2026-11-28T01:59:59Z', null],
    ['end with their minute', '2026-11-28T02:00:00Z', 'daypart'],
    ['do not begin in the night before', '2026-11-27T01:00:00Z', 'daypart'],
  ])('%s', (_what, iso, refusal) => {
    expect(refusalOf({ dayparts: [friday] }, moment(iso), 10_000)).toBe(refusal);
  });

  it('of a Sunday night belong to the Sunday', () => {
    const dayparts = [{ ...friday, days: [7] }];
    expect(refusalOf({ dayparts }, moment('2026-11-30T01:00:00Z'), 10_000)).toBeNull();
    expect(refusalOf({ dayparts }, moment('2026-11-29T01:00:00Z'), 10_000)).toBe('daypart');
  });

  it('are judged by the start, in the zone of the screen', () => {
    const dayparts = [{ days: [5], start: '18:00', end: '18:05' }];
    const at = (iso: string) => refusalOf({ dayparts }, moment(iso, { tz: 'Europe/Berlin' }), HOUR_MS);
    expect(at('2026-11-27T17:04:59Z')).toBeNull();
    expect(at('2026-11-27T18:00:00Z')).toBe('daypart');
  });

  it('play in both showings of an hour that comes twice, and not in one that is left out', () => {
    const dayparts = [{ days: WEEK, start: '02:00', end: '03:00' }];
    const minutes = (day: string) =>
      Array.from({ length: 26 * 60 }, (_, i) => Date.parse(`${day}T22:00:00Z`) + i * MINUTE_MS).filter(
        at => refusalOf({ dayparts }, { ...moment(null), at, tz: 'Europe/Berlin' }, 0) === null,
      ).length;
    expect(minutes('2026-03-27')).toBe(60);
    expect(minutes('2026-03-28')).toBe(0);
    expect(minutes('2026-10-24')).toBe(120);
  });

  it('cover a week as its clocks show it, in every zone and in the nights the clocks change', () => {
    const start = fc.nat(DAY_MIN / 5 - 1).map(n => n * 5);
    const clock = (minute: number) =>
      `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
    const nights = fc.constantFrom(
      ['Europe/Berlin', '2026-03-29T00:00:00Z'],
      ['Europe/Berlin', '2026-10-25T00:00:00Z'],
      ['America/New_York', '2026-03-08T06:00:00Z'],
      ['America/New_York', '2026-11-01T06:00:00Z'],
      ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
      ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
      ['Asia/Shanghai', '2026-06-01T00:00:00Z'],
    );
    const days = fc.subarray(WEEK, { minLength: 1 });
    const offset = fc.integer({ min: -36 * 60, max: 36 * 60 });
    fc.assert(
      fc.property(nights, days, start, start, offset, ([tz, night], days, from, to, minute) => {
        const at = Date.parse(night) + minute * MINUTE_MS;
        /** Each minute of a local week that the window holds, by plain counting. */
        const on = new Set<number>();
        for (const day of days)
          for (let n = from; n < (from < to ? to : to + DAY_MIN); n++)
            on.add(((day - 1) * DAY_MIN + n) % (7 * DAY_MIN));
        const local = new Intl.DateTimeFormat('en-GB', {
          timeZone: tz,
          weekday: 'short',
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
        }).formatToParts(at);
        const part = (type: string) => local.find(one => one.type === type)?.value ?? '';
        const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part('weekday'));
        const minuteOfWeek = day * DAY_MIN + Number(part('hour')) * 60 + Number(part('minute'));
        const dayparts = [{ days, start: clock(from), end: to === 0 ? '24:00' : clock(to) }];
        fc.pre(!(to === 0 && from === 0));
        const isOn = refusalOf({ dayparts }, { ...moment(null), at, tz }, 0) === null;
        expect(isOn).toBe(on.has(minuteOfWeek));
      }),
    );
  });
});

describe('dates', () => {
  const rights: ItemRights = { valid_from: '2026-11-25', valid_until: '2026-11-27' };
  const inShanghai = (iso: string) => refusalOf(rights, moment(iso, { tz: 'Asia/Shanghai' }), 10_000);
  it('run from midnight to midnight by the clocks of the screen', () => {
    expect(inShanghai('2026-11-24T15:59:59Z')).toBe('not_yet');
    expect(inShanghai('2026-11-24T16:00:00Z')).toBeNull();
    expect(inShanghai('2026-11-27T15:59:50Z')).toBeNull();
  });
  it('end before an item that could not be shown to its end', () => {
    expect(inShanghai('2026-11-27T15:59:51Z')).toBe('over');
  });
  it('hold on days of 23 and 25 hours', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Shanghai'),
        fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }),
        (tz, at) => {
          const day = new Date(at + offsetAt(at, tz)).toISOString().slice(0, 10);
          const dates = { valid_from: day, valid_until: day };
          expect(refusalOf(dates, { ...moment(null), at, tz }, 0)).toBeNull();
          expect(refusalOf(dates, { ...moment(null), at: at + 25.5 * HOUR_MS, tz }, 0)).toBe('over');
          expect(refusalOf(dates, { ...moment(null), at: at - 25.5 * HOUR_MS, tz }, 0)).toBe('not_yet');
        },
      ),
    );
  });
  it('of local content are moments', () => {
    const window = { starts_at: '2026-11-27T10:00:00.000Z', ends_at: '2026-11-27T11:00:00.000Z' };
    expect(refusalOf(window, moment('2026-11-27T09:59:59Z'), 10_000)).toBe('not_yet');
    expect(refusalOf(window, moment('2026-11-27T10:59:50Z'), 10_000)).toBeNull();
    expect(refusalOf(window, moment('2026-11-27T10:59:51Z'), 10_000)).toBe('over');
  });
  it('that are over need no file; those to come do', () => {
    expect(isOver(rights, Date.parse('2026-11-28T12:00:00Z'), 'UTC')).toBe(true);
    expect(isOver(rights, Date.parse('2026-11-20T12:00:00Z'), 'UTC')).toBe(false);
    expect(isOver(rights, null, 'UTC')).toBe(false);
  });
});

it('a screen that does not know the time plays only what no time restricts', () => {
  expect(refusalOf({}, moment(null), 10_000)).toBeNull();
  for (const rights of [
    { valid_from: '2026-01-01' },
    { valid_until: '2026-01-01' },
    { ends_at: '2026-01-01T00:00:00.000Z' },
    { dayparts: [{ days: WEEK, start: '00:00', end: '24:00' }] },
  ])
    expect(refusalOf(rights, moment(null), 10_000)).toBe('clock_unknown');
});

describe('weather', () => {
  const at = moment('2026-11-27T18:30:00Z', { weather: rain });
  it.each([
    ['a sky', { on: 'sky', is: ['rain', 'snow'] }, null],
    ['another sky', { on: 'sky', is: ['clear'] }, 'weather'],
    ['at most a temperature', { on: 'temperature', min: null, max: 8 }, null],
    ['at least a temperature', { on: 'temperature', min: 9, max: null }, 'weather'],
    ['wind', { on: 'wind', min: 20 }, null],
    ['more wind', { on: 'wind', min: 21 }, 'weather'],
  ] as const)('is judged by %s', (_what, condition, refusal) => {
    const conditions = [condition] as unknown as NonNullable<ItemRights['conditions']>;
    expect(refusalOf({ conditions }, at, 10_000)).toBe(refusal);
  });
  it('must fit in each of its conditions, and be known and fresh', () => {
    const conditions: ItemRights['conditions'] = [{ on: 'sky', is: ['rain'] }];
    expect(refusalOf({ conditions: [...conditions, { on: 'wind', min: 50 }] }, at, 10_000)).toBe('weather');
    expect(refusalOf({ conditions }, moment('2026-11-27T19:00:00Z', { weather: rain }), 0)).toBeNull();
    expect(refusalOf({ conditions }, moment('2026-11-27T19:00:01Z', { weather: rain }), 0)).toBe(
      'weather_unknown',
    );
    expect(refusalOf({ conditions }, moment('2026-11-27T18:00:00Z'), 0)).toBe('weather_unknown');
    expect(refusalOf({ conditions }, moment(null, { weather: rain }), 0)).toBe('weather_unknown');
  });
});

it('who is in the car must fit, and be known, beside the weather', () => {
  const riding: NonNullable<ItemRights['conditions']> = [{ on: 'ride', is: ['riding', 'parked'] }];
  const at = (ride?: RideState) => moment('2026-11-27T18:30:00Z', { weather: rain, ride });
  expect(refusalOf({ conditions: riding }, at('riding'), 10_000)).toBeNull();
  expect(refusalOf({ conditions: riding }, at('parked'), 10_000)).toBeNull();
  expect(refusalOf({ conditions: riding }, at('empty'), 10_000)).toBe('ride');
  expect(refusalOf({ conditions: riding }, at(), 10_000)).toBe('ride_unknown');
  // Each of several must fit.
  const both: NonNullable<ItemRights['conditions']> = [...riding, { on: 'ride', is: ['riding', 'empty'] }];
  expect(refusalOf({ conditions: both }, at('riding'), 10_000)).toBeNull();
  expect(refusalOf({ conditions: both }, at('parked'), 10_000)).toBe('ride');
  // It asks nothing of the weather, which asks nothing of it.
  expect(refusalOf({ conditions: riding }, moment('2026-11-27T18:30:00Z', { ride: 'riding' }), 0)).toBeNull();
  expect(refusalOf({ conditions: [{ on: 'sky', is: ['rain'] }] }, at(), 0)).toBeNull();
  expect(refusalOf({ conditions: [...riding, { on: 'sky', is: ['clear'] }] }, at('riding'), 0)).toBe(
    'weather',
  );
});

it('a place is judged only where the screen knows its own well enough', () => {
  const near = { lat: 52.52, lng: 13.4, radius_km: 2 };
  const place = { lat: 52.53, lng: 13.4, acc_m: 30, age_ms: 1_000 };
  const at = (where: Moment['place']) =>
    refusalOf({ near }, moment('2026-11-27T18:00:00Z', { place: where }), 10_000);
  expect(at(place)).toBeNull();
  expect(at({ ...place, lat: 52.54 })).toBe('place');
  expect(at(null)).toBe('place_unknown');
  expect(at({ ...place, age_ms: 300_001 })).toBe('place_unknown');
  expect(at({ ...place, acc_m: 2_001 })).toBe('place_unknown');
});
