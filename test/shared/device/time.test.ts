import { describe, expect, it } from 'vitest';
import { createServerTime } from '../../../shared/device/time.ts';
import { manualClock } from '../../support/clock.ts';

describe("the server's time", () => {
  it('is the wall clock until the server was heard', () => {
    const clock = manualClock(1_000_000);
    const time = createServerTime(clock);
    expect(time.now()).toBe(1_000_000);
    expect(time.reading()).toMatchObject({ source: 'none', quality: 'D', synced_at_mono: null });
  });

  it('says of a fix how far it is from the wall clock, until somebody sets that', async () => {
    const clock = manualClock(1_000_000);
    const time = createServerTime(clock);
    expect(time.reading()).not.toHaveProperty('gps_offset_ms');
    time.noteFix(1_060_000.4);
    await clock.advance(3_600_000);
    expect(time.reading()).toMatchObject({ gps_offset_ms: 60_000, quality: 'D' });
    clock.jump(30_000);
    expect(time.reading()).not.toHaveProperty('gps_offset_ms');
    time.noteFix(clock.now());
    expect(time.reading().gps_offset_ms).toBe(0);
  });

  it('takes the answer with the shortest way', async () => {
    const clock = manualClock(0);
    const time = createServerTime(clock);
    time.addSample(500_100, 0, 400);
    await clock.advance(1_000);
    time.addSample(501_005, 990, 1_000);
    await clock.advance(1_000);
    expect(time.now()).toBe(501_005 + 5 + 1_000);
    expect(time.reading()).toMatchObject({ quality: 'A', uncertainty_ms: 5 });
  });

  it('stands firm when the wall clock jumps by a day', async () => {
    const clock = manualClock(1_000);
    const time = createServerTime(clock);
    time.addSample(2_000_000, 0, 0);
    clock.jump(-86_400_000);
    await clock.advance(1_000);
    expect(time.now()).toBe(2_001_000);
    expect(time.reading().offset_ms).toBe(2_001_000 - clock.now());
  });

  it('starts afresh when the machine slept: its monotonic clock stood still', async () => {
    const clock = manualClock(0);
    const time = createServerTime(clock);
    time.addSample(10_000, 0, 2);
    await clock.advance(1_000);
    time.addSample(3_611_000, 990, 1_000);
    expect(Math.abs(time.now() - 3_611_005)).toBeLessThanOrEqual(5);
  });

  it.each([
    ['stood still', 'mono', 28_800_000],
    ['ran on', undefined, 28_800_000],
    ['ran on beside a wall clock that stood', 'wall', 28_800_000],
  ] as const)(
    'is right after a sleep of eight hours in which the monotonic clock %s',
    async (_, standing, ms) => {
      const clock = manualClock(1_000_000);
      const time = createServerTime(clock);
      time.addSample(7_000_000, 0, 10);
      await clock.advance(60_000);
      await clock.sleep(ms, standing);
      expect(Math.abs(time.now() - (7_060_000 + ms))).toBeLessThanOrEqual(10);
      const { offset_ms, quality, uncertainty_ms } = time.reading();
      expect(Math.abs(clock.now() + offset_ms - time.now())).toBeLessThanOrEqual(1);
      expect(quality).toBe('C');
      if (standing) expect(uncertainty_ms).toBeGreaterThanOrEqual(ms);
      const sent = clock.mono();
      await clock.advance(20);
      time.addSample(7_060_010 + ms, sent, clock.mono());
      expect(time.reading()).toMatchObject({ quality: 'A', uncertainty_ms: 10 });
    },
  );

  it('is not sure of itself while the wall clock is set ahead, and is again once that is set right', () => {
    const clock = manualClock(1_000_000);
    const time = createServerTime(clock);
    time.addSample(7_000_000, 0, 10);
    clock.jump(86_400_000);
    expect(time.reading().quality).toBe('C');
    clock.jump(-86_400_000);
    expect(time.reading()).toMatchObject({ quality: 'A', uncertainty_ms: 5 });
    expect(Math.abs(time.now() - 7_000_000)).toBeLessThanOrEqual(10);
  });

  it('grades itself down with age and keeps what it knew over a restart', async () => {
    const clock = manualClock(1_000_000);
    const time = createServerTime(clock);
    time.addSample(5_000_000, 0, 10);
    await clock.advance(3_600_011);
    expect(time.reading().quality).toBe('C');
    const kept = time.keep();
    const next = createServerTime(manualClock(clock.now() + 60_000), kept);
    expect(next.now()).toBe(time.now() + 60_000);
    expect(next.reading()).toMatchObject({ source: 'server', quality: 'C', synced_at_mono: null });
  });
});
