import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instant } from '../../../shared/clock.ts';
import type { Alert } from '../../../shared/contract/alerts/alert.ts';
import type { ImportAnswer } from '../../../shared/contract/alerts/alertCalls.ts';
import { uuid7 } from '../../../shared/random.ts';
import { runRetention } from '../../../server/trust/compliance/retention/run.ts';
import { keepDocument, MAX_KEPT_A_DAY } from '../../../server/alerts/intake/documents.ts';
import { alertAcks, alertDocuments, alerts } from '../../../server/db/schema.ts';
import { inTenant } from '../../../server/transaction/context.ts';
import { manualClock } from '../../support/clock.ts';
import { makeScreen } from '../../support/device.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { capXml } from './documents.ts';

const NOW = Date.parse('2026-11-24T09:00:00.000Z');
const DAY_MS = 86_400_000;
const clock = manualClock(NOW);
let test: TestServer;
let staff: TestServer['admin'];
beforeAll(async () => {
  test = await startTestServer({ clock });
  staff = await test.signIn('staff_super_admin');
});
afterAll(() => test.close());

const importing = (body: string) =>
  test.app.inject({
    ...{ method: 'POST', url: '/api/alerts/import?commit=1', payload: body },
    headers: {
      ...test.admin.headers,
      'content-type': 'application/xml',
      'idempotency-key': uuid7(clock.now()),
    },
  });
const message = (identifier: string, more: object = {}) =>
  capXml({ identifier, sent: instant(NOW), ...more });
const several = (prefix: string, count: number) => {
  const all = Array.from({ length: count }, (_, n) =>
    message(`${prefix}-${n}`).replace(/^<\?xml.*\?>\s*/, ''),
  );
  return `<alerts>${all.join('')}</alerts>`;
};
const write = (url: string, payload: object) =>
  test.app.inject({
    ...{ method: 'POST', url, payload },
    headers: { ...staff.headers, 'idempotency-key': uuid7(clock.now()) },
  });
/** A partner of its own, and what it sends. */
async function partner(agency: string) {
  const area = { shape: 'circle', lat: 52.5, lng: 13.4, radius_m: 10_000 };
  const client = await write('/api/police/clients', {
    ...{ agency, contact: 'ops@police.example', jurisdiction: { areas: [area] } },
  });
  const scopes = ['alerts:create', 'alerts:update', 'alerts:cancel', 'alerts:read'];
  const { key } = (
    await write('/api/police/keys', {
      ...{ client_id: client.json<{ id: string }>().id, label: 'Control room', env: 'live', scopes },
    })
  ).json<{ key: string }>();
  return (body: string) =>
    test.app.inject({
      ...{ method: 'POST', url: '/api/police/v1/alerts', payload: body },
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/cap+xml' },
    });
}

describe('the document of an alert', () => {
  it('is kept once for all its alerts, and read again as it came', async () => {
    const body = several('D', 40);
    const answer = (await importing(body)).json<ImportAnswer>();
    expect(answer.items).toHaveLength(40);
    expect(await test.db.select().from(alertDocuments)).toMatchObject([{ size: body.length }]);
    const listed = await call(test, test.admin, 'GET', '/api/alerts?q=D-7');
    const [alert] = listed.json<{ items: Alert[] }>().items;
    const original = await call(test, test.admin, 'GET', `/api/alerts/${alert?.id}/original`);
    expect(original.body).toBe(body);
    expect(original.headers).toMatchObject({
      ...{ 'content-type': 'text/plain', 'x-content-type-options': 'nosniff' },
      'content-disposition': `attachment; filename="alert-${alert?.id}.txt"`,
    });
  });

  it('may hold two hundred alerts', async () => {
    const over = await importing(several('E', 201));
    expect([over.statusCode, over.json()]).toMatchObject([
      400,
      { error: 'VALIDATION', details: { document: [expect.stringContaining('200 alerts at most')] } },
    ]);
    expect((await importing(several('E', 200))).json<ImportAnswer>().items).toHaveLength(200);
  }, 60_000);

  it('of one origin is kept up to so many bytes a day; above it its hash alone', async () => {
    const origin_id = uuid7(NOW);
    const [{ tenant_id } = { tenant_id: '' }] = await test.db.select().from(alerts).limit(1);
    const half = MAX_KEPT_A_DAY / 2;
    const keep = (sign: string, from = origin_id) =>
      inTenant(test.server, { tenant_id, user_id: null }, ctx =>
        keepDocument(ctx, Buffer.alloc(half, sign), { origin_id: from }),
      );
    const hashes = [await keep('a'), await keep('b'), await keep('c'), await keep('d', uuid7(NOW))];
    clock.jump(DAY_MS + 1);
    hashes.push(await keep('e'));
    const rows = await test.db.select({ sha256: alertDocuments.sha256 }).from(alertDocuments);
    const kept = hashes.map(hash => rows.some(row => row.sha256 === hash));
    expect(kept).toEqual([true, true, false, true, true]);
    clock.jump(-DAY_MS - 1);
  });
});

describe('what a partner calls its messages', () => {
  it('is its own: another one neither occupies nor cancels it beforehand', async () => {
    const [one, other] = [await partner('City police'), await partner('Harbour police')];
    expect((await other(message('SAME-1'))).json()).toMatchObject({ state: 'active' });
    expect((await one(message('SAME-1'))).json()).toMatchObject({ state: 'active' });
    expect((await one(message('SAME-1'))).json()).toMatchObject({ error: 'DUPLICATE' });
    const references = `s@x,SAME-2,${instant(NOW)}`;
    for (const send of [other, one]) {
      const cancel = message(`C-${send === one ? 1 : 2}`, { msgType: 'Cancel', references });
      expect((await send(cancel)).json()).toMatchObject({ id: null, state: 'cancelled' });
      if (send === one) continue;
      expect((await one(message('SAME-2', { severity: 'Moderate' }))).json()).toMatchObject({
        state: 'active',
      });
      await test.db.execute(sql`delete from alerts where cap_identifier = 'SAME-2'`);
    }
    // Its own cancel, which came after the other's, does end it.
    expect((await one(message('SAME-2'))).json()).toMatchObject({ state: 'cancelled' });
    expect((await importing(message('SAME-1'))).json()).toMatchObject({ items: [{ action: 'create' }] });
  });
});

it('after 24 months an alert goes with what screens said of it and with its document', async () => {
  const screen = makeScreen(test);
  test.admin.headers = (await test.signIn('admin')).headers;
  const { id: device_id } = await screen.pair(test.admin, { name: 'Taxi 101' });
  const [alert] = await test.db
    .select()
    .from(alerts)
    .where(sql`cap_identifier = 'D-1'`);
  const { tenant_id, id: alert_id } = alert!;
  const at = new Date(NOW);
  await test.db.insert(alertAcks).values({
    ...{ tenant_id, alert_id, alert_version: 1, device_id, state: 'shown', at, taken_at: at },
  });
  const left = async (now: number) => {
    await runRetention({ ...test.server, clock: { ...test.server.clock, now: () => now } }, fault =>
      expect(fault).toBeNull(),
    );
    const counts = [alerts, alertAcks, alertDocuments].map(table => test.db.select().from(table));
    return (await Promise.all(counts)).map(rows => rows.length > 0);
  };
  expect(await left(Date.parse('2028-11-20T00:00:00.000Z'))).toEqual([true, true, true]);
  expect(await left(Date.parse('2028-11-26T12:00:00.000Z'))).toEqual([false, false, false]);
});
