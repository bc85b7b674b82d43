/** What screens are told beyond their playlists, within the admin area. */
import { under } from './table.ts';

const at = under('admin');

export const playerConfigRoutes = [
  at('weights', 'player_config'),
  at('pacing', 'player_config'),
  at('qrRules', 'player_config'),
  at('weather', 'player_config'),
  at('ageGender', 'age_gender'),
];
