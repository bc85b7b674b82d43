/** A valid request for each call of the configuration of players and of their schedules. */
import { instant, systemClock } from '../../../../shared/clock.ts';
import type { ConfigPageName } from '../../../../shared/contract/playout/playerConfig.ts';
import { CONFIG_CHANGES, QR_RULE, WEATHER_RULE } from '../../../support/server/rows/playerConfigRows.ts';
import { EVENINGS } from '../../../support/server/rows/scheduleRows.ts';
import type { Make, Sample } from '../samples.ts';

/** The same in all of a run, so that two answers are. */
const TODAY = `${instant(systemClock.now()).slice(0, 10)}T12:00:00.000Z`;

const callsOf = (page: ConfigPageName): Record<string, Make> => ({
  [`GET /api/player-config/${page}`]: () => ({}),
  [`PATCH /api/player-config/${page}`]: () => ({ body: CONFIG_CHANGES[page], version: 3 }),
  [`POST /api/player-config/${page}/publish`]: () => ({ body: {}, version: 3 }),
  [`POST /api/player-config/${page}/rollback`]: () => ({ body: {}, version: 3 }),
});

const onRule =
  (which: 'active' | 'paused' | 'deleted', more: Sample = {}): Make =>
  ({ of }) => ({ params: { id: of.qr[which] }, ...more });

const onWeatherRule =
  (which: 'active' | 'paused' | 'deleted', more: Sample = {}): Make =>
  ({ of }) => ({ params: { id: of.weather[which] }, ...more });

const onEntry =
  (which: 'entry' | 'deleted', more: Sample = {}): Make =>
  ({ of }) => ({ params: { id: of.schedule[which] }, ...more });

export const PLAYER_CONFIG_SAMPLES: Record<string, Make> = {
  'GET /api/devices/:id/documents': ({ of }) => ({ params: { id: of.device.id } }),
  'GET /api/player-config/weather': () => ({}),
  'PATCH /api/player-config/weather': () => ({
    body: { source: 'manual', sky: 'rain', temperature_c: 12, wind_kmh: 20 },
    version: 1,
  }),
  'GET /q/:code': ({ of }) => ({ params: { code: of.qr.code } }),
  'GET /api/player-config/qr-rules': () => ({}),
  'GET /api/player-config/qr-rules/export': () => ({}),
  'GET /api/player-config/qr-rules/:id': onRule('active'),
  'POST /api/player-config/qr-rules': () => ({ body: QR_RULE }),
  'PATCH /api/player-config/qr-rules/:id': onRule('active', { body: { size_pct: 30 }, version: 1 }),
  'DELETE /api/player-config/qr-rules/:id': onRule('active', { version: 1 }),
  'POST /api/player-config/qr-rules/:id/restore': onRule('deleted', { body: {} }),
  'POST /api/player-config/qr-rules/:id/earlier': onRule('paused', { body: {} }),
  'POST /api/player-config/qr-rules/:id/later': onRule('active', { body: {} }),
  'POST /api/player-config/qr-rules/:id/pause': onRule('active', { body: {} }),
  'POST /api/player-config/qr-rules/:id/resume': onRule('paused', { body: {} }),
  'GET /api/player-config/weather-rules': () => ({}),
  'GET /api/player-config/weather-rules/export': () => ({}),
  'GET /api/player-config/weather-rules/:id': onWeatherRule('active'),
  'POST /api/player-config/weather-rules': () => ({ body: WEATHER_RULE }),
  'PATCH /api/player-config/weather-rules/:id': onWeatherRule('active', { body: { boost: 3 }, version: 1 }),
  'DELETE /api/player-config/weather-rules/:id': onWeatherRule('active', { version: 1 }),
  'POST /api/player-config/weather-rules/:id/restore': onWeatherRule('deleted', { body: {} }),
  'POST /api/player-config/weather-rules/:id/earlier': onWeatherRule('paused', { body: {} }),
  'POST /api/player-config/weather-rules/:id/later': onWeatherRule('active', { body: {} }),
  'POST /api/player-config/weather-rules/:id/pause': onWeatherRule('active', { body: {} }),
  'POST /api/player-config/weather-rules/:id/resume': onWeatherRule('paused', { body: {} }),
  'GET /api/schedule-entries': () => ({}),
  'GET /api/schedule-entries/export': () => ({}),
  'GET /api/schedule-entries/plan': ({ of }) => ({
    query: { device_id: of.device.id, from: TODAY },
  }),
  'GET /api/schedule-entries/:id': onEntry('entry'),
  'POST /api/schedule-entries': ({ of }) => ({
    body: { ...EVENINGS, device_id: of.device.id, playlist_id: of.loop.id },
  }),
  'PATCH /api/schedule-entries/:id': onEntry('entry', { body: { priority: 70 }, version: 1 }),
  'DELETE /api/schedule-entries/:id': onEntry('entry', { version: 1 }),
  'POST /api/schedule-entries/:id/restore': onEntry('deleted', { body: {} }),
  ...callsOf('weights'),
  ...callsOf('pacing'),
  ...callsOf('age-gender'),
};
