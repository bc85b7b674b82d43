import { describe, expect, it } from 'vitest';
import { byHour, largest, type HourCount } from '../../../../console/kit/charts/hours.ts';
import { nextIndex } from '../../../../console/kit/charts/useChartCursor.ts';

const hourly = (from: string, n: number, plays = 1): HourCount[] =>
  Array.from({ length: n }, (_, i) => ({
    at: new Date(Date.parse(from) + i * 3_600_000).toISOString(),
    plays,
  }));

describe('a week by hours', () => {
  it('lays each group into the day and hour of the zone', () => {
    const groups = [{ at: '2026-01-05T23:00:00.000Z', plays: 4 }];
    expect(byHour(groups, ['2026-01-06'], 'Europe/Berlin')[0]?.[0]).toBe(4);
    expect(byHour(groups, ['2026-01-05'], 'Europe/Lisbon')[0]?.[23]).toBe(4);
  });

  it('leaves a gap for hours that have not begun, and knows none of other days', () => {
    const [day = []] = byHour(hourly('2026-01-05T00:00:00.000Z', 9), ['2026-01-05'], 'UTC');
    expect(day.slice(0, 9)).toEqual(Array(9).fill(1));
    expect(day.slice(9)).toEqual(Array(15).fill(null));
    expect(byHour(hourly('2026-01-05T00:00:00.000Z', 24), ['2026-01-09'], 'UTC')[0]).toEqual(
      Array(24).fill(null),
    );
  });

  it('has no hour that the clock leaves out, and adds up one that it repeats', () => {
    const [spring = []] = byHour(hourly('2026-03-29T00:00:00.000Z', 23), ['2026-03-29'], 'Europe/Lisbon');
    expect(spring[1]).toBeNull();
    expect(spring.filter(n => n !== null)).toHaveLength(23);
    const [autumn = []] = byHour(hourly('2026-10-24T23:00:00.000Z', 25), ['2026-10-25'], 'Europe/Lisbon');
    expect(autumn[1]).toBe(2);
    expect(largest([autumn])).toBe(2);
  });
});

describe('reading a chart with the keyboard', () => {
  it.each([
    ['ArrowRight', 3, 24, 1, 4],
    ['ArrowLeft', 3, 24, 1, 2],
    ['ArrowUp', 3, 24, 1, 4],
    ['ArrowDown', 3, 24, 1, 2],
    ['Home', 3, 24, 1, 0],
    ['End', 3, 24, 1, 23],
    ['ArrowRight', 23, 24, 1, 23],
    ['ArrowLeft', 0, 24, 1, 0],
    ['ArrowDown', 3, 168, 24, 27],
    ['ArrowUp', 27, 168, 24, 3],
    ['ArrowUp', 3, 168, 24, 3],
    ['Enter', 3, 24, 1, null],
  ])('%s at %i of %i in rows of %i goes to %s', (key, at, count, row, to) =>
    expect(nextIndex(key, at, count, row)).toBe(to),
  );
});
