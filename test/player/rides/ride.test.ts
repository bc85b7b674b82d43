import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  firstRide,
  isQuiet,
  PARKED_AFTER_MS,
  QUIET_AFTER_MS,
  rideReducer,
  isStanding,
  type Ride,
  type RideEvent,
} from '../../../player/rides/ride.ts';

const ids = () => {
  let n = 0;
  return () => `ride ${++n}`;
};
const MINUTE = 60_000;
type Step = readonly [RideEvent, atMin: number];
function after(...steps: readonly Step[]): Ride {
  const newId = ids();
  return steps.reduce((now, [sign, at]) => rideReducer(now, sign, at * MINUTE, newId), firstRide(0, newId));
}
const speed = (kmh: number | null): RideEvent => ({ on: 'speed', kmh });
const driver = (occupied: boolean): RideEvent => ({ on: 'driver', occupied });
const touch: RideEvent = { on: 'touch' };

describe('a ride', () => {
  it('is taken for granted at the start: unknown is neither parked nor empty', () => {
    expect(after()).toMatchObject({ at: 'riding', id: 'ride 1' });
    expect(after([speed(null), 1], [{ on: 'tick' }, 60])).toMatchObject({ at: 'riding', id: 'ride 1' });
  });

  it('outlasts a red light', () => {
    expect(after([speed(50), 1], [speed(0), 2], [speed(0), 4], [speed(30), 4.5])).toMatchObject({
      at: 'riding',
      id: 'ride 1',
    });
  });

  it('outlasts a jam, and the driver has his sheet meanwhile', () => {
    const steps: Step[] = [
      [speed(50), 1],
      [speed(0), 2],
      [speed(0), 16],
    ];
    const jammed = after(...steps);
    expect(jammed).toMatchObject({ at: 'riding', id: 'ride 1' });
    expect(isStanding(jammed, 16 * MINUTE)).toBe(true);
    expect(after(...steps, [speed(20), 16.5])).toMatchObject({ at: 'riding', id: 'ride 1' });
  });

  it('ends where the car stands for a quarter of an hour, and another begins as it drives on', () => {
    const parked = after([speed(50), 1], [speed(1), 2], [{ on: 'tick' }, 17]);
    expect(parked).toMatchObject({ at: 'parked', id: null, since: 17 * MINUTE });
    const on = after([speed(50), 1], [speed(1), 2], [{ on: 'tick' }, 17], [speed(6), 18], [speed(20), 19]);
    expect(on).toMatchObject({ at: 'riding', id: 'ride 2' });
  });

  it('begins with a hand on the screen of a parked or an empty car', () => {
    expect(after([speed(1), 0], [speed(1), 15], [touch, 16])).toMatchObject({ at: 'riding', id: 'ride 2' });
    expect(after([driver(false), 1], [touch, 2])).toMatchObject({ at: 'riding', id: 'ride 2' });
  });

  it('gives who gets into a standing car a quarter of an hour of his own', () => {
    const boarded = after([speed(1), 0], [speed(1), 15], [touch, 16], [speed(1), 30.9]);
    expect(boarded).toMatchObject({ at: 'riding', id: 'ride 2' });
    expect(isStanding(boarded, 31 * MINUTE)).toBe(true);
    expect(after([speed(1), 0], [speed(1), 15], [touch, 16], [speed(1), 31])).toMatchObject({ at: 'parked' });
  });

  it('is over when the driver says so, and stays over through a stop', () => {
    const steps: Step[] = [
      [driver(false), 1],
      [speed(1), 2],
      [speed(1), 17],
    ];
    expect(after(...steps)).toMatchObject({ at: 'parked', id: null });
    expect(after(...steps, [speed(40), 18])).toMatchObject({ at: 'empty', id: null });
    expect(after(...steps, [speed(40), 18], [driver(true), 19])).toMatchObject({
      at: 'riding',
      id: 'ride 2',
    });
  });

  it('is not taken for parked once the place is no longer known', () => {
    expect(after([speed(1), 1], [speed(1), 5], [speed(null), 6])).toMatchObject({ at: 'riding' });
  });

  it('quiets the screen at once on the driver’s word, after a while where it only stands', () => {
    const parked = after([speed(0), 0], [speed(0), 15]);
    expect(isQuiet(parked, 15 * MINUTE)).toBe(false);
    expect(isQuiet(parked, 15 * MINUTE + QUIET_AFTER_MS)).toBe(true);
    expect(isQuiet(after([driver(false), 1]), MINUTE)).toBe(true);
    expect(isQuiet(after(), 99 * MINUTE)).toBe(false);
  });

  it('has an id while somebody may ride and at no other time, each its own', () => {
    const sign = fc.oneof(
      fc.record({ on: fc.constant('speed' as const), kmh: fc.option(fc.integer({ min: 0, max: 120 })) }),
      fc.constant(touch),
      fc.constant<RideEvent>({ on: 'tick' }),
      fc.boolean().map(driver),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(sign, fc.integer({ min: 0, max: PARKED_AFTER_MS }))), signs => {
        const newId = ids();
        let now = 0;
        let current = firstRide(now, newId);
        const seen = new Set([current.id]);
        for (const [one, wait] of signs) {
          now += wait;
          const next = rideReducer(current, one, now, newId);
          expect(next.id === null).toBe(next.at !== 'riding');
          if (next.id !== current.id && next.id !== null) {
            expect(seen.has(next.id)).toBe(false);
            seen.add(next.id);
          }
          current = next;
        }
      }),
    );
  });
});
