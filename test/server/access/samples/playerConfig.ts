/** A valid request for each call of the configuration of players. */
import type { ConfigPageName } from '../../../../shared/contract/playout/playerConfig.ts';
import { CONFIG_CHANGES } from '../../../support/server/rows/playerConfigRows.ts';
import type { Make } from '../samples.ts';

const callsOf = (page: ConfigPageName): Record<string, Make> => ({
  [`GET /api/player-config/${page}`]: () => ({}),
  [`PATCH /api/player-config/${page}`]: () => ({ body: CONFIG_CHANGES[page], version: 3 }),
  [`POST /api/player-config/${page}/publish`]: () => ({ body: {}, version: 3 }),
  [`POST /api/player-config/${page}/rollback`]: () => ({ body: {}, version: 3 }),
});

export const PLAYER_CONFIG_SAMPLES: Record<string, Make> = {
  'GET /api/player-config/weather': () => ({}),
  'PATCH /api/player-config/weather': () => ({ body: { source: 'manual', sky: 'rain' }, version: 1 }),
  ...callsOf('weights'),
  ...callsOf('pacing'),
  ...callsOf('age-gender'),
};
