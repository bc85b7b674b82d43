import { describe, expect, it } from 'vitest';
import { clockOf } from '../../../../console/kit/fields/inputs/time/clock.ts';
import { parseDate, writeDate } from '../../../../console/kit/fields/inputs/time/date.ts';
import {
  isTwice,
  localOf,
  momentOf,
  parseDateTime,
  writeDateTime,
} from '../../../../console/kit/fields/inputs/time/zoned.ts';

describe('a time of day', () => {
  it.each([
    ['8', '08:00'],
    ['8:30', '08:30'],
    ['0830', '08:30'],
    ['8.30 pm', '20:30'],
    ['12 am', '00:00'],
    ['12pm', '12:00'],
    ['下午8:30', '20:30'],
    ['8点30分', '08:30'],
    ['23:59:00', '23:59'],
  ])('%s is %s', (typed, clock) => expect(clockOf(typed)).toBe(clock));
  it.each(['24:00', '8:60', '13 pm', 'noon', '', '8:5'])('%j is none', typed =>
    expect(clockOf(typed)).toBeNull(),
  );
});

describe('a date', () => {
  it.each([
    ['2026-01-05', 'en-GB'],
    ['2026/1/5', 'en-GB'],
    ['5/1/2026', 'en-GB'],
    ['05.01.26', 'en-GB'],
    ['5 Jan 2026', 'en-GB'],
    ['5 January 2026', 'en-GB'],
    ['January 5, 2026', 'en-GB'],
    ['5-Jan-2026', 'zh-CN'],
    ['2026年1月5日', 'zh-CN'],
    ['２０２６－０１－０５', 'zh-CN'],
  ])('%s in %s is the fifth of January', (typed, locale) =>
    expect(parseDate(typed, locale)).toEqual({ value: '2026-01-05' }),
  );

  it.each([
    ['30/2/2026', 'noSuchDay'],
    ['29/2/2026', 'noSuchDay'],
    ['2026-13-01', 'noSuchDay'],
    ['2026-00-10', 'date'],
    ['tomorrow', 'date'],
    ['5 Foo 2026', 'date'],
    ['20260105', 'date'],
  ])('%s is refused', (typed, refused) => expect(parseDate(typed, 'en-GB')).toEqual({ refused }));

  it('may be the first and the last day that are allowed, and no other', () => {
    const bounds = { min: '2026-01-05', max: '2028-02-29' };
    expect(parseDate('2026-01-05', 'en-GB', bounds)).toEqual({ value: '2026-01-05' });
    expect(parseDate('29/2/2028', 'en-GB', bounds)).toEqual({ value: '2028-02-29' });
    expect(parseDate('2026-01-04', 'en-GB', bounds)).toEqual({
      refused: 'tooEarly',
      values: { day: '5 Jan 2026' },
    });
    expect(parseDate('2028-03-01', 'en-GB', bounds)).toMatchObject({ refused: 'tooLate' });
    expect(parseDate(' ', 'en-GB', bounds)).toEqual({ blank: true });
  });

  it('is written so that it reads the same again, in every month and both languages', () => {
    for (const locale of ['en-GB', 'zh-CN'])
      for (let month = 1; month <= 12; month += 1) {
        const day = `2026-${String(month).padStart(2, '0')}-09`;
        expect(parseDate(writeDate(day, locale), locale)).toEqual({ value: day });
      }
    expect([writeDate('2026-02-30', 'en-GB'), writeDate('', 'en-GB')]).toEqual(['', '']);
  });
});

const LISBON = 'Europe/Lisbon';
describe('a moment by the clocks of a zone', () => {
  it.each([
    ['2026-01-05T14:30', LISBON, '2026-01-05T14:30:00.000Z'],
    ['2026-07-05T14:30', LISBON, '2026-07-05T13:30:00.000Z'],
    ['2026-03-29T00:59', LISBON, '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T02:00', LISBON, '2026-03-29T01:00:00.000Z'],
    ['2026-03-29T01:59', 'America/New_York', '2026-03-29T05:59:00.000Z'],
    ['2026-01-05T00:00', 'Asia/Kathmandu', '2026-01-04T18:15:00.000Z'],
    ['2026-01-01T00:00', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z'],
    ['2026-04-05T03:00', 'Australia/Lord_Howe', '2026-04-04T16:30:00.000Z'],
  ])('%s in %s is %s, and back', (local, tz, iso) => {
    expect(momentOf(local, tz)).toEqual({ iso, isTwice: false });
    expect(localOf(iso, tz)).toBe(local);
  });

  it.each([
    ['2026-03-29T01:00', LISBON, '2026-03-29T02:00'],
    ['2026-03-29T01:59', LISBON, '2026-03-29T02:00'],
    ['2026-03-08T02:30', 'America/New_York', '2026-03-08T03:00'],
    ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-04T02:30'],
    ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-31T00:00'],
  ])('%s does not exist in %s; the next is %s', (local, tz, next) =>
    expect(momentOf(local, tz)).toEqual({ next }),
  );

  it.each([
    ['2026-10-25T01:00', LISBON, '2026-10-25T00:00:00.000Z'],
    ['2026-10-25T01:59', LISBON, '2026-10-25T00:59:00.000Z'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
  ])('%s comes twice in %s: the first is meant', (local, tz, iso) => {
    expect(momentOf(local, tz)).toEqual({ iso, isTwice: true });
    expect(isTwice(iso, tz)).toBe(true);
  });

  it('is not twice just before and just after', () => {
    expect(momentOf('2026-10-25T00:59', LISBON)).toMatchObject({ isTwice: false });
    expect(momentOf('2026-10-25T02:00', LISBON)).toMatchObject({ isTwice: false });
  });
});

describe('a typed date and time', () => {
  it.each([
    ['5 Jan 2026, 14:30', '2026-01-05T14:30:00.000Z'],
    ['2026-07-05 14:30', '2026-07-05T13:30:00.000Z'],
    ['2026-07-05T14:30', '2026-07-05T13:30:00.000Z'],
    ['5 OCT 2026 14:30', '2026-10-05T13:30:00.000Z'],
    ['5/7/2026 2:30 pm', '2026-07-05T13:30:00.000Z'],
    ['2026年7月5日14:30', '2026-07-05T13:30:00.000Z'],
    ['2026年7月5日 下午2:30', '2026-07-05T13:30:00.000Z'],
    ['2026-07-05T14:30:00Z', '2026-07-05T14:30:00.000Z'],
    ['2026-07-05T14:30+02:00', '2026-07-05T12:30:00.000Z'],
  ])('%s is %s', (typed, value) => expect(parseDateTime(typed, LISBON, 'en-GB')).toEqual({ value }));

  it('says what is wrong with what is no moment', () => {
    expect(parseDateTime('29 Mar 2026, 1:30', LISBON, 'en-GB')).toEqual({
      refused: 'skipped',
      values: { time: '01:30', tz: LISBON, next: '29 Mar 2026, 02:00' },
    });
    expect(parseDateTime('5 Jan 2026', LISBON, 'en-GB')).toEqual({ refused: 'timeMissing' });
    expect(parseDateTime('31 Feb 2026', LISBON, 'en-GB')).toEqual({ refused: 'noSuchDay' });
    expect(parseDateTime('noon', LISBON, 'en-GB')).toEqual({ refused: 'dateTime' });
    expect(parseDateTime('', LISBON, 'en-GB')).toEqual({ blank: true });
  });

  it('is written so that it reads the same again', () => {
    for (const locale of ['en-GB', 'zh-CN'])
      for (const iso of ['2026-01-05T14:30:00.000Z', '2026-07-05T23:05:00.000Z'])
        expect(parseDateTime(writeDateTime(iso, LISBON, locale), LISBON, locale)).toEqual({ value: iso });
    for (const text of ['half past', '29 Mar 2026, 01:30', ''])
      expect(writeDateTime(text, LISBON, 'en-GB')).toBe('');
  });
});
