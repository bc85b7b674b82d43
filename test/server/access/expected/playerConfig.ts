/** Calls of the configuration of players: the cell they need, and whose thing they name. */
export const PLAYER_CONFIG_CALLS = {
  'GET /api/player-config/weather': ['player_config:R'],
  'PATCH /api/player-config/weather': ['player_config:W'],
  'GET /api/player-config/weights': ['player_config:R'],
  'PATCH /api/player-config/weights': ['player_config:W'],
  'POST /api/player-config/weights/publish': ['player_config:W'],
  'POST /api/player-config/weights/rollback': ['player_config:W'],
  'GET /api/player-config/pacing': ['player_config:R'],
  'PATCH /api/player-config/pacing': ['player_config:W'],
  'POST /api/player-config/pacing/publish': ['player_config:W'],
  'POST /api/player-config/pacing/rollback': ['player_config:W'],
  'GET /api/player-config/age-gender': ['age_gender:R'],
  'PATCH /api/player-config/age-gender': ['age_gender:W'],
  'POST /api/player-config/age-gender/publish': ['age_gender:W'],
  'POST /api/player-config/age-gender/rollback': ['age_gender:W'],
} as const;
