import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../shared/contract/wire/endpoint.ts';
import { endpoints } from '../../support/contract.ts';
import { rowsOf } from '../../../server/db/rows.ts';
import { dueOf } from '../../support/dailyShare.ts';
import { NUMBERS, share, TEXTS, VALUES } from './harmful.ts';
import { expectSane, send } from './send.ts';
import type { Sample } from './making.ts';
import { nameOf, sampleOf } from './samples.ts';
import { makeWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.test.close());

type Path = (string | number)[];
function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, one]) => leaves(one, [...path, key]));
  return path.length === 0 ? inner : [path, ...inner];
}
function withValue(body: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const copy = structuredClone(body) as Record<string, unknown>;
  copy[key] = withValue(copy[key], rest, value);
  return copy;
}
/** Ends what the next call needs: asked of a session of its own each time. */
const ENDS = ['/api/auth/logout', '/api/sessions', '/api/sessions/:id'];
const users = endpoints.filter(e => e.access.who === 'user');
/** Of the calls, too, a sixth each day. */
const SHARE_OF_CALLS = 6;
const named = (some: readonly Endpoint[]) => dueOf(some, SHARE_OF_CALLS).map(e => [nameOf(e), e] as const);
const writes = users.filter(e => e.method !== 'GET' && e.body && !ENDS.includes(e.path));
const said = (value: unknown) => (typeof value === 'string' ? value : '');

describe('a value in a body', () => {
  it.each(named(writes))(
    'S11 of %s is kept or refused, never a failure of ours',
    async (_, e) => {
      const sample = await sampleOf(world, e);
      const paths = leaves(sample.body);
      let taken = 0;
      let asked = 0;
      for (const path of paths)
        for (const value of share(VALUES)) {
          asked++;
          const body = withValue(sample.body, path, value) as Record<string, unknown>;
          const answer = await send(world, e, { sample: { ...sample, body } });
          expectSane(
            answer,
            said(value),
            `${nameOf(e)} ${path.join('.')} = ${JSON.stringify(value).slice(0, 60)}`,
          );
          expect(answer.statusCode).not.toBe(401);
          if (answer.statusCode < 300) {
            taken++;
            if (sample.version !== undefined) sample.version++;
          }
        }
      if (paths.length > 0) expect(taken).toBeLessThan(asked);
    },
    60_000,
  );

  it.each(named(writes))(
    'of %s may be no object at all, broken, or as deep as a body can be',
    async (_, e) => {
      const sample = await sampleOf(world, e);
      const field = Object.keys(sample.body ?? {})[0] ?? 'name';
      const bodies: string[] = [
        ...['null', '[]', '"x"', '1', 'true', '{', '{"a":', '\0', '\ufeff{}', 'undefined', '{"a":1}}'],
        '{"__proto__":{"role":"owner"}}',
        '{"constructor":{"prototype":{"role":"owner"}}}',
        `{"${field}":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
        `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
        `{"${field}":${'9'.repeat(10_000)}}`,
        `{"${field}":1e999}`,
      ];
      for (const payload of share(bodies)) {
        const answer = await world.test.app.inject({
          method: e.method,
          url: e.path.replace(':id', sample.params?.['id'] ?? ''),
          headers: {
            ...(sample.headers ?? world.root.headers),
            'content-type': 'application/json',
            'if-match': '"1"',
          },
          payload,
        });
        expectSane(answer, payload, `${nameOf(e)} ${payload.slice(0, 40)}`);
      }
    },
  );

  it('that holds other things within is written down without them, however deep', async () => {
    for (const [path, field, code] of [
      ['/api/auth/me', 'prefs', 200],
      ['/api/tenants/:id', 'limits', 400],
    ] as const) {
      const e = users.find(one => one.path === path && one.method === 'PATCH') as Endpoint;
      const sample = await sampleOf(world, e);
      const known = sample.body?.[field] as object;
      const answer = await world.test.app.inject({
        method: 'PATCH',
        url: path.replace(':id', sample.params?.['id'] ?? ''),
        headers: {
          ...(sample.headers ?? world.root.headers),
          'content-type': 'application/json',
          'if-match': '"1"',
        },
        payload: `{"${field}":${JSON.stringify(known).slice(0, -1)},"x":${'['.repeat(100_000)}${']'.repeat(100_000)},"\\u0000":1}}`,
      });
      expectSane(answer, '', path);
      expect(answer.statusCode).toBe(code);
    }
  });
});

describe('a value in a query', () => {
  const reads = endpoints.filter(e => e.query && e.access.who === 'user');
  const keysOf = (e: Endpoint) =>
    Object.keys((e.query as unknown as { _zod: { def: { shape: object } } })._zod.def.shape);
  const odd = [
    ...TEXTS.filter(text => text.length < 8_000),
    ...NUMBERS.map(String),
    ...[
      '-',
      '-constructor',
      '-__proto__',
      'hasownproperty',
      'name,state',
      'active,',
      ',',
      'NaN',
      'Infinity',
      '0x10',
      '1e2',
    ],
    ...[
      '0000-01-01T00:00:00.000Z',
      '9999-12-31T23:59:59.999Z',
      '2026-02-31T00:00:00.000Z',
      '999999999999999',
    ],
    Buffer.from('999999999999999 00000000-0000-7000-8000-000000000001').toString('base64url'),
  ];
  it.each(named(reads))(
    'of %s filters, sorts or is refused, never a failure of ours',
    async (_, e) => {
      for (const key of [...keysOf(e), 'unknown', '__proto__', 'constructor'])
        for (const value of share(odd)) {
          // A refusal for having asked too often would hide what the value does.
          if (e.limit !== undefined) await world.test.db.execute(sql`delete from rate_counters`);
          const answer = await send(world, e, { sample: {}, query: { [key]: value } });
          expectSane(answer, value, `${nameOf(e)} ?${key}=${value.slice(0, 40)}`);
          expect(answer.statusCode).not.toBe(401);
        }
      const twice = await world.test.app.inject({
        url: `${e.path}?limit=1&limit=2&q=a&q=b&sort=x&sort=y`,
        headers: world.root.headers,
      });
      expectSane(twice, '', nameOf(e));
    },
    60_000,
  );

  it.each(['constructor', '-constructor', '__proto__', 'password_hash', 'tenant_id'])(
    '?sort=%s is no column of a list',
    async sort => {
      for (const path of ['users', 'tenants', 'devices', 'creatives', 'playlists']) {
        const answer = await world.test.app.inject({
          url: `/api/${path}?sort=${sort}`,
          headers: world.root.headers,
        });
        expect([path, answer.statusCode]).toEqual([path, 400]);
      }
    },
  );
});

describe('a value in a path', () => {
  const rows = endpoints.filter(e => e.path.includes(':'));
  const odd = [
    ...TEXTS.filter(text => text.length < 8_000),
    '%',
    '%00',
    '%2e%2e%2f',
    '%zz',
    '%E0%A4%A',
    'x'.repeat(300),
  ];
  it.each(named(rows))(
    'of %s finds nothing, never a failure of ours',
    async (_, e) => {
      const sample: Sample = e.access.who === 'user' && e.method !== 'GET' ? await sampleOf(world, e) : {};
      for (const value of share(odd))
        for (const place of e.path.match(/:[a-z_0-9]+/g) ?? []) {
          const raw =
            value.startsWith('%') && value.length < 10 ? value : encodeURIComponent(value.toWellFormed());
          const url = e.path
            .replace(place, raw)
            .replace(/:[a-z_0-9]+/g, sample.params?.['id'] ?? world.ours.playlist.id);
          const answer = await world.test.app.inject({
            method: e.method,
            url,
            headers: { ...(sample.headers ?? world.root.headers), 'if-match': '"1"' },
            ...(sample.body && e.method !== 'DELETE' ? { payload: sample.body } : {}),
          });
          expectSane(answer, value, `${e.method} ${url.slice(0, 120)}`);
        }
    },
    60_000,
  );
});

describe('a value in a header', () => {
  it.each([
    'if-match',
    'idempotency-key',
    'x-tenant-id',
    'user-agent',
    'content-type',
    'range',
    'if-none-match',
    'x-health',
    'x-device',
    'x-forwarded-for',
    'cookie',
    'host',
    'origin',
  ])('%s is taken or refused, never a failure of ours', async header => {
    const odd = [
      ...TEXTS.filter(text => !/[\r\n\0\ud800-\udfff\ufeff\u202e]/.test(text) && text.length < 8_000),
      '"9".repeat',
      '"99999999999999999999"',
      '*',
    ];
    for (const value of share(odd))
      for (const [method, url] of [
        ['PATCH', `/api/playlists/${world.ours.playlist.id}`],
        ['GET', '/api/playlists'],
        ['POST', '/api/auth/refresh'],
        ['GET', '/api/player/manifest'],
        ['GET', '/api/health?size=10'],
      ] as const) {
        const headers = {
          ...world.root.headers,
          'if-match': '"1"',
          'content-type': 'application/json',
          [header]: value,
        };
        const payload = method === 'GET' ? {} : { payload: '{"name":"x"}' };
        const answer = await world.test.app.inject({ method, url, headers, ...payload });
        if (url.startsWith('/api/health') && answer.statusCode < 400) continue;
        expectSane(answer, value, `${method} ${url} ${header}: ${value.slice(0, 40)}`);
      }
  });
});

it('after all of it every transaction is still held to its tenant, and the tables stand', async () => {
  const { server, db, other_tenant, tenant_id } = { ...world, ...world.test };
  for (let n = 0; n < 12; n++) {
    const [row] = rowsOf<{ role: string; others: number }>(
      await server.tenantTransactions.inTenant(tenant_id, tx =>
        tx.execute(
          sql`select current_user as role, (select count(*)::int from playlists where tenant_id = ${other_tenant}) as others`,
        ),
      ),
    );
    expect(row).toEqual({ role: 'wayside_app', others: 0 });
  }
  expect(rowsOf(await db.execute(sql`select 1 from users`)).length).toBeGreaterThan(5);
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
});
