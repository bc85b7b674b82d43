import { sql } from 'drizzle-orm';
import { leadsToPlayer } from '../../../shared/web/playerPath.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../support/contract.ts';
import { ERRORS } from '../../../shared/contract/wire/errors.ts';
import { buildApp } from '../../../server/app/app.ts';
import { builtFile } from '../../../server/app/pages.ts';
import { rootCauseOf, toAppError } from '../../../server/http/failures.ts';
import { nextAddress, startTestServer, type TestServer } from '../../support/server/server.ts';

/** What sign-in and registration say by their code alone. */
const SIGN_IN_CODES = [
  'PENDING_APPROVAL',
  'USER_INVALID',
  'INVALID_CREDENTIALS',
  'USER_EXISTS',
  'WEAK_PASSWORD',
];
const CONTRACT_CODES = [
  ...['VALIDATION', 'WRONG_PASSWORD', 'AUTH_REQUIRED', 'TOKEN_EXPIRED', 'SESSION_REVOKED', 'DEVICE_UNKNOWN'],
  ...['CLOCK', 'DEVICE_REVOKED', 'FORBIDDEN', 'TENANT_DENIED', 'REAUTH_REQUIRED', 'SCOPE', 'NOT_FOUND'],
  ...['STATE', 'IN_USE', 'DUPLICATE', 'IDEMPOTENCY_IN_PROGRESS', 'VERSION_CONFLICT', 'TOO_LARGE'],
  ...['TYPE_REFUSED', 'HTML_NOT_ACCEPTED', 'RULE', 'IDEMPOTENCY_MISMATCH', 'UPGRADE', 'VERSION_REQUIRED'],
  ...['RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE'],
];

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer();
});
afterAll(() => t.close());

describe('a server whose database is gone', () => {
  it('answers 503 with Retry-After, is not ready, and still lives', async () => {
    const alone = await startTestServer();
    await alone.server.close();
    const answer = await alone.app.inject({ url: '/api/devices', headers: alone.admin.headers });
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([503, 'UNAVAILABLE']);
    expect(answer.headers['retry-after']).toBe('5');
    expect((await alone.app.inject('/readyz')).statusCode).toBe(503);
    expect((await alone.app.inject('/healthz')).statusCode).toBe(200);
    await alone.app.close();
  });
});

describe('the server', () => {
  it('S2 does not start with a route that declares no access policy', async () => {
    const app = await buildApp(t.server, t.network);
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      const open = () => app.route({ method, url: '/open', handler: () => 'x' });
      expect(open, method).toThrow(`${method} /open declares no access policy`);
      expect(app.hasRoute({ method, url: '/open' }), method).toBe(false);
    }
    await app.close();
  });

  it('serves every endpoint of the contract', () => {
    const missing = endpoints.filter(e => !t.app.hasRoute({ method: e.method, url: e.path }));
    expect(missing.map(e => `${e.method} ${e.path}`)).toEqual([]);
  });

  it('refuses every endpoint that asks for a user when nobody is signed in', async () => {
    const asked = endpoints.filter(e => e.access.who === 'user');
    expect(asked.length).toBeGreaterThan(20);
    for (const { method, path } of asked) {
      const url = path.replace(/:[a-z_0-9]+/g, '01890000-0000-7000-8000-000000000000');
      const answer = await t.app.inject({ method, url });
      expect([path, answer.statusCode, answer.json<{ error: string }>().error]).toEqual([
        path,
        401,
        'AUTH_REQUIRED',
      ]);
    }
  });

  it('OPEN-SERVER-02 every refusal is a code of the contract, a message and details', async () => {
    const refusals = new Set<string>();
    for (const { method, path } of endpoints) {
      const url = path.replace(/:[a-z_0-9]+/g, '01890000-0000-7000-8000-000000000000');
      const hasBody = method !== 'GET' && method !== 'DELETE';
      for (const headers of [{}, t.admin.headers]) {
        const answer = await t.app.inject({
          method,
          url,
          headers: { ...headers, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
          ...(hasBody ? { payload: '{"' } : {}),
          remoteAddress: nextAddress(),
        });
        if (answer.statusCode < 400) continue;
        const body = answer.json<{ error: keyof typeof ERRORS; message: string; details: object }>();
        expect(Object.keys(body).sort(), path).toEqual(['details', 'error', 'message']);
        expect([path, ERRORS[body.error]]).toEqual([path, answer.statusCode]);
        expect(body.message, path).not.toBe('');
        expect(typeof body.details, path).toBe('object');
        refusals.add(body.error);
      }
    }
    expect([...refusals]).toEqual(expect.arrayContaining(['AUTH_REQUIRED', 'VALIDATION']));
    expect(Object.keys(ERRORS)).toEqual(expect.arrayContaining([...SIGN_IN_CODES, ...CONTRACT_CODES]));
  });

  it('names each request in the answer', async () => {
    const [a, b] = [await t.app.inject('/healthz'), await t.app.inject('/healthz')];
    expect(a.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(a.headers['x-request-id']).not.toBe(b.headers['x-request-id']);
  });

  it('is ready when database and disk are, and says which engine', async () => {
    expect((await t.app.inject('/readyz')).json()).toEqual({ ok: true, engine: t.server.engine });
  });

  it('describes the whole contract as OpenAPI', async () => {
    const { paths } = (await t.app.inject('/docs/json')).json<{ paths: Record<string, object> }>();
    expect(Object.keys(paths)).toContain('/api/playlists/{id}/items');
    expect(Object.keys(paths).length).toBeGreaterThan(25);
  });

  it('gives figures to this machine only', async () => {
    const text = (await t.app.inject('/metrics')).payload;
    expect(text).toContain('wayside_http_seconds');
    const far = await t.app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '10.0.0.1' } });
    expect(far.statusCode).toBe(403);
  });

  it('S11 tells the caller nothing of stack, SQL or path', async () => {
    const bad = await t.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: '{',
      headers: { 'content-type': 'application/json' },
    });
    expect(bad.statusCode).toBe(400);
    expect(bad.json()).toEqual({
      error: 'VALIDATION',
      message: 'The body is not valid JSON.',
      details: { _: ['Invalid input'] },
    });
    const app = await buildApp(t.server, t.network);
    const failing: Record<string, [() => unknown, number, string]> = {
      '/fails': [() => new Error('select * from users at /srv/app.js:3'), 500, 'INTERNAL'],
      '/database': [
        () => Object.assign(new Error('relation "users"'), { code: '57P01' }),
        503,
        'UNAVAILABLE',
      ],
      '/disk': [() => Object.assign(new Error('ENOSPC: /srv/data'), { code: 'ENOSPC' }), 503, 'UNAVAILABLE'],
    };
    for (const [path, [error]] of Object.entries(failing))
      app.get(path, { config: { access: { who: 'anyone' } } }, () => {
        throw error();
      });
    for (const [path, [, status, code]] of Object.entries(failing)) {
      const answer = await app.inject(path);
      expect([path, answer.statusCode, answer.json<{ error: string }>().error]).toEqual([path, status, code]);
      expect(answer.payload).not.toMatch(/select|users|relation|ENOSPC|srv|\.js|\bat /);
    }
    await app.close();
  });

  it('S11 tells the caller nothing of a statement that the database refuses, nor of the row that is in its way', async () => {
    const THEIRS = 'canary-cabs';
    const other = await t.addTenant(THEIRS);
    /** PostgreSQL names statement, table, constraint and whole rows where it refuses one. */
    const statements = {
      unique: sql`insert into tenants (id, name, slug, kind) values (gen_random_uuid(), 'X', ${THEIRS}, 'fleet')`,
      empty: sql`insert into tenants (id, name, slug, kind) values (gen_random_uuid(), null, ${THEIRS}, 'fleet')`,
      fence: sql`insert into saved_views (id, tenant_id, user_id, resource, name, query)
        values (gen_random_uuid(), ${other}, ${t.admin.id}, 'devices', ${THEIRS}, '')`,
      column: sql`select password_of_canary from users`,
      syntax: sql`selec canary from users`,
      number: sql`select ${THEIRS}::text::int`,
    };
    const app = await buildApp(t.server, t.network);
    const transactions = t.server.tenantTransactions;
    const causes: string[] = [];
    for (const [name, statement] of Object.entries(statements))
      app.get(`/refused/${name}`, { config: { access: { who: 'anyone' } } }, () =>
        (name === 'fence'
          ? transactions.inTenant(t.tenant_id, tx => tx.execute(statement))
          : transactions.acrossTenants(tx => tx.execute(statement))
        ).catch((error: Error) => {
          causes.push(rootCauseOf(error).message);
          throw error;
        }),
      );
    for (const name of Object.keys(statements)) {
      const answer = await app.inject(`/refused/${name}`);
      expect([name, answer.json<object>()]).toEqual([
        name,
        name === 'number'
          ? { error: 'VALIDATION', message: 'A value cannot be kept.', details: { _: ['Invalid input'] } }
          : { error: 'INTERNAL', message: 'Something failed on our side.', details: {} },
      ]);
      const page = await app.inject({ url: `/refused/${name}`, headers: { accept: 'text/html' } });
      expect([name, page.headers['content-type']]).toEqual([name, 'text/html; charset=utf-8']);
      for (const { payload, headers } of [answer, page])
        expect(payload + JSON.stringify(headers)).not.toMatch(
          /canary|tenants|users|saved_views|select|insert/i,
        );
    }
    expect(causes).toHaveLength(2 * Object.keys(statements).length);
    for (const word of [
      'tenants_slug',
      'null value',
      'row-level security',
      'password_of_canary',
      'syntax error',
    ])
      expect(causes.join('\n')).toContain(word);
    await app.close();
  });

  it.each([
    ['a database that refuses', { code: 'ECONNREFUSED' }],
    ['a database that shuts down', { code: '57P01' }],
    ['a database with a full disk', { code: '53100' }],
    ['a full disk', { code: 'ENOSPC' }],
  ])('answers 503 with Retry-After for %s', (_name, cause) => {
    const wrapped = new Error('Failed query', { cause: Object.assign(new Error('inner'), cause) });
    expect(toAppError(wrapped)).toMatchObject({ code: 'UNAVAILABLE', status: 503 });
  });

  it('refuses a body over the limit with 413 and an unknown type with 415', async () => {
    const large = await t.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: 'x'.repeat(1_100_000) },
    });
    expect([large.statusCode, large.json<{ error: string }>().error]).toEqual([413, 'TOO_LARGE']);
    const typed = await t.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: '<x/>',
      headers: { 'content-type': 'application/xml' },
    });
    expect([typed.statusCode, typed.json<{ error: string }>().error]).toEqual([415, 'TYPE_REFUSED']);
  });

  it('answers unknown addresses of the API with 404 and never with a page', async () => {
    const answer = await t.app.inject('/api/nothing');
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([404, 'NOT_FOUND']);
  });

  it('API-20 leads /, /display and all that lies below the player to the player, with their query', async () => {
    for (const path of ['/', '/display', '/display/', '/display/lobby', '/player/x/y']) {
      const answer = await t.app.inject(`${path}?x=1`);
      expect([answer.statusCode, answer.headers.location]).toEqual([302, '/player?x=1']);
      expect(leadsToPlayer(path)).toBe(true);
    }
    expect((await t.app.inject('/players')).statusCode).not.toBe(302);
  });

  it('sends strict headers with every answer', async () => {
    const { headers } = await t.app.inject('/api/health');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    });
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('serves no dot file, no bare page and nothing outside its folder', () => {
    for (const path of [
      '/.vite/player.json',
      '/../package.json',
      '/assets/../../package.json',
      '/player/index.html',
      '/assets',
    ])
      expect([path, builtFile(path)]).toEqual([path, null]);
  });

  it('has a text-free catalogue: one status a code', () => {
    expect(Object.values(ERRORS).every(status => status >= 400 && status < 600)).toBe(true);
  });
});
