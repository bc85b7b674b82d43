import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instant } from '../../../shared/clock.ts';
import { canonical } from '../../../shared/contract/wire/canonical.ts';
import type { Alert } from '../../../shared/contract/alerts/alert.ts';
import type { ImportAnswer } from '../../../shared/contract/alerts/alertCalls.ts';
import type { PlayerAlerts } from '../../../shared/contract/alerts/playerAlerts.ts';
import { verify } from 'node:crypto';
import { sweepEndings } from '../../../server/alerts/intake/lookups.ts';
import { alertEndings } from '../../../server/db/schema.ts';
import { manualClock } from '../../support/clock.ts';
import { makeScreen, type Screen } from '../../support/device.ts';
import { call as callWith } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { uuid7 } from '../../../shared/random.ts';
import { capXml } from './documents.ts';

const call = (
  to: TestServer,
  by: { headers: Record<string, string> },
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
) => callWith(to, by, method, url, payload === undefined ? {} : { payload });
const NOW = Date.parse('2026-11-24T09:00:00.000Z');
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const clock = manualClock(NOW);
let test: TestServer;
let screen: Screen;
beforeAll(async () => {
  test = await startTestServer({ clock });
  screen = makeScreen(test);
  await screen.pair(test.admin, { name: 'Taxi 101' });
});
afterAll(() => test.close());

const draft = (more: object = {}) => ({
  ...{ event: 'Fire', urgency: 'Immediate', severity: 'Severe', certainty: 'Observed' },
  texts: { en: { headline: 'Fire in the harbour' }, zh: { headline: '港口发生火灾' } },
  target: { mode: 'all' },
  ...more,
});
const make = async (more: object = {}, by = test.admin) =>
  (await call(test, by, 'POST', '/api/alerts', draft(more))).json<Alert>();
const act = (id: string, verb: string, body: object = {}, by = test.admin) =>
  call(test, by, 'POST', `/api/alerts/${id}/${verb}`, body);
const pull = async (query = '') =>
  (await screen.call('GET', `/api/player/alerts${query}`)).json<PlayerAlerts>();
const importing = (body: string | Buffer, query = '', type = 'application/xml') =>
  test.app.inject({
    ...{ method: 'POST', url: `/api/alerts/import${query}`, payload: body },
    headers: { ...test.admin.headers, 'content-type': type, 'idempotency-key': uuid7(clock.now()) },
  });

it('an imported alert for no place reaches nobody, and stands in the list with its warnings', async () => {
  const without = capXml({ identifier: 'nowhere-1', sent: instant(NOW), area: '' });
  expect((await importing(without, '?commit=1')).json()).toMatchObject({ affected: 0 });
  const listed = await call(test, test.admin, 'GET', '/api/alerts?q=nowhere-1');
  expect(listed.json()).toMatchObject({ items: [{ target: { mode: 'geo', areas: [] } }] });
});

describe('an alert', () => {
  it('goes from a draft to the signed set of a screen, and is over when it is cancelled', async () => {
    const made = await make();
    expect(made).toMatchObject({
      state: 'draft',
      priority: 1,
      template: 'takeover',
      ttl_s: 3_600,
      name: 'Fire in the harbour',
    });
    expect((await pull()).alerts).toEqual([]);
    const published = (await act(made.id, 'publish')).json<Alert>();
    expect(published).toMatchObject({
      ...{ state: 'active', effective_at: instant(NOW), expires_at: instant(NOW + 60 * MINUTE_MS) },
      reach: { screens: 1, shown: 0, acknowledged: 0 },
    });
    const answer = await screen.call('GET', '/api/player/alerts');
    const set = answer.json<PlayerAlerts>();
    expect(answer.headers['x-alerts-version']).toBe(String(set.version));
    expect(set.alerts).toMatchObject([
      {
        id: made.id,
        priority: 1,
        ttl_s: 3_600,
        areas: null,
        when_unknown: 'show',
        texts: { zh: { headline: '港口发生火灾' } },
      },
    ]);
    const { sig, ...signed } = set;
    const { publicKey } = test.server.keys.manifest;
    const bytes = Buffer.from(canonical(signed));
    const key = { key: publicKey, dsaEncoding: 'ieee-p1363' as const };
    expect(verify('sha256', bytes, key, Buffer.from(sig, 'base64url'))).toBe(true);
    expect((await screen.call('GET', `/api/player/alerts?since=${set.version}`)).statusCode).toBe(304);

    const record = { alert_id: made.id, alert_version: 1, state: 'shown', at: instant(clock.now()) };
    const acks = () => screen.call('POST', '/api/player/alert-acks', { records: [record] });
    expect((await acks()).json()).toMatchObject({ records: [{ alert_id: made.id, verdict: 'accepted' }] });
    expect((await acks()).json()).toMatchObject({ records: [{ alert_id: made.id, verdict: 'duplicate' }] });
    const deliveries = await call(test, test.admin, 'GET', `/api/alerts/${made.id}/deliveries`);
    expect(deliveries.json()).toMatchObject({
      counts: { shown: 1 },
      items: [{ device_name: 'Taxi 101', state: 'shown' }],
    });

    await act(made.id, 'cancel', { reason: 'The fire is out.' });
    const after = await pull();
    expect(after.version).toBeGreaterThan(set.version);
    expect(after).toMatchObject({ alerts: [], ended: [{ id: made.id, reason: 'cancelled' }] });
    const health = {
      method: 'HEAD',
      url: '/api/health',
      headers: { 'x-device': `${after.device_id}.x` },
    } as const;
    // Whoever knows the id of a screen learns nothing from it; its own signed call does.
    expect((await test.app.inject(health)).headers).not.toHaveProperty('x-alerts-version');
    const own = await screen.call('GET', '/api/player/manifest');
    expect(own.headers['x-alerts-version']).toBe(String(after.version));
  });

  it('of priority 0 takes a second person; who is alone says the password again, and that is kept', async () => {
    const grave = { severity: 'Extreme' };
    const made = await make(grave);
    expect(made.priority).toBe(0);
    const other = await test.signIn('owner');
    expect((await act(made.id, 'publish')).json()).toMatchObject({
      error: 'FORBIDDEN',
      details: { reason: 'needs_approval' },
    });
    await act(made.id, 'submit');
    expect((await act(made.id, 'approve')).json()).toMatchObject({ details: { reason: 'needs_approval' } });
    expect((await act(made.id, 'approve', {}, other)).json()).toMatchObject({
      state: 'active',
      approved_by: other.id,
    });
    await act(made.id, 'cancel', { reason: 'Over.' });

    const tenant = await test.addTenant('lonely-fleet');
    const lonely = await test.signIn('owner', tenant);
    const own = await make(grave, lonely);
    expect((await act(own.id, 'publish', {}, lonely)).json()).toMatchObject({
      state: 'active',
      approved_alone: true,
    });

    /** Two who both wrote of it are as alone as one. */
    const second = await test.signIn('owner', tenant);
    const shared = await make(grave, lonely);
    const changed = await callWith(test, second, 'PATCH', `/api/alerts/${shared.id}`, {
      ...{ payload: { event: 'Flood' }, version: shared.version },
    });
    expect(changed.statusCode).toBe(200);
    await act(shared.id, 'submit', {}, lonely);
    expect((await act(shared.id, 'approve', {}, second)).json()).toMatchObject({
      ...{ state: 'active', approved_alone: true },
    });
  });

  it('is updated in its place, cleared, drilled on test screens alone, and runs out by itself', async () => {
    const made = await make();
    await act(made.id, 'publish');
    const next = (await act(made.id, 'update')).json<Alert>();
    expect(next).toMatchObject({ state: 'draft', alert_version: 2, root_id: made.id, msg_type: 'Update' });
    await act(next.id, 'publish');
    expect((await pull()).alerts).toMatchObject([{ id: next.id, root_id: made.id, version: 2 }]);
    const drill = (await act(next.id, 'test')).json<Alert>();
    expect(drill).toMatchObject({ status: 'Exercise', state: 'active', reach: { screens: 0 } });
    const clear = (await act(next.id, 'all-clear')).json<Alert>();
    expect((await pull()).alerts).toMatchObject([
      { id: clear.id, version: 3, response_types: ['AllClear'], ttl_s: 600 },
    ]);
    await clock.advance(11 * MINUTE_MS);
    expect((await pull()).alerts).toEqual([]);
    test.admin = await test.signIn('admin');
    expect((await call(test, test.admin, 'GET', `/api/alerts/${clear.id}`)).json()).toMatchObject({
      state: 'expired',
    });
  });

  it('for a place is shown by the screen that is there; the preview tells how many would', async () => {
    const area = { shape: 'circle', lat: 52.5, lng: 13.4, radius_m: 1_000 };
    const target = { mode: 'geo', areas: [area] };
    const preview = await call(test, test.admin, 'POST', '/api/alerts/preview-targets', { target });
    expect(preview.json()).toMatchObject({
      named: 0,
      inside: 0,
      outside: 0,
      unknown: 1,
      age_s: { median: null },
    });
    const made = await make({ target, severity: 'Minor', urgency: 'Future' });
    await act(made.id, 'publish');
    expect((await pull()).alerts).toMatchObject([
      { priority: 3, template: 'ticker', areas: [area], when_unknown: 'hide' },
    ]);
    await act(made.id, 'cancel', { reason: 'Over.' });
    const wrong = { mode: 'devices', device_ids: [uuid7(NOW)] };
    const refused = await call(test, test.admin, 'POST', '/api/alerts', draft({ target: wrong }));
    expect(refused.json()).toMatchObject({
      error: 'VALIDATION',
      details: { 'target.device_ids': [expect.any(String)] },
    });
  });
});

describe('an import', () => {
  it('shows what would follow, does it, and keeps a cancel that comes before its alert', async () => {
    const xml = capXml({ identifier: 'A-1', sent: instant(clock.now()) });
    const preview = (await importing(xml)).json<ImportAnswer>();
    expect(preview).toMatchObject({
      items: [{ identifier: 'A-1', action: 'create' }],
      refused: [],
      affected: 1,
    });
    expect((await pull()).alerts).toEqual([]);
    expect((await importing(xml, '?commit=1')).json()).toMatchObject({ items: [{ action: 'create' }] });
    expect((await pull()).alerts).toMatchObject([{ event: 'Flood', priority: 1 }]);
    expect((await importing(xml, '?commit=1')).json()).toMatchObject({ items: [{ action: 'log' }] });
    const update = capXml({
      identifier: 'A-2',
      sent: instant(clock.now()),
      msgType: 'Update',
      references: `s@x,A-1,${instant(clock.now())}`,
    });
    await importing(update, '?commit=1');
    expect((await pull()).alerts).toMatchObject([{ version: 2 }]);
    const cancel = (identifier: string, of: string) =>
      capXml({
        identifier,
        sent: instant(clock.now()),
        msgType: 'Cancel',
        references: `s@x,${of},${instant(clock.now())}`,
      });
    await importing(cancel('A-3', 'A-2'), '?commit=1');
    expect((await pull()).alerts).toEqual([]);
    await importing(cancel('B-2', 'B-1'), '?commit=1');
    const late = await importing(capXml({ identifier: 'B-1', sent: instant(clock.now()) }), '?commit=1');
    expect(late.json<ImportAnswer>().items[0]!.warnings).toContainEqual(
      expect.objectContaining({ code: 'ended_before' }),
    );
    expect((await pull()).alerts).toEqual([]);
    expect(await test.db.select().from(alertEndings)).not.toEqual([]);
    await test.server.tenantTransactions.acrossTenants(tx => sweepEndings(tx, clock.now() + 4 * DAY_MS));
    expect(await test.db.select().from(alertEndings)).toEqual([]);
    expect((await importing('<rss/>')).json()).toMatchObject({ error: 'VALIDATION' });
    expect((await importing('{"alert":{"identifier":"J",},}', '', 'application/json')).json()).toMatchObject({
      refused: [{ index: 0, code: 'identity' }],
    });
    const manager = await test.signIn('manager');
    const refused = await test.app.inject({
      ...{ method: 'POST', url: '/api/alerts/import?commit=1', payload: xml },
      headers: { ...manager.headers, 'content-type': 'application/xml', 'idempotency-key': uuid7(NOW) },
    });
    expect(refused.statusCode).toBe(403);
  });
});
