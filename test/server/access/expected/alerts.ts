/** Calls about alerts and partners: the cell they need, and whose thing they name. */
type Cells = Record<string, readonly [cell: string, named?: 'tenant' | 'asked']>;
const crud = (path: string, read: string, write: string): Cells => ({
  [`GET ${path}`]: [read],
  [`GET ${path}/export`]: [read],
  [`GET ${path}/:id`]: [read, 'tenant'],
  [`POST ${path}`]: [write],
  [`PATCH ${path}/:id`]: [write, 'tenant'],
  [`DELETE ${path}/:id`]: [write, 'tenant'],
  [`POST ${path}/:id/restore`]: [write, 'tenant'],
});
const on = (path: string, cell: string, verbs: readonly string[]): Cells =>
  Object.fromEntries(verbs.map(verb => [`POST ${path}/:id/${verb}`, [cell, 'tenant']]));

export const ALERT_CALLS: Cells = {
  ...crud('/api/alerts', 'alerts:R', 'alerts:W'),
  ...on('/api/alerts', 'alerts:W', ['submit', 'update', 'test', 'archive']),
  ...on('/api/alerts', 'alerts:A', ['approve', 'reject', 'publish', 'cancel', 'all-clear']),
  'POST /api/alerts/:id/withdraw': ['alerts:W', 'asked'],
  'POST /api/alerts/import': ['alerts:W'],
  'POST /api/alerts/preview-targets': ['alerts:R'],
  'GET /api/alerts/:id/deliveries': ['alerts:R', 'tenant'],
  'GET /api/alerts/:id/cap.xml': ['alerts:R', 'tenant'],
  'GET /api/alerts/:id/original': ['alerts:R', 'tenant'],
  'GET /api/alerts/feed.atom': ['alerts:R'],
  ...crud('/api/alert-geocodes', 'alerts:A', 'alerts:A'),
  ...crud('/api/alert-feeds', 'alerts:A', 'alerts:A'),
  ...on('/api/alert-feeds', 'alerts:A', ['refresh', 'pause', 'resume']),
  ...crud('/api/police/clients', 'police_keys:R', 'police_keys:W'),
  ...on('/api/police/clients', 'police_keys:W', ['suspend', 'activate']),
  'GET /api/police/keys': ['police_keys:R'],
  'GET /api/police/keys/export': ['police_keys:R'],
  'GET /api/police/keys/:id': ['police_keys:R', 'tenant'],
  'GET /api/police/keys/:id/usage': ['police_keys:R', 'tenant'],
  'POST /api/police/keys': ['police_keys:W'],
  ...on('/api/police/keys', 'police_keys:W', ['rotate', 'revoke']),
};
export const ALERT_PLAYER_CALLS = ['GET /api/player/alerts', 'POST /api/player/alert-acks'];
export const POLICE_CALLS = [
  'POST /api/police/v1/alerts',
  'POST /api/police/v1/alerts/:id/update',
  'POST /api/police/v1/alerts/:id/cancel',
  'GET /api/police/v1/alerts/:id/status',
  'POST /api/police/v1/reach',
];
