import { eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoint } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { auditEvents, idempotencyKeys, playlists, tenants, users } from '../../../server/db/schema.ts';
import { buildApp } from '../../../server/app/app.ts';
import { mount } from '../../../server/http/route.ts';
import { openServer } from '../../../server/app/open.ts';
import { IDEMPOTENCY_RETENTION_MS, storeResponse } from '../../../server/transaction/idempotency.ts';
import { inTenant } from '../../../server/transaction/context.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

const clock = manualClock();
let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ clock });
});
afterAll(() => t.close());

type By = { headers: Record<string, string> };
const create = (by: By, key: string, payload: object = { name: 'Day loop' }, app = t.app) =>
  app.inject({
    method: 'POST',
    url: '/api/playlists',
    payload,
    headers: { ...by.headers, 'idempotency-key': key },
  });
const named = async (name: string) =>
  (await t.db.select().from(playlists).where(eq(playlists.name, name))).length;
const kept = (key: string) => t.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key));
const errorOf = (answer: { statusCode: number; json: () => unknown }) => [
  answer.statusCode,
  (answer.json() as { error: string }).error,
];
const key = () => crypto.randomUUID();

describe('a key', () => {
  it('S4 sent again with the same write gives the same answer and no second effect', async () => {
    const by = await t.signIn('manager');
    const k = key();
    const first = await create(by, k, { name: 'Only once' });
    const again = await create(by, k.toUpperCase(), { name: 'Only once' });
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    expect([first, again].map(a => a.headers['idempotency-replayed'])).toEqual([undefined, 'true']);
    expect(await named('Only once')).toBe(1);
    const written = await t.db.select().from(auditEvents).where(eq(auditEvents.actor_id, by.id));
    expect(written.map(event => event.action)).toEqual(['auth.login', 'playlists.post']);
  });

  it('S4 stands for one write: another body, path or method with it is refused', async () => {
    const by = await t.signIn('manager');
    const k = key();
    const { id } = (await create(by, k)).json<{ id: string }>();
    const headers = { ...by.headers, 'idempotency-key': k, 'if-match': '"1"' };
    const others = [
      await create(by, k, { name: 'Night loop' }),
      await create(by, k, { name: 'Day loop', default_duration_ms: 10_000 }),
      await t.app.inject({
        method: 'POST',
        url: '/api/playlists?x=1',
        payload: { name: 'Day loop' },
        headers,
      }),
      await t.app.inject({
        method: 'POST',
        url: `/api/playlists/${id}/duplicate`,
        payload: { name: 'Day loop' },
        headers,
      }),
      await t.app.inject({
        method: 'PATCH',
        url: `/api/playlists/${id}`,
        payload: { name: 'Day loop' },
        headers,
      }),
      await t.app.inject({ method: 'DELETE', url: `/api/playlists/${id}`, headers }),
    ];
    for (const other of others) expect(errorOf(other)).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
    expect(await named('Night loop')).toBe(0);
    expect((await create(by, k)).headers['idempotency-replayed']).toBe('true');
  });

  it('S4 whose write is in flight answers 409 with Retry-After at once', async () => {
    const by = await t.signIn('manager');
    const once = { user_id: by.id, key: key(), fingerprint: '' };
    let finish = () => {};
    const { authorization } = by.headers;
    /** Its transaction is open: on one connection nobody else's could even look up who asks. */
    const held = new Promise<void>(done => (finish = done));
    let begun = () => {};
    const open = new Promise<void>(done => (begun = done));
    const slow = t.server.inFlight.run({ ...once, tenant_id: t.tenant_id, authorization }, () =>
      t.server.tenantTransactions.inTenant(t.tenant_id, () => {
        begun();
        return held;
      }),
    );
    await open;
    const started = Date.now();
    const answer = await create(by, once.key, { name: 'In flight' });
    expect(Date.now() - started).toBeLessThan(1_000);
    expect(errorOf(answer)).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    finish();
    await slow;
    expect((await create(by, once.key, { name: 'In flight' })).statusCode).toBe(200);
    expect(await named('In flight')).toBe(1);
  });

  it('S4 sent twenty times at once has one effect; each send is answered or told to wait', async () => {
    const by = await t.signIn('manager');
    const k = key();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(by, k, { name: 'Twenty' })));
    expect(answers.every(a => a.statusCode === 200 || a.statusCode === 409)).toBe(true);
    const good = answers.filter(a => a.statusCode === 200);
    expect(good.filter(a => a.headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    expect(new Set(good.map(a => a.json<{ id: string }>().id)).size).toBe(1);
    expect(await named('Twenty')).toBe(1);
  });

  it('is of one principal in one tenant', async () => {
    const k = key();
    const [one, two] = [await t.signIn('manager'), await t.signIn('manager')];
    const made = [await create(one, k, { name: 'Shared key' }), await create(two, k, { name: 'Shared key' })];
    expect(made.map(a => [a.statusCode, a.headers['idempotency-replayed']])).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    expect(await named('Shared key')).toBe(2);
    const other = await t.addTenant(`elsewhere-${k.slice(0, 6)}`);
    const admin = await t.signIn('admin');
    await create(admin, k, { name: 'Shared key' });
    const there = await create({ headers: { ...admin.headers, 'x-tenant-id': other } }, k, {
      name: 'Shared key',
    });
    expect([there.statusCode, there.json<{ tenant_id: string }>().tenant_id]).toEqual([200, other]);
    expect((await kept(k)).map(row => row.tenant_id).sort()).toEqual(
      [t.tenant_id, t.tenant_id, t.tenant_id, other].sort(),
    );
  });

  it('AMBIG-RETRY-06 lasts 30 days', async () => {
    const by = await t.signIn('manager');
    const k = key();
    await create(by, k, { name: 'A month' });
    const age = (ms: number) =>
      t.db
        .update(idempotencyKeys)
        .set({ created_at: new Date(clock.now() - ms) })
        .where(eq(idempotencyKeys.key, k));
    await age(IDEMPOTENCY_RETENTION_MS);
    expect((await create(by, k, { name: 'A month' })).headers['idempotency-replayed']).toBe('true');
    await age(IDEMPOTENCY_RETENTION_MS + 1);
    expect((await create(by, k, { name: 'A new month' })).statusCode).toBe(200);
    expect((await create(by, k, { name: 'A new month' })).headers['idempotency-replayed']).toBe('true');
    expect(await kept(k)).toHaveLength(1);
  });
});

describe('a stored answer', () => {
  it.each([
    ['whose role was lowered', { role: 'viewer' as const }, [403, 'FORBIDDEN']],
    ['who was suspended', { status: 'suspended' as const }, [401, 'SESSION_REVOKED']],
    ['who was moved to another tenant', { tenant_id: 'other' }, [403, 'TENANT_DENIED']],
  ])('is not given to somebody %s', async (_, set, expected) => {
    const by = await t.signIn('manager');
    const k = key();
    const made = (await create(by, k, { name: 'Answer-canary' })).json<{ id: string }>();
    const moved = 'tenant_id' in set ? { tenant_id: await t.addTenant(`moved-${k.slice(0, 6)}`) } : set;
    await t.db.update(users).set(moved).where(eq(users.id, by.id));
    const again = await create(by, k, { name: 'Answer-canary' });
    expect(errorOf(again)).toEqual(expected);
    expect(again.body).not.toContain(made.id);
  });

  it('is not given in a tenant that was suspended', async () => {
    const tenant = await t.addTenant('soon-suspended');
    const by = await t.signIn('manager', tenant);
    const k = key();
    await create(by, k);
    await t.db.update(tenants).set({ status: 'suspended' }).where(eq(tenants.id, tenant));
    expect(errorOf(await create(by, k))).toEqual([409, 'STATE']);
  });

  it('is kept of no refusal: the same key may be sent again when it can be done', async () => {
    const staff = await t.signIn('admin');
    const k = key();
    const payload = { name: 'Sub', slug: 'taken-slug', kind: 'fleet', parent_id: t.tenant_id };
    const ask = () =>
      t.app.inject({
        method: 'POST',
        url: '/api/tenants',
        payload,
        headers: { ...staff.headers, 'idempotency-key': k },
      });
    const taken = await t.addTenant('taken-slug');
    expect(errorOf(await ask())).toEqual([409, 'DUPLICATE']);
    expect(await kept(k)).toEqual([]);
    const denials = await t.db.select().from(auditEvents).where(eq(auditEvents.actor_id, staff.id));
    expect(denials.map(event => event.action)).toEqual(['auth.login']);
    await t.db.update(tenants).set({ slug: 'given-free' }).where(eq(tenants.id, taken));
    const done = await ask();
    expect([done.statusCode, done.headers['idempotency-replayed']]).toEqual([200, undefined]);
  });

  it('goes with its write or not at all: neither stands where the transaction fails', async () => {
    const by = await t.signIn('manager');
    const once = { user_id: by.id, key: key(), fingerprint: 'x' };
    const failing = inTenant(t.server, { tenant_id: t.tenant_id, user_id: by.id }, async ctx => {
      await storeResponse(ctx, once, { status: 200, answer: { name: 'gone' } });
      throw new AppError('STATE', 'not now');
    });
    await expect(failing).rejects.toThrow('not now');
    expect(await kept(once.key)).toEqual([]);
  });

  it('holds no secret that is shown once, and nothing of a failure of ours', async () => {
    const path = '/api/playlists/secret';
    const access = { who: 'user', area: 'creatives', level: 'W' } as const;
    const shown = z.object({ shown: z.string() });
    const shows = endpoint({ method: 'POST', path, access, summary: '', answer: shown, showsSecret: true });
    const fails = endpoint({ method: 'PUT', path, access, summary: '', answer: shown });
    const app = await buildApp(t.server, t.network);
    let fault = true;
    mount(app, shows, () => ({ shown: 'Secret-canary' }));
    mount(app, fails, () => {
      if (fault) throw new Error('a fault of ours');
      return { shown: 'done' };
    });
    await app.ready();
    const by = await t.signIn('manager');
    const ask = (method: 'POST' | 'PUT', k: string) =>
      app.inject({ method, url: path, headers: { ...by.headers, 'idempotency-key': k } });
    const k = key();
    expect((await ask('POST', k)).json()).toEqual({ shown: 'Secret-canary' });
    const again = await ask('POST', k);
    expect([again.statusCode, again.body.includes('canary')]).toEqual([409, false]);
    expect(JSON.stringify(await kept(k))).not.toContain('canary');
    const f = key();
    expect((await ask('PUT', f)).statusCode).toBe(500);
    expect(await kept(f)).toEqual([]);
    fault = false;
    expect((await ask('PUT', f)).json()).toEqual({ shown: 'done' });
    await app.close();
  });
});

/** Two nodes need their own database. */
if (process.env['TEST_DATABASE_URL'] !== undefined)
  describe('on two nodes', () => {
    it('S4 a write that waits for a locked row is in flight on both, and known without waiting', async () => {
      const by = await t.signIn('manager');
      const { id } = (await create(by, key(), { name: 'Locked' })).json<{ id: string }>();
      const { server, network } = await openServer(t.server.config, { clock });
      const other = await buildApp(server, network);
      await other.ready();
      const headers = { ...by.headers, 'idempotency-key': key(), 'if-match': '"1"' };
      const change = (app: Pick<typeof t.app, 'inject'>) =>
        app.inject({ method: 'PATCH', url: `/api/playlists/${id}`, payload: { name: 'Changed' }, headers });
      let slow: ReturnType<typeof change> | undefined;
      await t.db.transaction(async tx => {
        await tx.execute(sql`select 1 from playlists where id = ${id} for update`);
        slow = change(t.app);
        slow.then(
          () => undefined,
          () => undefined,
        );
        await new Promise(done => setTimeout(done, 300));
        for (const app of [t.app, other]) {
          const started = Date.now();
          const answer = await change(app);
          expect(errorOf(answer)).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS']);
          expect(answer.headers['retry-after']).toBe('2');
          expect(Date.now() - started).toBeLessThan(1_000);
        }
      });
      expect((await slow)?.statusCode).toBe(200);
      const again = await change(other);
      expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([200, 'true']);
      const both = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          create(
            by,
            headers['idempotency-key'].replace(/^.{8}/, '00000000'),
            { name: 'Both nodes' },
            n % 2 ? t.app : other,
          ),
        ),
      );
      expect(both.every(a => a.statusCode === 200 || a.statusCode === 409)).toBe(true);
      expect(await named('Both nodes')).toBe(1);
      await other.close();
      await server.close();
    });
  });
