/** A valid request for each call about alerts and partners. */
import { AROUND, type AlertRows } from '../../../support/server/rows/alertRows.ts';
import type { Make } from '../samples.ts';

const none: Make = () => ({});
const on =
  (which: keyof AlertRows, body?: object): Make =>
  ({ of }) => ({ params: { id: of.alerts[which] }, ...(body && { body }) });
const versioned =
  (which: keyof AlertRows, body?: object): Make =>
  ({ of }) => ({ params: { id: of.alerts[which] }, version: 1, ...(body && { body }) });
const REASON = { reason: 'The danger is over.' };
const target = { mode: 'geo', areas: [AROUND] };
export const ALERT = {
  ...{ event: 'Fire', urgency: 'Immediate', severity: 'Severe', certainty: 'Observed', target },
  texts: { en: { headline: 'Fire in the harbour' }, zh: { headline: '港口发生火灾' } },
};
export const MESSAGE = {
  ...{ identifier: 'sample-1', sender: 'sample@alerts.example', sent: '2026-01-05T08:00:00-00:00' },
  ...{ status: 'Actual', msgType: 'Alert', scope: 'Public' },
  info: {
    ...{ category: 'Met', event: 'Flood', urgency: 'Future', severity: 'Minor', certainty: 'Likely' },
    area: { areaDesc: 'City', circle: '38.72,-9.14 2' },
  },
};
export const FEED = { name: 'Fire service', url: 'https://fire.example/cap.xml', kind: 'cap' };
export const CODE = { scheme: 'UGC', value: 'CAZ041', name: 'Coast', areas: [AROUND] };
export const CLIENT = {
  ...{ agency: 'Harbour police', contact: 'duty@harbour.example', jurisdiction: { areas: [AROUND] } },
};
const KEY = { label: 'Second desk', env: 'live', scopes: ['alerts:create'] };
const at = '2026-01-05T08:00:00.000Z';

export const ALERT_SAMPLES: Record<string, Make> = {
  'GET /api/player/alerts': none,
  'POST /api/player/alert-acks': ({ of }) => ({
    body: { records: [{ alert_id: of.alerts.active, alert_version: 1, state: 'received', at }] },
  }),
  'POST /api/police/v1/alerts': () => ({ body: MESSAGE }),
  'POST /api/police/v1/alerts/:id/update': on('active', MESSAGE),
  'POST /api/police/v1/alerts/:id/cancel': on('active', {}),
  'GET /api/police/v1/alerts/:id/status': on('active'),
  'POST /api/police/v1/reach': () => ({ body: { areas: [AROUND] } }),
  'GET /api/alerts': none,
  'GET /api/alerts/export': none,
  'GET /api/alerts/feed.atom': none,
  'GET /api/alerts/:id': on('draft'),
  'GET /api/alerts/:id/deliveries': on('active'),
  'GET /api/alerts/:id/cap.xml': on('active'),
  'GET /api/alerts/:id/original': on('active'),
  'POST /api/alerts': () => ({ body: ALERT }),
  'POST /api/alerts/import': () => ({ body: MESSAGE }),
  'POST /api/alerts/preview-targets': () => ({ body: { target } }),
  'PATCH /api/alerts/:id': versioned('draft', { event: 'High water' }),
  'DELETE /api/alerts/:id': versioned('draft'),
  'POST /api/alerts/:id/restore': on('deleted', {}),
  'POST /api/alerts/:id/submit': on('draft', {}),
  'POST /api/alerts/:id/withdraw': versioned('pending', {}),
  'POST /api/alerts/:id/approve': on('pending', {}),
  'POST /api/alerts/:id/reject': on('pending', REASON),
  'POST /api/alerts/:id/publish': on('draft', {}),
  'POST /api/alerts/:id/update': on('active', {}),
  'POST /api/alerts/:id/cancel': on('active', REASON),
  'POST /api/alerts/:id/all-clear': on('active', {}),
  'POST /api/alerts/:id/test': on('active', {}),
  'POST /api/alerts/:id/archive': on('over', {}),
  'GET /api/alert-geocodes': none,
  'GET /api/alert-geocodes/export': none,
  'GET /api/alert-geocodes/:id': on('code'),
  'POST /api/alert-geocodes': () => ({ body: CODE }),
  'PATCH /api/alert-geocodes/:id': versioned('code', { name: 'Riverside, west' }),
  'DELETE /api/alert-geocodes/:id': versioned('code'),
  'POST /api/alert-geocodes/:id/restore': on('deletedCode', {}),
  'GET /api/alert-feeds': none,
  'GET /api/alert-feeds/export': none,
  'GET /api/alert-feeds/:id': on('feed'),
  'POST /api/alert-feeds': () => ({ body: FEED }),
  'PATCH /api/alert-feeds/:id': versioned('feed', { name: 'Weather, warnings' }),
  'DELETE /api/alert-feeds/:id': versioned('feed'),
  'POST /api/alert-feeds/:id/restore': on('deletedFeed', {}),
  'POST /api/alert-feeds/:id/refresh': on('feed', {}),
  'POST /api/alert-feeds/:id/pause': on('feed', {}),
  'POST /api/alert-feeds/:id/resume': on('pausedFeed', {}),
  'GET /api/police/clients': none,
  'GET /api/police/clients/export': none,
  'GET /api/police/clients/:id': on('client'),
  'POST /api/police/clients': () => ({ body: CLIENT }),
  'PATCH /api/police/clients/:id': versioned('client', { agency: 'City police, north' }),
  'DELETE /api/police/clients/:id': versioned('idleClient'),
  'POST /api/police/clients/:id/restore': on('deletedClient', {}),
  'POST /api/police/clients/:id/suspend': on('client', {}),
  'POST /api/police/clients/:id/activate': on('suspendedClient', {}),
  'GET /api/police/keys': none,
  'GET /api/police/keys/export': none,
  'GET /api/police/keys/:id': on('key'),
  'GET /api/police/keys/:id/usage': on('key'),
  'POST /api/police/keys': ({ of }) => ({ body: { ...KEY, client_id: of.alerts.client } }),
  'POST /api/police/keys/:id/rotate': on('key', {}),
  'POST /api/police/keys/:id/revoke': on('key', {}),
};
