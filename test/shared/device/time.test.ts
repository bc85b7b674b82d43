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
