import { expect, it } from 'vitest';
import { createMoments } from '../../../player/library/moment.ts';
import { createRides } from '../../../player/rides/rides.ts';
import { refusalOf } from '../../../shared/playout/rights.ts';
import { manualClock } from '../../support/clock.ts';

it('what is for empty cars plays once the driver says that his is, and not while somebody rides or nobody knows', () => {
  const clock = manualClock();
  const moments = createMoments({
    clock,
    time: { knownNow: () => clock.now() },
    content: { active: () => null },
  });
  const refusal = () =>
    refusalOf({ conditions: [{ on: 'ride', is: ['empty'] }] }, moments.at(clock.mono()), 10_000);
  expect(refusal()).toBe('ride_unknown');
  const rides = createRides({ clock, newId: () => 'ride', own: () => 50 });
  moments.setRide(() => rides.state().ride);
  expect(refusal()).toBe('ride');
  rides.sign({ on: 'driver', occupied: false });
  expect(refusal()).toBeNull();
  rides.sign({ on: 'touch' });
  expect(refusal()).toBe('ride');
});
