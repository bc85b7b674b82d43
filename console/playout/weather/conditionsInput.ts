/** The field of conditions, with what is known of the weather of this tenant: items of playlists and campaigns have the same. */
import type { Input } from '../../kit/resource/form.ts';
import { useStaleMin } from './useWeather.ts';
import { WeatherIsOff } from './WeatherIsOff.tsx';

export const CONDITIONS_INPUT: Input = { as: 'conditions', useStaleMin, WhenOff: WeatherIsOff };
