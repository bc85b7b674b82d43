import { describe, expect, it } from 'vitest';
import { isKnown, speedOf, STALE_MS, watchPosition, type Fix } from '../../../player/place/position.ts';
import { distanceM } from '../../../shared/playout/place/distance.ts';
import { manualClock } from '../../support/clock.ts';

const fix = (patch: Partial<Fix> = {}): Fix => ({
  lat: 1.3,
  lng: 103.8,
  accuracyM: 10,
  kmh: null,
  ...{ at: 0, made_ms: 0 },
  ...patch,
});

describe('a fix', () => {
  it('is known while it is young and narrow', () => {
    expect(isKnown(fix(), STALE_MS)).toBe(true);
    expect(isKnown(fix(), STALE_MS + 1)).toBe(false);
    expect(isKnown(fix({ accuracyM: 101 }), 0)).toBe(false);
    expect(isKnown(null, 0)).toBe(false);
  });

  it('is as far from another as the earth is round', () => {
    expect(distanceM(fix(), fix())).toBe(0);
    expect(distanceM({ lat: 0, lng: 0 }, { lat: 0, lng: 1 })).toBeCloseTo(111_195, -1);
  });

  it('has the device’s own speed, else the way by the time', () => {
    expect(speedOf(10, null, fix())).toBe(36);
    expect(speedOf(null, null, fix())).toBeNull();
    const on = fix({ lat: 1.3018, at: 10_000 });
    expect(speedOf(null, fix(), on)).toBeCloseTo(72, 0);
    expect(speedOf(null, fix(), fix({ lat: 1.3001, at: 10_000 }))).toBe(0);
    expect(speedOf(null, fix(), fix({ lat: 1.3018, at: STALE_MS + 1 }))).toBeNull();
    expect(speedOf(-1, null, fix())).toBeNull();
  });
});

function world() {
  const clock = manualClock();
  const told: (Fix | 'lost')[] = [];
  let watches = 0;
  let hear: PositionCallback = () => {};
  let fail: PositionErrorCallback = () => {};
  const cleared: number[] = [];
  const geolocation = {
    watchPosition(onFix: PositionCallback, onError?: PositionErrorCallback | null) {
      hear = onFix;
      fail = onError ?? fail;
      return ++watches;
    },
    clearWatch: (id: number) => void cleared.push(id),
  };
  const stop = watchPosition({
    clock,
    geolocation,
    onFix: one => void told.push(one),
    onLost: () => void told.push('lost'),
  });
  const come = (latitude: number) =>
    hear({ coords: { latitude, longitude: 103.8, accuracy: 8, speed: null } } as GeolocationPosition);
  const deny = () => fail({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError);
  const miss = () => fail({ code: 3, PERMISSION_DENIED: 1 } as GeolocationPositionError);
  return { clock, told, come, deny, miss, stop, cleared, watches: () => watches };
}

describe('a watch', () => {
  it('tells each fix with its speed', async () => {
    const { clock, come, told } = world();
    come(1.3);
    await clock.advance(10_000);
    come(1.3018);
    expect(told.map(one => one !== 'lost' && one.kmh && Math.round(one.kmh))).toEqual([null, 72]);
  });

  it('says that the place is lost once the last fix is stale', async () => {
    const { clock, come, told } = world();
    come(1.3);
    await clock.advance(STALE_MS);
    expect(told.at(-1)).toBe('lost');
  });

  it('is started again when it falls silent, also after an error that is none for good', async () => {
    const { clock, miss, cleared, watches } = world();
    miss();
    await clock.advance(60_000);
    expect([watches(), cleared]).toEqual([2, [1]]);
    await clock.advance(60_000);
    expect(watches()).toBe(3);
  });

  it('ends for good where the browser refuses', async () => {
    const { clock, deny, told, watches } = world();
    deny();
    await clock.advance(600_000);
    expect([watches(), told]).toEqual([1, ['lost']]);
  });

  it('is quiet once it was stopped', async () => {
    const { clock, come, stop, told, watches } = world();
    stop();
    come(1.3);
    await clock.advance(600_000);
    expect([watches(), told]).toEqual([1, []]);
  });
});
