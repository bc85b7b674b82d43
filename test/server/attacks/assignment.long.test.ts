import { getTableColumns, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint, Schema } from '../../../shared/contract/wire/endpoint.ts';
import { endpoints } from '../../support/contract.ts';
import { rowsOf } from '../../../server/db/rows.ts';
import * as schema from '../../../server/db/schema.ts';
import { ERROR_RECORD } from '../access/samples.ts';
import { isDue } from '../../support/dailyShare.ts';
import { send } from './send.ts';
import type { Sample } from './making.ts';
import { shapeOf } from '../../support/console/values.ts';
import { nameOf, sampleOf } from './samples.ts';
import { makeWorld, type World } from './world.ts';
import { softwareKey } from '../identity/passkeys/softwareKey.ts';

/** Names a row, a session or an object of the language could be changed by. */
const COLUMNS = Object.values(schema)
  .filter(value => is(value, PgTable))
  .flatMap(table => Object.keys(getTableColumns(table)));
const KEYS = [
  ...new Set([
    ...COLUMNS,
    ...[
      'permissions',
      'is_admin',
      'admin',
      'price',
      'price_minor',
      'fee',
      'user',
      'tenant',
      'over',
      'by',
      'who',
    ],
    ...[
      'access',
      'tokens',
      'access_token',
      'password',
      'isAdmin',
      'toString',
      'valueOf',
      'hasOwnProperty',
      '$where',
    ],
  ]),
];
const EVIL = '00000000-0000-7000-8000-00000000dead';
/** The smallest body that a call takes holds so many. */
const KEYS_AT_ONCE = 150;

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.test.close());

/** Every row of every table is compared around one call in so many, another one each day. */
const COMPARED = 4;
/** All rows, once what is stored when it suits is stored. */
async function everything(): Promise<unknown> {
  const { db, network } = world.test;
  await network.sightings.flush();
  const names = rowsOf<{ name: string }>(
    await db.execute(
      sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'rate_counters'`,
    ),
  );
  const all: Record<string, unknown> = {};
  for (const { name } of names)
    all[name] = rowsOf(
      await db.execute(sql`select md5(coalesce(string_agg(own, ',' order by own), '')) as rows
        from (select to_jsonb(t)::text as own from ${sql.identifier(name)} t) rows`),
    );
  return all;
}

const isUser = (e: Endpoint) => e.access.who === 'user';
const TICKET = `00000000-0000-7000-8000-000000000001.${'a'.repeat(43)}`;
const COMPANY = {
  ...{ company: 'Harbour cabs', country: 'PT', email: 'company@test.example' },
  ...{ terms_version: '1.0', dpa_version: '1.0' },
};
const CONTACT = {
  ...{ id: '0198f0a0-0000-7000-8000-0000000000c0', name: 'Night desk', email: 'ana@test.example' },
  ...{ topic: 'other', message: 'What does it cost?', locale: 'en', consent: true },
};
const SAMPLES_OF_OTHERS: Record<string, () => Sample> = {
  'POST /api/analytics/errors': () => ({ body: ERROR_RECORD, headers: {} }),
  'POST /api/auth/login': () => ({ body: { email: 'a@test.example', password: 'x' }, headers: {} }),
  'POST /api/auth/login-code': () => ({ body: { ticket: TICKET, code: '000000' }, headers: {} }),
  'POST /api/auth/demo': () => ({ body: { role: 'admin' }, headers: {} }),
  'POST /api/auth/refresh': () => ({ body: { refresh_token: 'x' }, headers: {} }),
  'POST /api/auth/revoke': () => ({ body: { ticket: 'f'.repeat(64) }, headers: {} }),
  'POST /api/auth/reset-link': () => ({ body: { email: 'a@test.example' }, headers: {} }),
  'POST /api/business/registrations': () => ({ body: COMPANY, headers: {} }),
  'POST /api/public/contact': () => ({ body: CONTACT, headers: {} }),
  'POST /api/public/plays/verify': () => ({ body: { lines: [{ kind: 'proof' }] }, headers: {} }),
  'POST /api/auth/invitation': () => ({ body: { token: 'x' }, headers: {} }),
  'POST /api/auth/accept-invitation': () => ({
    body: { token: 'x', password: 'Another-pass-2' },
    headers: {},
  }),
  'POST /api/auth/passkeys/sign-in': () => ({
    body: { passkey: softwareKey('').answer('a'.repeat(43)) },
    headers: {},
  }),
  'POST /api/auth/oauth/exchange': () => ({ body: { code: 'x' }, headers: {} }),
  'POST /api/auth/confirm-email': () => ({ body: { token: 'x' }, headers: {} }),
  'POST /api/auth/reset': () => ({ body: { token: 'x', newPassword: 'Another-pass-2' }, headers: {} }),
};
const strict = endpoints.filter(
  e => e.body && e.path !== '/api/auth/register' && (isUser(e) || SAMPLES_OF_OTHERS[nameOf(e)] !== undefined),
);
const signedBy = [
  ...['pairing', 'plays', 'heartbeat', 'commands/:id', 'incidents', 'pictures', 'decisions', 'audience'],
  ...['leases/pull', 'decisions/recorded', 'alert-acks'],
]
  .map(call => `/api/player/${call}`)
  .concat('/api/police/v1/alerts/:id/cancel', '/api/police/v1/reach');

/** Of a body that may have several shapes, those of all of them. */
const fieldsOf = (body: Schema): string[] => {
  const { options = [body] } = (body as unknown as { _zod: { def: { options?: Schema[] } } })._zod.def;
  return options.flatMap(one => Object.keys(shapeOf(one)));
};

it('every body of the contract is asked here', () => {
  const asked = [...strict.map(e => e.path), '/api/auth/register', ...signedBy];
  expect(endpoints.filter(e => e.body && !asked.includes(e.path)).map(nameOf)).toEqual([]);
});

describe('a body with fields that are not the caller’s to set', () => {
  it.each(strict.map((e, nth) => [nameOf(e), e, isDue(nth, COMPARED)] as const))(
    'is refused whole by %s, each field by its name',
    async (_, e, isCompared) => {
      const sample = isUser(e) ? await sampleOf(world, e) : (SAMPLES_OF_OTHERS[nameOf(e)]?.() ?? {});
      const own = Object.keys(sample.body ?? {});
      const known = fieldsOf(e.body as Schema);
      const strange = KEYS.filter(key => !known.includes(key));
      const before = isCompared ? await everything() : null;
      for (let at = 0; at < strange.length; at += KEYS_AT_ONCE) {
        const keys = strange.slice(at, at + KEYS_AT_ONCE);
        const body = { ...sample.body, ...Object.fromEntries(keys.map(key => [key, EVIL])) };
        const answer = await send(world, e, { sample: { ...sample, body } });
        expect(answer.statusCode).toBe(400);
        const { details } = answer.json<{ details: Record<string, unknown> }>();
        expect(keys.filter(key => !Object.hasOwn(details, key))).toEqual([]);
      }
      if (isCompared) expect(await everything()).toEqual(before);
      expect(own.length).toBeLessThanOrEqual(known.length);
    },
  );

  it.each(signedBy)('is refused by %s, signed or not', async path => {
    const { screen } = world.ours;
    const answer = await screen.call('POST', path, Object.fromEntries(KEYS.map(key => [key, EVIL])));
    expect([400, 401]).toContain(answer.statusCode);
  });

  it('is refused within what it holds: items of a playlist, what a screen says of itself', async () => {
    const e = endpoints.find(one => one.path === '/api/playlists/:id/items') as Endpoint;
    const sample = await sampleOf(world, e);
    const [item] = (sample.body?.['items'] ?? []) as object[];
    for (const key of ['tenant_id', 'playlist_id', 'position', 'creative']) {
      const body = { items: [{ ...item, [key]: EVIL }] };
      expect([key, (await send(world, e, { sample: { ...sample, body } })).statusCode]).toEqual([key, 400]);
    }
  });
});

describe('what the contract ignores', () => {
  it('of a registration: role, status and the rest change nothing of a waiting viewer', async () => {
    const email = `asks-${crypto.randomUUID()}@test.example`;
    const payload = {
      ...Object.fromEntries(
        KEYS.filter(key => key !== 'tenant_id' && key !== 'locale').map(key => [key, EVIL]),
      ),
      ...{
        role: 'staff_super_admin',
        status: 'active',
        is_signatory: true,
        demo: true,
        id: EVIL,
        version: 99,
      },
      ...{ email, password: 'Another-pass-2', first_name: 'Ann', last_name: 'Lee' },
    };
    const answer = await world.test.app.inject({ method: 'POST', url: '/api/auth/register', payload });
    expect(answer.json()).toMatchObject({ user: { email, role: 'viewer', status: 'pending_approval' } });
    const [row] = rowsOf<Record<string, unknown>>(
      await world.test.db.execute(sql`select * from users where email = ${email}`),
    );
    expect(row).toMatchObject({
      role: 'viewer',
      status: 'pending_approval',
      tenant_id: world.test.tenant_id,
      is_signatory: false,
      demo: false,
      version: 1,
      created_by: null,
      deleted_at: null,
    });
    expect(JSON.stringify(row)).not.toContain(EVIL);
  });

  it('within preferences and limits is stored nowhere, and written down nowhere', async () => {
    for (const [path, field, code] of [
      ['/api/auth/me', 'prefs', 200],
      ['/api/tenants/:id', 'limits', 400],
    ] as const) {
      const e = endpoints.find(one => one.path === path && one.method === 'PATCH') as Endpoint;
      const sample = await sampleOf(world, e);
      const value = {
        ...(sample.body?.[field] as object),
        role: 'Kept-canary',
        ['__proto__x']: 'Kept-canary',
      };
      const answer = await send(world, e, { sample: { ...sample, body: { [field]: value } } });
      expect([answer.statusCode, answer.body.includes('canary')]).toEqual([code, false]);
    }
    const kept = rowsOf<{ n: number }>(
      await world.test.db.execute(sql`select
        (select count(*) from users u where to_jsonb(u)::text like '%Kept-canary%')::int
        + (select count(*) from tenants u where to_jsonb(u)::text like '%Kept-canary%')::int
        + (select count(*) from audit_details u where to_jsonb(u)::text like '%Kept-canary%')::int as n`),
    );
    expect(kept).toEqual([{ n: 0 }]);
  });
});
