import { describe, expect, it } from 'vitest';
import { daysBetween, lastDayAnywhere, licenceState } from '../../../shared/playout/licence.ts';
import { fitting, nearestFrame } from '../../../console/content/creatives/frames/frames.ts';

describe('a licence', () => {
  it.each([
    [null, '2026-11-30T12:00:00Z', 'none'],
    ['2027-01-31', '2026-11-30T12:00:00Z', 'valid'],
    ['2026-12-13', '2026-11-30T12:00:00Z', 'ending'],
    ['2026-12-14', '2026-11-30T12:00:00Z', 'valid'],
    ['2026-11-30', '2026-12-01T11:59:59.999Z', 'ending'],
    ['2026-11-30', '2026-12-01T12:00:00Z', 'ended'],
  ] as const)('that ends on %s is at %s: %s', (until, at, state) =>
    expect(licenceState(until, Date.parse(at))).toBe(state),
  );
  it('counts days over a change of the clocks', () => {
    expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2);
    expect(daysBetween('2026-03-30', '2026-03-28')).toBe(-2);
    expect(lastDayAnywhere(Date.parse('2026-12-01T11:59:00Z'))).toBe('2026-11-30');
  });
});

describe('a file on a screen', () => {
  const frame = { w: 1_920, h: 1_080 };
  it.each([
    [{ w: 1_920, h: 1_080 }, 'contain', { scale: 1, bars: 0, cut: 0 }],
    [{ w: 960, h: 540 }, 'cover', { scale: 2, bars: 0, cut: 0 }],
    [{ w: 1_080, h: 1_080 }, 'contain', { scale: 1, bars: 0.4375, cut: 0 }],
    [{ w: 1_080, h: 1_080 }, 'cover', { scale: 1_920 / 1_080, bars: 0, cut: 0.4375 }],
  ] as const)('of %j by %s', (file, fit, wanted) => {
    const found = fitting(file, frame, fit);
    for (const [name, value] of Object.entries(wanted))
      expect(found[name as keyof typeof found]).toBeCloseTo(value, 6);
  });
  it('is shown in the frame most like it first', () => {
    expect(nearestFrame({ w: 3_840, h: 2_160 })).toBe('landscape');
    expect(nearestFrame({ w: 720, h: 1_280 })).toBe('portrait');
    expect(nearestFrame({ w: 640, h: 400 })).toBe('tablet');
    expect(nearestFrame({ w: 4_000, h: 1_000 })).toBe('taxiTop');
  });
});
