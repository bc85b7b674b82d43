/** Conditions of the contract as the parts of one field, and back. Pure. */
import {
  RIDE_STATES,
  SKIES,
  type Condition,
  type RideState,
  type Sky,
} from '../../../../../shared/contract/playout/schedule.ts';

/** No sky chosen means any, as does no state of the car; null is no limit. */
export interface ConditionParts {
  sky: readonly Sky[];
  ride: readonly RideState[];
  temperature_min: number | null;
  temperature_max: number | null;
  wind_min: number | null;
}
export const WORDS = { sky: SKIES, ride: RIDE_STATES } as const;
export const LIMITS = ['temperature_min', 'temperature_max', 'wind_min'] as const;

export function partsOf(conditions: readonly Condition[]): ConditionParts {
  const temperature = conditions.find(one => one.on === 'temperature');
  return {
    sky: conditions.flatMap(one => (one.on === 'sky' ? one.is : [])),
    ride: conditions.flatMap(one => (one.on === 'ride' ? one.is : [])),
    temperature_min: temperature?.min ?? null,
    temperature_max: temperature?.max ?? null,
    wind_min: conditions.find(one => one.on === 'wind')?.min ?? null,
  };
}

/** In one order, so that the same choice is the same value. */
export function conditionsOf(parts: ConditionParts): Condition[] {
  const { temperature_min: min, temperature_max: max, wind_min } = parts;
  const sky = SKIES.filter(one => parts.sky.includes(one));
  const ride = RIDE_STATES.filter(one => parts.ride.includes(one));
  return [
    ...(sky.length > 0 ? [{ on: 'sky' as const, is: sky }] : []),
    ...(min !== null || max !== null ? [{ on: 'temperature' as const, min, max }] : []),
    ...(wind_min !== null ? [{ on: 'wind' as const, min: wind_min }] : []),
    ...(ride.length > 0 ? [{ on: 'ride' as const, is: ride }] : []),
  ];
}

export const needsWeather = (conditions: readonly Condition[]) => conditions.some(({ on }) => on !== 'ride');
