import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { is, sql } from 'drizzle-orm';
import { PgDatabase } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../../../server/db/rows.ts';
import { FIRST_ADMIN } from '../../../server/identity/firstRun.ts';
import { storedEntities } from '../../support/contract/tables.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { loud } from '../attacks/loud.ts';

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());

const ROOT = join(import.meta.dirname, '../../..');
const dependencies = (
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }
).dependencies;

interface Table {
  name: string;
  has_tenant: boolean;
  is_secured: boolean;
  policies: number;
}
const tables = async () =>
  rowsOf<Table>(
    await test.db.execute(sql`
      select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as is_secured,
        exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as has_tenant,
        (select count(*)::int from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname) as policies
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`),
  );

describe('the server', () => {
  it('OPEN-SERVER-01 is Fastify and Drizzle on PGlite, or on PostgreSQL where a run has one', () => {
    expect(test.app.version).toBe(dependencies['fastify']);
    expect(is(test.db, PgDatabase)).toBe(true);
    expect(Object.keys(dependencies)).toEqual(
      expect.arrayContaining(['fastify', 'drizzle-orm', '@electric-sql/pglite', 'pg']),
    );
    expect(test.server.engine).toBe(process.env['TEST_DATABASE_URL'] === undefined ? 'embedded' : 'postgres');
  });

  it('OPEN-SERVER-01 stores every entity of the contract, each behind a policy of its table', async () => {
    const found = new Map((await tables()).map(table => [table.name, table]));
    const unstored = storedEntities.filter(({ table }) => !found.has(table));
    expect(unstored).toEqual([]);
    const open = storedEntities.filter(({ table }) => {
      const { is_secured = false, policies = 0 } = found.get(table) ?? {};
      return !is_secured || policies === 0;
    });
    expect(open).toEqual([]);
    expect(storedEntities.length).toBeGreaterThan(70);
  });

  it('OPEN-SERVER-01 makes the first admin on its first run and prints his one-time sign-in that once', async () => {
    const first = await loud(null);
    const printed = /Sign in once as (\S+) with the password (\S+)/.exec(first.log());
    const [, email = '', password = ''] = printed ?? [];
    expect([email, password.length >= 12]).toEqual([FIRST_ADMIN, true]);
    const call = async (path: string, body?: object, token?: string) => {
      const answer = await fetch(`${first.origin}${path}`, {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
      });
      return (await answer.json()) as Record<string, unknown>;
    };
    /** Where no PostgreSQL is named it brings its own, whatever this run has. */
    expect(await call('/readyz')).toEqual({ ok: true, engine: 'embedded' });
    const signIn = (of: string) => call('/api/auth/login', { email, password: of });
    const { user, tokens } = (await signIn(password)) as {
      user?: object;
      tokens: { access_token: string };
    };
    expect(user).toMatchObject({ role: 'staff_super_admin', must_change_password: true });
    /** Once: it opens nothing but the way to another password, and then no longer that. */
    const token = tokens.access_token;
    expect(await call('/api/users', undefined, token)).toMatchObject({ error: 'PASSWORD_CHANGE_REQUIRED' });
    const change = { currentPassword: password, newPassword: 'Quay-lantern-7-tram' };
    expect(await call('/api/auth/change-password', change, token)).not.toHaveProperty('error');
    expect(await signIn(password)).toMatchObject({ error: 'INVALID_CREDENTIALS' });
    expect(await signIn(change.newPassword)).toMatchObject({ user: { must_change_password: false } });
    await first.end();
    const second = await loud(null, first.dataDir);
    await second.end();
    const whole = first.log() + second.log();
    first.remove();
    expect(whole.split('Sign in once as')).toHaveLength(2);
    expect(whole.split(password)).toHaveLength(2);
  }, 120_000);
});
