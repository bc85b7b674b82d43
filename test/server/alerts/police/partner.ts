/** A partner with a jurisdiction, the staff that looks after its keys, and what it sends. */
import { instant } from '../../../../shared/clock.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { manualClock } from '../../../support/clock.ts';
import { startTestServer } from '../../../support/server/server.ts';
import { capXml } from '../documents.ts';

export const MINUTE_MS = 60_000;
export type Made = { id: string; key: string };

export async function startPartner() {
  const clock = manualClock(Date.parse('2026-11-24T09:00:00.000Z'));
  const test = await startTestServer({ clock });
  let staff = await test.signIn('staff_super_admin');
  const write = (url: string, payload: object) =>
    test.app.inject({
      ...{ method: 'POST', url, payload },
      headers: { ...staff.headers, 'idempotency-key': uuid7(clock.now()) },
    });
  const area = { shape: 'circle', lat: 52.5, lng: 13.4, radius_m: 10_000 };
  const made = await write('/api/police/clients', {
    ...{ agency: 'City police', contact: 'ops@police.example', jurisdiction: { areas: [area] } },
  });
  const client_id = made.json<Made>().id;
  return {
    ...{ clock, test, client_id, write },
    staff: () => staff,
    signInAgain: async () => void (staff = await test.signIn('staff_super_admin')),
    read: async (url: string) =>
      (await test.app.inject({ url, headers: staff.headers })).json<Record<string, unknown>>(),
    send: (key: string, body: string, url = '/api/police/v1/alerts', remoteAddress = '203.0.113.7') =>
      test.app.inject({
        ...{ method: 'POST', url, payload: body, remoteAddress },
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/cap+xml' },
      }),
    message: (identifier: string, more: object = {}) =>
      capXml({ identifier, sent: instant(clock.now()), ...more }),
    makeKey: async (more: object = {}) => {
      const scopes = ['alerts:create', 'alerts:update', 'alerts:cancel', 'alerts:read'];
      const body = { client_id, label: 'Control room', env: 'live', scopes, ...more };
      return (await write('/api/police/keys', body)).json<Made>();
    },
  };
}
