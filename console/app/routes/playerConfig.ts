/** Player configuration beyond playlists, within the admin area. */
import { settingsPage } from '../resourcePages.ts';
import { routesUnder } from './route.ts';

const at = routesUnder('admin');

export const playerConfigRoutes = [
  at('weights', 'player_config'),
  at('pacing', 'player_config'),
  at('qrRules', 'player_config'),
  at('weather', 'player_config', {
    screen: settingsPage(() => import('../../playout/weather/weather.resource.tsx'), ['weather']),
    menu: 'network',
  }),
  at('ageGender', 'age_gender'),
];
