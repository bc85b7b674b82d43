import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../../server/context/config.ts';
import { buildApp } from '../../../server/app/app.ts';
import { openServer } from '../../../server/app/open.ts';
import { nextAddress, TEST_PASSWORD } from '../../support/server/server.ts';

/** Rows of a released build's database, after so many migrations. */
const GOLDEN = [{ file: 'server-1.json', migrations: 1 }];
const MIGRATIONS = join(import.meta.dirname, '../../../server/db/migrations');
const FIXTURES = join(import.meta.dirname, '../../fixtures/golden');

interface Golden {
  secret: string;
  tables: Record<string, Record<string, unknown>[]>;
}
interface Journal {
  entries: { tag: string }[];
}

/** A copy of the migrations as that build had them. */
function migrationsUpTo(count: number): string {
  const dir = mkdtempSync(join(tmpdir(), 'wayside-golden-'));
  const journal = JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as Journal;
  const entries = journal.entries.slice(0, count);
  mkdirSync(join(dir, 'meta'));
  writeFileSync(join(dir, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
  for (const { tag } of entries) cpSync(join(MIGRATIONS, `${tag}.sql`), join(dir, `${tag}.sql`));
  return dir;
}

/** A data directory as that build left it; the run's own template has today's migrations already. */
async function lay(golden: Golden, migrations: number): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'wayside-golden-'));
  const folder = migrationsUpTo(migrations);
  const engine = await PGlite.create(join(dataDir, 'pgdata'));
  await migrate(drizzle(engine), { migrationsFolder: folder });
  await engine.exec('set session_replication_role = replica');
  for (const [table, rows] of Object.entries(golden.tables))
    await engine.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(rows),
    ]);
  await engine.close();
  rmSync(folder, { recursive: true });
  return dataDir;
}

const opened: { dataDir: string; close: () => Promise<void> }[] = [];
async function open({ file, migrations }: (typeof GOLDEN)[number]) {
  const golden = JSON.parse(readFileSync(join(FIXTURES, file), 'utf8')) as Golden;
  const dataDir = await lay(golden, migrations);
  const env = { WAYSIDE_SECRET: golden.secret };
  const config = {
    ...readConfig(['--demo', 'off', '--data', dataDir, '--port', '0'], env),
    logLevel: 'silent',
  };
  const { server, network } = await openServer(config, { mail: { send: () => Promise.resolve() } });
  const app = await buildApp(server, network);
  await app.ready();
  opened.push({
    dataDir,
    async close() {
      await app.close();
      await server.close();
    },
  });
  const call = async <T>(url: string, payload?: object, headers: object = {}) => {
    const method = payload ? 'POST' : 'GET';
    const answer = await app.inject({
      method,
      url,
      headers: { 'idempotency-key': '00000000-0000-7000-8000-00000000000a', ...headers },
      ...(payload && { payload }),
      remoteAddress: nextAddress(),
    });
    expect([url, answer.statusCode]).toEqual([url, 200]);
    return answer.json<T>();
  };
  return { golden, call };
}
afterAll(async () => {
  for (const { dataDir, close } of opened) {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

let released: Awaited<ReturnType<typeof open>>[] = [];
beforeAll(async () => {
  released = [];
  for (const one of GOLDEN) released.push(await open(one));
}, 60_000);

it.each(GOLDEN.map(({ file }, i) => [file, i] as const))(
  'what a released build left on its disk as %s is opened, with its people, screens and sealed log',
  async (_, i) => {
    const { golden, call } = released[i]!;
    const email = 'golden-admin@test.example';
    const { tokens, user } = await call<{ tokens: { access_token: string }; user: { tenant_id: string } }>(
      '/api/auth/login',
      { email, password: TEST_PASSWORD },
    );
    const headers = { authorization: `Bearer ${tokens.access_token}`, 'x-tenant-id': user.tenant_id };
    const total = async (url: string) => (await call<{ total: number }>(url, undefined, headers)).total;
    expect(await total('/api/devices')).toBe(golden.tables['devices']?.length);
    expect(await total('/api/creatives')).toBe(golden.tables['creatives']?.length);
    expect(await total('/api/playlists')).toBe(golden.tables['playlists']?.length);
    expect(await total('/api/devices?q=Tram')).toBe(1);
    expect(await total('/api/locations')).toBe(0);
    const verdict = await call<{ ok: boolean; count: number }>('/api/audit-events/verify', {}, headers);
    expect(verdict).toMatchObject({ ok: true });
    expect(verdict.count).toBeGreaterThanOrEqual(4);
  },
);

it('an older data folder is refused in words that name the way out, and nothing in it is changed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wayside-golden-'));
  const count = async () => {
    const engine = await PGlite.create(join(dataDir, 'pgdata'));
    const { rows } = await engine.query<{ n: number }>(
      "select count(*)::int as n from information_schema.tables where table_schema = 'public'",
    );
    await engine.close();
    return rows[0]?.n;
  };
  const earlier = await PGlite.create(join(dataDir, 'pgdata'));
  await earlier.exec(`create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('of an earlier build', 1795191209910);
    create table devices (id uuid primary key)`);
  await earlier.close();
  const config = readConfig(['--demo', 'off', '--data', dataDir, '--port', '0'], {});
  await expect(openServer(config, { mail: { send: () => Promise.resolve() } })).rejects.toThrow(
    /made by another build.*--data DIR/s,
  );
  expect(await count()).toBe(1);
  rmSync(dataDir, { recursive: true, force: true });
});
