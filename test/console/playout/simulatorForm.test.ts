import { expect, it } from 'vitest';
import { DEFAULT_WEIGHTS } from '../../../shared/contract/playout/mix.ts';
import { blankDay, dayOfValues, daySchema } from '../../../console/playout/simulator/form.ts';

const POINTS = [
  { lat: 38.7, lng: -9.1 },
  { lat: 38.8, lng: -9.2 },
];
const tz = 'Europe/Lisbon';

it('a track lies between its times by the clocks of the screen, also on the day they change', () => {
  const { track, from, to } = dayOfValues({ ...blankDay('2026-10-25'), points: POINTS }, tz);
  expect((to - from) / 3_600_000).toBe(25);
  expect(new Date(track!.from).toISOString()).toBe('2026-10-25T08:00:00.000Z');
  const summer = dayOfValues({ ...blankDay('2026-07-01'), points: POINTS }, tz);
  expect(new Date(summer.track!.from).toISOString()).toBe('2026-07-01T07:00:00.000Z');
  expect(dayOfValues(blankDay('2026-07-01'), tz)).toMatchObject({ track: null, rides: [], place: null });
});

it('refuses a track of one point and one that ends before it begins, by the field', () => {
  const refused = (more: object) =>
    daySchema
      .safeParse({ ...blankDay('2026-07-01'), ...more })
      .error?.issues.map(({ path }) => path.join('.'));
  expect(refused({})).toBeUndefined();
  expect(refused({ points: POINTS.slice(1) })).toEqual(['points']);
  expect(refused({ track_to: '07:00' })).toEqual(['track_to']);
  expect(refused({ rides: [{ from: '09:02', to: '10:00', ride: 'riding' }] })).toEqual(['rides.0.from']);
});

it('tries another mix only where one is asked for, and only a whole one', () => {
  const day = blankDay('2026-07-01', { ...DEFAULT_WEIGHTS, ads: 40, house: 20 });
  expect(dayOfValues(day, tz).weights).toBeNull();
  expect(dayOfValues({ ...day, mix: 'other' }, tz).weights).toEqual({
    ...DEFAULT_WEIGHTS,
    ...{ ads: 40, house: 20 },
  });
  const refused = daySchema.safeParse({ ...day, mix: 'other', ads: 41 }).error?.issues;
  expect(refused).toMatchObject([{ path: ['mix'], message: 'The shares must add up to 100' }]);
  expect(daySchema.safeParse({ ...day, ads: 41 }).success).toBe(true);
});
