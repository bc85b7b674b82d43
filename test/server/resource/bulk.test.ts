import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditDetails, auditEvents } from '../../../server/db/schema.ts';
import { MAX_BULK_ROWS } from '../../../shared/contract/wire/entity.ts';
import type { BULK_CALLS } from '../../support/contract/bulk.ts';
import { call, type CallOptions } from '../../support/server/playlist.ts';
import { PLACE } from '../attacks/world.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

let test: TestServer;
let manager: Awaited<ReturnType<TestServer['signIn']>>;
beforeAll(async () => {
  test = await startTestServer();
  manager = await test.signIn('manager');
});
afterAll(() => test.close());

interface Done {
  ok: string[];
  failed: { id: string; error: string }[];
}
interface Row {
  id: string;
  version: number;
  status: string;
  deleted_at: string | null;
}
const ask = (method: 'GET' | 'POST' | 'PATCH', path: string, asked: CallOptions = {}) =>
  call(test, manager, method, path, asked);
const bulk = (path: keyof typeof BULK_CALLS, payload: object) => ask('POST', `${path}/bulk`, { payload });
const place = async (name: string) =>
  (await ask('POST', '/api/locations', { payload: { ...PLACE, name } })).json<Row>().id;
const read = async (id: string) => (await ask('GET', `/api/locations/${id}`)).json<Row>();
const NOBODY = '0198f0a0-0000-7000-8000-00000000ffff';

const eventsOf = async (request_id: unknown) => {
  const rows = await test.db
    .select({ action: auditEvents.action, target_id: auditEvents.target_id, detail: auditDetails.detail })
    .from(auditEvents)
    .leftJoin(auditDetails, eq(auditDetails.event_id, auditEvents.id))
    .where(eq(auditEvents.request_id, String(request_id)));
  return rows.map(({ action, target_id, detail }) => [
    action,
    target_id,
    (detail as { target_name: string | null }).target_name,
  ]);
};

describe('a bulk call', () => {
  it('does to each row what the single call does, and names those that refuse with its code', async () => {
    const [open, shut] = [await place('Harbour'), await place('Airport')];
    await ask('POST', `/api/locations/${shut}/archive`);
    const answer = await bulk('/api/locations', { ids: [open, shut, NOBODY], action: 'archive' });
    const { ok, failed } = answer.json<Done>();
    expect([answer.statusCode, ok]).toEqual([200, [open]]);
    expect(failed).toEqual(
      [
        { id: shut, error: 'STATE' },
        { id: NOBODY, error: 'NOT_FOUND' },
      ].sort((a, b) => (a.id < b.id ? -1 : 1)),
    );
    expect((await read(open)).status).toBe('archived');
    expect((await read(shut)).version).toBe(2);
    // The log of the row reads as after the single call.
    expect(await eventsOf(answer.headers['x-request-id'])).toEqual([['locations.archive', open, 'Harbour']]);
  });

  it('leaves one audit entry a row, and none where no row was changed', async () => {
    const ids = [await place('North'), await place('South')].sort();
    const answer = await bulk('/api/locations', { ids, action: 'delete' });
    expect(answer.json<Done>()).toEqual({ ok: ids, failed: [] });
    const events = await eventsOf(answer.headers['x-request-id']);
    expect(events.map(([action, id]) => [action, id]).sort()).toEqual(
      ids.map(id => ['locations.delete', id]),
    );
    const again = await bulk('/api/locations', { ids, action: 'delete' });
    expect(again.json<Done>().failed.map(({ error }) => error)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect(await eventsOf(again.headers['x-request-id'])).toEqual([]);
    expect((await bulk('/api/locations', { ids, action: 'restore' })).json<Done>().ok).toEqual(ids);
    expect((await read(ids[0]!)).deleted_at).toBeNull();
  });

  it('takes all rows of a filter of the list', async () => {
    const ids = [await place('Stand 1 east'), await place('Stand 2 east')].sort();
    const other = await place('Stand 3 west');
    const answer = await bulk('/api/locations', { filter: { q: 'east' }, action: 'archive' });
    expect(answer.json<Done>()).toEqual({ ok: ids, failed: [] });
    expect((await read(other)).status).toBe('active');
  });

  it('hands the body of the single call on, and names what is wrong with it', async () => {
    const ids = [await place('Depot')];
    const wrong = await bulk('/api/locations', { ids, action: 'archive', params: { reason: 'x' } });
    expect([wrong.statusCode, wrong.json<{ details: object }>().details]).toEqual([
      400,
      { 'params.reason': ['Unknown field'] },
    ]);
    const made = await ask('POST', '/api/campaigns/bulk', {
      payload: { ids, action: 'end', params: { reason: 7 } },
    });
    expect(made.json<{ details: object }>().details).toEqual({
      'params.reason': ['Expected string, received number'],
    });
  });

  it.each([
    ['neither ids nor a filter', { action: 'archive' }],
    ['both', { ids: [NOBODY], filter: {}, action: 'archive' }],
    ['no row', { ids: [], action: 'archive' }],
    ['an action that is none of its own', { ids: [NOBODY], action: 'publish' }],
    ['a filter that the list does not have', { filter: { nobody: '1' }, action: 'archive' }],
    ['more rows than one call takes', { ids: Array(MAX_BULK_ROWS + 1).fill(NOBODY), action: 'archive' }],
  ])('is refused where it names %s', async (_, payload) => {
    expect((await bulk('/api/locations', payload)).json()).toMatchObject({ error: 'VALIDATION' });
  });

  it('is done once under its key', async () => {
    const ids = [await place('Once')];
    const headers = { ...manager.headers, 'idempotency-key': crypto.randomUUID() };
    const send = () =>
      test.app.inject({
        method: 'POST',
        url: '/api/locations/bulk',
        headers,
        payload: { ids, action: 'archive' },
      });
    const [first, second] = [await send(), await send()];
    expect([first.json<Done>().ok, second.json<Done>().ok]).toEqual([ids, ids]);
    expect([second.headers['idempotency-replayed'], (await read(ids[0]!)).version]).toEqual(['true', 2]);
  });

  it('asks for the same rights as the single call', async () => {
    const analyst = await test.signIn('analyst');
    const answer = await call(test, analyst, 'POST', '/api/locations/bulk', {
      payload: { ids: [NOBODY], action: 'archive' },
    });
    expect(answer.json<{ error: string }>().error).toBe('FORBIDDEN');
  });
});
