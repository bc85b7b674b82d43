import {
  changeWeather,
  readWeather,
  WEATHER_SOURCES,
} from '../../../shared/contract/playout/weatherSource.ts';
import { SKIES } from '../../../shared/contract/playout/schedule.ts';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { defineSettings, section } from '../../kit/resource/defineSettings.ts';

const CurrentWeather = lazyWithRetry(async () => ({
  default: (await import('./CurrentWeather.tsx')).CurrentWeather,
}));

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
        { name: 'url', input: { as: 'text', nullable: true }, hint: true },
        { name: 'lat', input: { as: 'number', nullable: true }, hint: true },
        { name: 'lng', input: { as: 'number', nullable: true } },
        { name: 'stale_min', input: { as: 'number' }, hint: true },
      ],
    }),
    section({
      name: 'manual',
      read: readWeather,
      patch: changeWeather,
      fields: [
        { name: 'sky', input: { as: 'select', options: SKIES } },
        { name: 'temperature_c', input: { as: 'number' } },
        { name: 'wind_kmh', input: { as: 'number' } },
      ],
    }),
    { name: 'current', panel: CurrentWeather },
  ],
});
