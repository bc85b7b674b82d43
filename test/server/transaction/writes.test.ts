import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { address, type Endpoint } from '../../../shared/contract/wire/endpoint.ts';
import { endpoints } from '../../support/contract.ts';
import { auditDetails, auditEvents, idempotencyKeys } from '../../../server/db/schema.ts';
import { dueOf } from '../../support/dailyShare.ts';
import { send } from '../attacks/send.ts';
import { nameOf, sampleOf, SAMPLES } from '../attacks/samples.ts';
import { makeWorld, type World } from '../attacks/world.ts';

const writes = endpoints.filter(e => e.access.who === 'user' && e.method !== 'GET');
const named = (some: readonly Endpoint[]) => some.map(e => [nameOf(e), e] as const);
/** What one piece of code does for all of them is asked of a share each day. */
const due = (some: readonly Endpoint[]) => named(dueOf(some, 48));
const hasKey = (e: Endpoint) =>
  !e.path.startsWith('/api/auth/') && !(e.access.who === 'user' && e.access.transactions === 'own');

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.test.close());

const eventsOf = (request_id: string) =>
  world.test.db
    .select({ event: auditEvents, detail: auditDetails })
    .from(auditEvents)
    .leftJoin(auditDetails, eq(auditDetails.event_id, auditEvents.id))
    .where(eq(auditEvents.request_id, request_id));

/** What writes to two tenants stands in the log of each. */
const IN_TWO_TENANTS = new Set(['POST /api/playlists/:id/copy']);

it('every write of the contract has a sample, and no sample is of another', () => {
  expect(Object.keys(SAMPLES).sort()).toEqual(writes.map(nameOf).sort());
});

describe('a write', () => {
  it.each(named(writes))(
    '%s is taken and leaves one audit event in each tenant with who, what and from where',
    async (_, e) => {
      const sample = await sampleOf(world, e);
      const answer = await send(world, e, { sample, headers: { 'user-agent': 'a believable browser' } });
      expect([answer.statusCode, answer.statusCode >= 400 ? answer.body : '']).toEqual([
        e.answer === undefined ? 204 : 200,
        '',
      ]);
      const [only, ...more] = await eventsOf(String(answer.headers['x-request-id']));
      const tenants = new Set([only, ...more].map(one => one?.event.tenant_id));
      expect([1 + more.length, tenants.size]).toEqual(IN_TWO_TENANTS.has(nameOf(e)) ? [2, 2] : [1, 1]);
      expect(only?.event).toMatchObject({
        actor_role: sample.role ?? (sample.headers ? 'manager' : 'staff_super_admin'),
      });
      expect(only?.event.action).toMatch(/^[a-z-]+(\.[a-z-]+)+$/);
      expect(only?.detail?.detail).toMatchObject({
        ua: 'a believable browser',
        actor_email: expect.any(String) as string,
      });
      expect(JSON.stringify(only?.detail?.detail)).not.toMatch(/Wayside-test-1|Another-pass-2/);
    },
  );

  /** Of what changes nothing no answer is kept: asked again it answers anew. */
  it.each(due(writes.filter(e => hasKey(e) && e.changesNothing !== true)))(
    '%s sent again is answered again, and done once',
    async (_, e) => {
      const sample = await sampleOf(world, e);
      const headers = { 'idempotency-key': crypto.randomUUID() };
      const first = await send(world, e, { sample, headers });
      expect([first.statusCode, first.headers['idempotency-replayed']]).toEqual([
        e.answer ? 200 : 204,
        undefined,
      ]);
      if (e.path.startsWith('/api/sessions') && sample.headers) return;
      const again = await send(world, e, { sample, headers });
      if (e.showsSecret) {
        expect([again.statusCode, again.json()]).toMatchObject([409, { error: 'STATE' }]);
        return;
      }
      const valueOf = ({ body }: { body: string }) => (body === '' ? null : (JSON.parse(body) as unknown));
      expect([again.statusCode, valueOf(again)]).toEqual([first.statusCode, valueOf(first)]);
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect(await eventsOf(String(again.headers['x-request-id']))).toEqual([]);
    },
  );

  it.each(due(writes.filter(hasKey)))(
    '%s without a key, or with a malformed one, is refused by its name',
    async (_, e) => {
      const sample = await sampleOf(world, e);
      for (const key of ['', 'mine', '00000000-0000-7000-8000-00000000000g']) {
        const answer = await send(world, e, { sample, headers: { 'idempotency-key': key } });
        expect(answer.statusCode).toBe(400);
        expect(answer.json()).toMatchObject({
          error: 'VALIDATION',
          details: { 'Idempotency-Key': [expect.any(String)] },
        });
      }
    },
  );
});

/** One of these is read in their list alone. */
const LISTS: Readonly<Record<string, { url: string; key: string }>> = {
  '/api/builds/:build': { url: '/api/builds', key: 'build' },
  '/api/validation-rules/:key': { url: '/api/validation-rules', key: 'id' },
};

describe('a versioned write', () => {
  const readerOf = ({ path }: Endpoint) =>
    path.replace(/\/(items|slide|revert|publish|rollback|withdraw|credentials)$/, '');
  async function current(e: Endpoint, params: Record<string, string>, headers: Record<string, string>) {
    const list = LISTS[e.path];
    if (list !== undefined) {
      const all = await world.test.app.inject({ url: list.url, headers });
      const { items } = all.json<{ items: Record<string, unknown>[] }>();
      return items.find(one => one[list.key] === Object.values(params)[0]);
    }
    const answer = await world.test.app.inject({ url: address(readerOf(e), params), headers });
    const body = answer.json<Record<string, unknown> & { user?: Record<string, unknown> }>();
    return e.path === '/api/auth/me' ? body.user : body;
  }

  it.each(due(endpoints.filter(e => e.versioned === true)))(
    '%s asks for the version, refuses a stale one with the row as it stands, and takes the right one',
    async (_, e) => {
      const sample = await sampleOf(world, e);
      const { params = {}, version = 1, headers = world.root.headers } = sample;
      const at = (ifMatch: string | undefined) =>
        world.test.app.inject({
          method: e.method,
          url: address(e.path, params),
          headers: { ...headers, ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }) },
          ...(e.method === 'DELETE' ? {} : { payload: sample.body }),
        });
      expect((await at(undefined)).json()).toMatchObject({ error: 'VERSION_REQUIRED' });
      expect((await at(undefined)).statusCode).toBe(428);
      for (const bad of ['1', '*', 'W/"1"', '"x"', '"-1"', '""'])
        expect([bad, (await at(bad)).statusCode]).toEqual([bad, 400]);
      const before = await current(e, params, headers);
      for (const stale of [version + 1, version - 1, 9_999_999_999_999]) {
        const refused = await at(`"${stale}"`);
        expect(refused.statusCode).toBe(412);
        const { error, details } = refused.json<{ error: string; details: Record<string, unknown> }>();
        expect(error).toBe('VERSION_CONFLICT');
        for (const field of ['id', 'version', 'updated_at', 'tenant_id'])
          expect([field, details[field]]).toEqual([field, before?.[field]]);
        expect(Object.keys(before ?? {}).filter(key => !(key in details))).toEqual([]);
        expect(JSON.stringify(details)).not.toMatch(/password_hash|argon2/);
      }
      expect(await current(e, params, headers)).toMatchObject({
        version,
        ...(before && 'updated_at' in before ? { updated_at: before['updated_at'] } : {}),
      });
      expect((await at(`"${version}"`)).statusCode).toBe(e.answer === undefined ? 204 : 200);
      const after = await current(e, params, headers);
      if (e.method !== 'DELETE') expect(after).toMatchObject({ version: version + 1 });
    },
  );

  it('two at once from the same version: one is done, the other is told of it', async () => {
    const { id, version } = await world.newPlaylist();
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map(name =>
        world.test.app.inject({
          method: 'PATCH',
          url: `/api/playlists/${id}`,
          headers: { ...world.root.headers, 'if-match': `"${version}"` },
          payload: { name },
        }),
      ),
    );
    expect(answers.map(a => a.statusCode).sort()).toEqual([200, 412, 412]);
    const done = answers.find(a => a.statusCode === 200)?.json<{ name: string }>().name;
    for (const refused of answers.filter(a => a.statusCode === 412))
      expect(refused.json()).toMatchObject({ details: { name: done, version: version + 1 } });
  });

  it('no refusal leaves a key behind', async () => {
    const { id } = await world.newPlaylist();
    const key = crypto.randomUUID();
    const headers = { ...world.root.headers, 'idempotency-key': key, 'if-match': '"77"' };
    await world.test.app.inject({
      method: 'PATCH',
      url: `/api/playlists/${id}`,
      headers,
      payload: { name: 'x' },
    });
    expect(await world.test.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key))).toEqual(
      [],
    );
  });
});
