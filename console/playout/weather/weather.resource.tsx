import {
  changeWeather,
  readWeather,
  WEATHER_SOURCES,
} from '../../../shared/contract/playout/weatherSource.ts';
import { SKIES } from '../../../shared/contract/playout/schedule.ts';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { defineSettings, section } from '../../kit/resource/defineSettings.ts';
import { WeatherTabs } from './WeatherTabs.tsx';

const CurrentWeather = lazyWithRetry(async () => ({
  default: (await import('./CurrentWeather.tsx')).CurrentWeather,
}));

const MANUAL = { field: 'source', is: ['manual'] } as const;
const PROVIDER = { field: 'source', is: ['provider'] } as const;
const ANY = { field: 'source', is: ['manual', 'provider'] } as const;

export default defineSettings({
  name: 'weather',
  area: 'player_config',
  sections: [
    section({
      name: 'source',
      read: readWeather,
      patch: changeWeather,
      fields: [
        { name: 'source', input: { as: 'select', options: WEATHER_SOURCES }, hint: true },
        {
          name: 'sky',
          input: { as: 'select', options: SKIES, nullable: true, empty: 'not_set' },
          when: MANUAL,
        },
        { name: 'temperature_c', input: { as: 'number', nullable: true, empty: 'not_set' }, when: MANUAL },
        {
          name: 'wind_kmh',
          input: { as: 'number', nullable: true, empty: 'not_set' },
          when: MANUAL,
          hint: true,
        },
        { name: 'url', input: { as: 'text', nullable: true }, when: PROVIDER, hint: true },
        { name: 'lat', input: { as: 'number', nullable: true }, when: PROVIDER, hint: true },
        { name: 'lng', input: { as: 'number', nullable: true }, when: PROVIDER },
        { name: 'stale_min', input: { as: 'number' }, when: ANY, hint: true },
      ],
      above: WeatherTabs,
      below: CurrentWeather,
    }),
  ],
});
