/** From when and until when a screen may play what it is granted. */
import { describe, expect, it } from 'vitest';
import { instant } from '../../../shared/clock.ts';
import { leaseTimes } from '../../../shared/sales/leaseGrant.ts';
import { HOUR_MS, lineOf, MONDAY } from '../playout/lines.ts';

const end = MONDAY + 10 * HOUR_MS;
const line = lineOf(1, { starts_at: instant(MONDAY), ends_at: instant(end) });
const timesAt = (at: number, windowEnds: readonly number[] = []) =>
  leaseTimes({ window_ms: HOUR_MS }, { line, at }, { windowEnds, offline_h: 2 });

describe('the times of a lease', () => {
  it('are a window for its plays, and a deadline after as long as the screen is usually without a link', () => {
    expect(timesAt(MONDAY)).toEqual({
      window_start: MONDAY,
      window_end: MONDAY + HOUR_MS,
      play_deadline: MONDAY + 2 * HOUR_MS,
      report_deadline: MONDAY + 4 * HOUR_MS,
    });
  });

  it('begin after the window of the lease before it', () => {
    expect(timesAt(MONDAY, [MONDAY + HOUR_MS]).window_start).toBe(MONDAY + HOUR_MS);
  });

  it('end with the flight, so that plays that nobody can show any more do not stay out', () => {
    const { window_end, play_deadline, report_deadline } = timesAt(end - HOUR_MS / 6);
    expect([window_end, play_deadline, report_deadline]).toEqual([end, end, end + 2 * HOUR_MS]);
  });
});
