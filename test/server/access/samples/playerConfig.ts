/** A valid request for each call of the configuration of players. */
import type { Make } from '../samples.ts';

export const PLAYER_CONFIG_SAMPLES: Record<string, Make> = {
  'GET /api/player-config/weather': () => ({}),
  'PATCH /api/player-config/weather': () => ({ body: { source: 'manual', sky: 'rain' }, version: 1 }),
};
