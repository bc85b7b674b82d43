/** A tenant with a screen, its people, and a partner whose area is Berlin. */
import { instant } from '../../../shared/clock.ts';
import type { Alert } from '../../../shared/contract/alerts/alert.ts';
import type { ImportAnswer } from '../../../shared/contract/alerts/alertCalls.ts';
import type { PlayerAlerts } from '../../../shared/contract/alerts/playerAlerts.ts';
import type { PoliceAlert } from '../../../shared/contract/alerts/policeCalls.ts';
import { uuid7 } from '../../../shared/random.ts';
import { manualClock } from '../../support/clock.ts';
import { makeScreen } from '../../support/device.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer } from '../../support/server/server.ts';
import { capXml } from './documents.ts';

export const NOW = Date.parse('2026-11-24T09:00:00.000Z');
export const MINUTE_MS = 60_000;
const ALL_SCOPES = ['alerts:create', 'alerts:update', 'alerts:cancel', 'alerts:read'];
type By = { headers: Record<string, string> };
type Message = Partial<Parameters<typeof capXml>[0]>;
/** What a refused call answers. */
export interface Refusal {
  error: string;
  message: string;
  details: { status?: string; newest_id?: string; reason?: string };
}

export async function openDesk() {
  const clock = manualClock(NOW);
  const test = await startTestServer({ clock });
  const staff = await test.signIn('staff_super_admin');
  const screen = makeScreen(test);
  await screen.pair(test.admin, { name: 'Taxi 101' });
  const asStaff = (url: string, payload: object) =>
    test.app.inject({
      ...{ method: 'POST', url, payload },
      headers: { ...staff.headers, 'idempotency-key': uuid7(clock.now()) },
    });
  const jurisdiction = { areas: [{ shape: 'circle', lat: 52.5, lng: 13.4, radius_m: 10_000 }] };
  const client = { agency: 'City police', contact: 'ops@police.example', jurisdiction, max_priority: 0 };
  const client_id = (await asStaff('/api/police/clients', client)).json<{ id: string }>().id;

  const desk = {
    ...{ test, clock, screen },
    /** Without a second's fraction, as CAP writes it. */
    at: (minutes: number) => instant(clock.now() + minutes * MINUTE_MS),
    key: async (more: object = {}) => {
      const key = { client_id, label: 'Control room', env: 'live', scopes: ALL_SCOPES, rate_per_min: 60 };
      return (await asStaff('/api/police/keys', { ...key, ...more })).json<{ key: string }>().key;
    },
    message: (identifier: string, more: Message = {}) =>
      capXml({ identifier, sent: instant(clock.now()), ...more }),
    /** Names an alert that was sent so many minutes ago. */
    reference: (identifier: string, minutes = 0) => `s@x,${identifier},${desk.at(minutes)}`,
    send: (key: string, body: string, path = '') =>
      test.app.inject({
        ...{ method: 'POST', url: `/api/police/v1/alerts${path}`, payload: body },
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/cap+xml' },
      }),
    sendJson: (key: string, body: object, path: string) =>
      test.app.inject({
        ...{ method: 'POST', url: `/api/police/v1/alerts${path}`, payload: body },
        headers: { authorization: `Bearer ${key}` },
      }),
    status: async (key: string, id: string) =>
      (
        await test.app.inject({
          url: `/api/police/v1/alerts/${id}/status`,
          headers: { authorization: `Bearer ${key}` },
        })
      ).json<PoliceAlert>(),
    pull: async (query = '') => {
      const answer = await screen.call('GET', `/api/player/alerts${query}`);
      return answer.statusCode === 304 ? null : answer.json<PlayerAlerts>();
    },
    /** The headlines that the screen holds. */
    headlines: async () => ((await desk.pull())?.alerts ?? []).map(({ texts }) => texts['en']?.headline),
    imported: async (body: string, query = '?commit=1') =>
      (
        await test.app.inject({
          ...{ method: 'POST', url: `/api/alerts/import${query}`, payload: body },
          headers: {
            ...test.admin.headers,
            'content-type': 'application/xml',
            'idempotency-key': uuid7(clock.now()),
          },
        })
      ).json<ImportAnswer>(),
    read: async (id: string) => (await call(test, test.admin, 'GET', `/api/alerts/${id}`)).json<Alert>(),
    list: (query = '') => call(test, test.admin, 'GET', `/api/alerts${query}`),
    draft: async (more: object = {}, by: By = test.admin) => {
      const payload = {
        ...{ event: 'Fire', urgency: 'Immediate', severity: 'Severe', certainty: 'Observed' },
        ...{ texts: { en: { headline: 'Fire in the harbour' } }, target: { mode: 'all' }, ...more },
      };
      return (await call(test, by, 'POST', '/api/alerts', { payload })).json<Alert>();
    },
    act: (id: string, verb: string, payload: object = {}, by: By = test.admin, version?: number) =>
      call(test, by, 'POST', `/api/alerts/${id}/${verb}`, {
        payload,
        ...(version !== undefined && { version }),
      }),
    done: async (id: string, verb: string, payload: object = {}) =>
      (await desk.act(id, verb, payload)).json<Alert>(),
  };
  return desk;
}
export type Desk = Awaited<ReturnType<typeof openDesk>>;
