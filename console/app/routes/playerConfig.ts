/** Player configuration beyond playlists, within the admin area. */
import { screenPage } from '../screenPage.ts';
import { listPage, settingsPage } from '../resourcePages.ts';
import { routesUnder } from './route.ts';

const at = routesUnder('admin');
const pages = async () => (await import('./logPages.ts')).LOG_PAGES;
const configPage = (name: 'WeightsPage' | 'PacingPage' | 'AgeGenderPage') =>
  screenPage(
    async () => ({ default: (await import('../../playout/config/pages.tsx'))[name] }),
    ['playerConfig'],
  );

export const playerConfigRoutes = [
  at('weights', 'player_config', { screen: configPage('WeightsPage'), menu: 'network' }),
  at('pacing', 'player_config', { screen: configPage('PacingPage'), menu: 'network' }),
  at('qrRules', 'player_config', {
    screen: listPage(async () => (await pages()).qrRules(), ['qrRules']),
    menu: 'network',
  }),
  at('weather', 'player_config', {
    screen: settingsPage(async () => (await pages()).weather(), ['weather']),
    menu: 'network',
  }),
  at('weatherRules', 'player_config', {
    screen: listPage(async () => (await pages()).weatherRules(), ['weatherRules', 'weather']),
  }),
  at('ageGender', 'age_gender', { screen: configPage('AgeGenderPage'), menu: 'network' }),
];
