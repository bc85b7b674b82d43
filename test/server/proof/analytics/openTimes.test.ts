/** How often each hour of the week, and how many days, a flight is open. */
import { describe, expect, it } from 'vitest';
import { openDays, openTimes } from '../../../../server/proof/analytics/openHours.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const flight = (
  starts: string,
  ends: string,
  ...dayparts: { days: number[]; start: string; end: string }[]
) => ({
  ...{ starts_at: `${starts}Z`, ends_at: `${ends}Z`, dayparts },
});
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const sum = (times: readonly number[]) => times.reduce((all, one) => all + one, 0);

describe('the hours that a flight is open', () => {
  const half = flight('2026-11-30T00:00:00', '2026-12-28T00:00:00', {
    ...{ days: EVERY_DAY, start: '11:00', end: '11:30' },
  });

  it.each(['10:15', '10:45'])('are the same whichever minute asks: %s', minute => {
    const open = { flights: [half], tz: 'UTC' };
    expect(sum(openTimes(open, at(`2026-11-30T${minute}:00`)))).toBeCloseTo(14);
    expect(openDays(open, at(`2026-11-30T${minute}:00`))).toBe(28);
  });

  it('follow the clock on the wall over a change of it', () => {
    const morning = { days: EVERY_DAY, start: '06:00', end: '07:00' };
    const open = {
      flights: [flight('2026-10-19T00:00:00', '2026-11-02T00:00:00', morning)],
      tz: 'Europe/Berlin',
    };
    const times = openTimes(open, at('2026-10-19T00:00:00'));
    expect(sum(times)).toBeCloseTo(14);
    /** Six days at 4 UTC before 25 October, eight at 5 UTC from then on. */
    const ofHour = (hour: number) => sum(times.filter((_, n) => n % 24 === hour));
    expect([ofHour(4), ofHour(5)]).toEqual([6, 8]);
  });

  it('of two flights on the same days are days once, and of Mondays the Mondays', () => {
    const [early, late] = [
      { days: EVERY_DAY, start: '08:00', end: '10:00' },
      { days: EVERY_DAY, start: '18:00', end: '20:00' },
    ];
    const twice = [early, late].map(part => flight('2026-11-30T00:00:00', '2026-12-10T00:00:00', part));
    expect(openDays({ flights: twice, tz: 'UTC' }, 0)).toBe(10);
    const mondays = flight('2026-11-30T00:00:00', '2026-12-28T00:00:00', { ...early, days: [1] });
    expect(openDays({ flights: [mondays], tz: 'UTC' }, 0)).toBe(4);
    const overnight = flight('2026-11-30T23:00:00', '2026-12-01T01:00:00');
    expect(openDays({ flights: [overnight], tz: 'UTC' }, 0)).toBe(2);
  });
});
