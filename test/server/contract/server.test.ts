import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { is, sql } from 'drizzle-orm';
import { PgDatabase } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../../../server/db/rows.ts';
import { storedEntities } from '../../support/contract/tables.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

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
});
