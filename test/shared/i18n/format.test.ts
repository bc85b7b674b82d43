import { describe, expect, it } from 'vitest';
import { instant } from '../../../shared/clock.ts';
import {
  clockLength,
  createFormat,
  dayOf,
  dayStart,
  hourIn,
  isoDate,
  offsetAt,
  minorDigits,
} from '../../../shared/i18n/format.ts';

const en = createFormat('en-GB', 'Europe/Lisbon');
const zh = createFormat('zh-CN', 'Asia/Shanghai');
const NOW = Date.parse('2026-01-05T08:00:00.000Z');

describe('format', () => {
  it.each([
    [0, '0:00'],
    [7_400, '0:07'],
    [65_000, '1:05'],
    [754_000, '12:34'],
    [3_725_000, '1:02:05'],
  ])('shows %i ms as %s', (ms, text) => expect(clockLength(ms)).toBe(text));

  it('names the two largest parts of a duration', () => {
    expect(en.duration(0)).toBe('0 sec');
    expect(en.duration(15_000)).toBe('15 sec');
    expect(en.duration(125_000)).toBe('2 min 5 sec');
    expect(en.duration(7_384_000)).toBe('2 hr 3 min');
    expect(zh.duration(125_000)).toBe('2分钟5秒');
  });

  it('names an hour and a day in its zone, and shortens what an axis has no room for', () => {
    const evening = '2026-01-05T16:30:00.000Z';
    expect([en.hour(evening), zh.hour(evening)]).toEqual(['16:30', '00:30']);
    // With or without a comma, a large or a small K: the data of Node's ICU decides.
    expect([en.weekday(evening).replace(',', ''), zh.weekday(evening)]).toEqual(['Mon 5 Jan', '1月6日周二']);
    expect([en.compact(12_345).toLowerCase(), zh.compact(12_345)]).toEqual(['12.3k', '1.2万']);
    expect([hourIn('Asia/Shanghai')(evening), hourIn('Europe/Lisbon')(evening)]).toEqual([0, 16]);
  });

  it('says how long ago, and never in the future', () => {
    expect(en.ago('2026-01-05T07:59:48.000Z', NOW)).toBe('12 sec ago');
    expect(en.ago('2026-01-05T07:19:00.000Z', NOW)).toBe('41 min ago');
    expect(en.ago('2026-01-05T08:00:09.000Z', NOW)).toBe('0 sec ago');
    expect(zh.ago('2026-01-05T07:59:48.000Z', NOW)).toBe('12秒前');
  });

  it('weighs bytes in the unit that fits', () => {
    expect(en.bytes(0)).toBe('0 bytes');
    expect(en.bytes(999)).toBe('999 bytes');
    expect(en.bytes(1)).toBe('1 byte');
    expect(en.bytes(281_400)).toBe('281 kB');
    expect(en.bytes(500_000_000)).toBe('500 MB');
    expect(en.bytes(10_740_000_000)).toBe('10.7 GB');
  });

  it('counts money in minor units of its currency', () => {
    expect(en.money(123_456, 'EUR')).toBe('€1,234.56');
    expect(en.money(500, 'JPY')).toBe('JP¥500');
    /** Runtimes differ here: their own data writes some of these without digits. */
    expect(en.money(119_000, 'RSD')).toBe('RSD\u00a01,190.00');
    expect(en.price(119_050, 'HUF')).toBe('HUF\u00a01,190.50');
    expect(en.price(119_000, 'HUF')).toBe('HUF\u00a01,190');
    expect(en.micros(1_000_000, 'IDR')).toBe('IDR\u00a01.00');
    expect(['EUR', 'IDR', 'JPY', 'IQD', 'KWD', '', 'J'].map(minorDigits)).toEqual([
      ...[2, 2, 0, 3, 3],
      ...[2, 2],
    ]);
  });

  it('shows one moment in the zone it is given', () => {
    expect(en.dateTime('2026-07-01T22:30:00.000Z')).toBe('1 Jul 2026, 23:30:00');
    expect(zh.dateTime('2026-07-01T22:30:00.000Z')).toBe('2026年7月2日 06:30:00');
  });

  it.each([
    ['2026-01-05', 'Europe/Lisbon', '2026-01-05T00:00:00.000Z'],
    ['2026-07-01', 'Europe/Lisbon', '2026-06-30T23:00:00.000Z'],
    ['2026-07-01', 'Asia/Shanghai', '2026-06-30T16:00:00.000Z'],
    ['2026-03-29', 'Europe/Lisbon', '2026-03-29T00:00:00.000Z'],
    ['2026-10-25', 'America/New_York', '2026-10-25T04:00:00.000Z'],
  ])('begins %s in %s at %s', (day, tz, iso) => expect(dayStart(day, tz)).toBe(iso));

  it('gives the same day back that a range was made of, over the change of the clocks', () => {
    for (const day of ['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25', '2026-10-26']) {
      expect(dayOf(dayStart(day, 'Europe/Lisbon'), 'Europe/Lisbon')).toBe(day);
      expect(dayOf(dayStart(day, 'Europe/Lisbon', 1), 'Europe/Lisbon', -1)).toBe(day);
    }
  });

  it('gives it back in every zone, where clocks skip midnight, too', () => {
    const noons = Array.from({ length: 365 }, (_, n) => Date.UTC(2026, 0, 1 + n, 12));
    const changes = (tz: string) => offsetAt(noons[0]!, tz) !== offsetAt(noons[182]!, tz);
    for (const tz of Intl.supportedValuesOf('timeZone').filter(changes))
      for (const noon of noons) {
        /** Days without a change are like the day before. */
        if (offsetAt(noon, tz) === offsetAt(noon - 86_400_000, tz)) continue;
        for (const shift of [-1, 0, 1]) {
          const day = instant(noon + shift * 86_400_000).slice(0, 10);
          const start = dayStart(day, tz);
          expect([tz, dayOf(start, tz)]).toEqual([tz, day]);
          expect([tz, dayOf(start, tz, -1) < day]).toEqual([tz, true]);
        }
      }
  });

  it('names a file by the day in the zone', () => {
    expect(isoDate(Date.parse('2026-07-01T23:30:00.000Z'), 'Europe/Lisbon')).toBe('2026-07-02');
  });
});
