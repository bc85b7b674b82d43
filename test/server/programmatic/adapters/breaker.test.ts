import { describe, expect, it } from 'vitest';
import {
  dropOf,
  eventOf,
  isDropped,
  nextUnhealth,
  stateOf,
} from '../../../../server/programmatic/adapters/breaker.ts';

const after = (unhealth: number, calls: number, hasFailed: boolean) => {
  let now = unhealth;
  for (let n = 0; n < calls; n++) now = nextUnhealth(now, hasFailed);
  return now;
};

describe('the breaker', () => {
  it.each([
    [0, 0, 'closed'],
    [0.2, 0, 'closed'],
    [0.3, 0.1125, 'half_open'],
    [0.61, 0.46125, 'open'],
    [1, 0.9, 'open'],
  ])('at unhealth %f leaves out %f and is %s', (unhealth, drop, state) => {
    expect(dropOf('auto', unhealth)).toBeCloseTo(drop, 10);
    expect(stateOf('auto', unhealth)).toBe(state);
  });

  it('needs 224 failures in a row to begin, and heals by answers alone', () => {
    expect(dropOf('auto', after(0, 223, true))).toBe(0);
    expect(dropOf('auto', after(0, 224, true))).toBeGreaterThan(0);
    expect(dropOf('auto', after(1, 1_700, false))).toBe(0);
  });

  it('by hand leaves out all or nothing, whatever the health', () => {
    expect([dropOf('open', 0), dropOf('closed', 1)]).toEqual([1, 0]);
    expect([isDropped('open', 0, 0.999), isDropped('closed', 1, 0)]).toEqual([true, false]);
    expect([isDropped('auto', 1, 0.89), isDropped('auto', 1, 0.9)]).toEqual([true, false]);
  });

  it('notes what has changed, and by whom', () => {
    const auto = { mode: 'auto', state: 'closed' } as const;
    expect(eventOf(auto, auto)).toBeNull();
    expect(eventOf(auto, { mode: 'auto', state: 'half_open' })).toBe('half_opened');
    expect(eventOf(auto, { mode: 'open', state: 'open' })).toBe('forced_open');
    expect(eventOf({ mode: 'closed', state: 'closed' }, auto)).toBe('auto');
  });
});
