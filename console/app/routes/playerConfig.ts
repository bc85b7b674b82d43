/** Player configuration beyond playlists, within the admin area. */
import { lazyPage } from '../../kit/lazyPage.ts';
import { settingsPage } from '../resourcePages.ts';
import { routesUnder } from './route.ts';

const at = routesUnder('admin');
const TEXTS = ['playerConfig'];

export const playerConfigRoutes = [
  at('weights', 'player_config', {
    screen: lazyPage(() => import('../../playout/config/WeightsPage.tsx'), TEXTS),
    menu: 'network',
  }),
  at('pacing', 'player_config', {
    screen: lazyPage(() => import('../../playout/config/PacingPage.tsx'), TEXTS),
    menu: 'network',
  }),
  at('qrRules', 'player_config'),
  at('weather', 'player_config', {
    screen: settingsPage(() => import('../../playout/weather/weather.resource.tsx'), ['weather']),
    menu: 'network',
  }),
  at('ageGender', 'age_gender', {
    screen: lazyPage(() => import('../../playout/config/AgeGenderPage.tsx'), TEXTS),
    menu: 'network',
  }),
];
