import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { ConfigError } from '../../../server/context/config.ts';
import { openTenantTransactions } from '../../../server/db/tenantTransactions.ts';
import { requireRowLevelSecurity, roleFor } from '../../../server/db/rls.ts';
import { rowsOf } from '../../../server/db/rows.ts';
import { tenants } from '../../../server/db/schema.ts';
import { firstRun } from '../../../server/identity/firstRun.ts';
import { openServer } from '../../../server/app/open.ts';
import { appendAuditEntry } from '../../../server/transaction/audit.ts';
import { inTenant } from '../../../server/transaction/context.ts';
import { makeWorld, OTHER, type World } from '../attacks/world.ts';
import { countIn, expectClosed, tenantTables } from './rlsProbes.ts';
import { addCounts } from '../../support/server/rows/screenCounts.ts';
import { checkAll } from '../../support/server/checks.ts';
import { addPlaylist, publish } from '../../support/server/playlist.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  const { app } = world.test;
  const send = (method: 'POST' | 'PATCH', url: string, payload: object) =>
    app.inject({ method, url, payload, headers: { ...world.them.headers, 'if-match': '"1"' } });
  await send('POST', `/api/users/${world.theirs.user.id}/reset-password`, {});
  await send('PATCH', '/api/validation-rules/flash', { limit: 2 });
  await send('PATCH', '/api/player-config/weather', { stale_min: 60 });
  const clock = { source: 'widget', widget: 'clock', creative_id: null, duration_ms: null } as const;
  await publish(world.test, world.them, (await addPlaylist(world.test, world.them, [clock], 'Clock')).id);
  await addCounts(world.test, world.theirs);
  await checkAll(world.test);
});
afterAll(() => world.test.close());

describe('every table with a tenant', () => {
  it('has row-level security, forced, with a policy of its tenant', async () => {
    const { db } = world.test;
    const secured = rowsOf<{ table: string; forced: boolean; policies: string[] }>(
      await db.execute(sql`
        select c.relname as table, c.relrowsecurity and c.relforcerowsecurity as forced,
          coalesce((select array_agg(p.policyname::text) from pg_policies p
            where p.schemaname = 'public' and p.tablename = c.relname), '{}') as policies
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind in ('r', 'p')`),
    );
    const wanted = [...(await tenantTables(db)), 'tenants'];
    expect(wanted.length).toBeGreaterThan(20);
    for (const table of wanted) {
      const found = secured.find(row => row.table === table);
      expect([table, found?.forced, found?.policies.includes('of_tenant')]).toEqual([table, true, true]);
    }
    const without = secured.filter(row => !row.forced).map(row => row.table);
    const ofNoTenant = ['builds', 'client_errors', 'rate_counters', 'retention_runs', 'server_keys'];
    expect(without.sort(), 'tables that are of no tenant').toEqual(ofNoTenant);
  });

  it('has no policy that lets a row through which is not the transaction’s', async () => {
    const rows = rowsOf<{ tablename: string; rule: string }>(
      await world.test.db.execute(sql`
        select tablename, policyname || ' ' || cmd || ' ' || coalesce(qual, '') || ' ' || coalesce(with_check, '') as rule
        from pg_policies where schemaname = 'public' and permissive = 'PERMISSIVE'`),
    );
    /** AMBIG-TENANT-03: tickets of all tenants are answered by the people of the platform, and nothing else is. */
    const isOfPlatform = ({ rule }: { rule: string }) =>
      /^of_platform ALL .*wayside_tenant\(\).*kind = 'platform'/s.test(rule);
    const platforms = rows.filter(isOfPlatform).map(({ tablename }) => tablename);
    expect(platforms.sort()).toEqual(['ticket_attachments', 'ticket_messages', 'tickets']);
    for (const { rule } of rows.filter(row => !isOfPlatform(row)))
      expect(rule).toMatch(/^(of_tenant ALL .*wayside_tenant\(\)|(everywhere|look_up) .*wayside_scope\(\))/);
  });

  it('keeps one tenant from reading, changing, taking, giving, locking, deleting and adding another’s rows', async () => {
    const { test, other_tenant } = world;
    const tables = (await tenantTables(test.db)).filter(table => table !== 'rls_canary');
    for (const table of tables)
      await expectClosed(test.server.tenantTransactions, table, { own: test.tenant_id, other: other_tenant });
    const seen = await test.server.tenantTransactions.inTenant(test.tenant_id, tx =>
      tx.select().from(tenants),
    );
    expect(seen.map(row => row.id)).toEqual([test.tenant_id]);
  });

  it('shows nothing to a transaction that has no scope', async () => {
    const { db, server } = world.test;
    const tables = [...(await tenantTables(db)), 'tenants'];
    for (const scope of ['', 'sign-in', 'Everywhere', "everywhere' or true --"])
      await server.tenantTransactions.inTenant(world.test.tenant_id, async tx => {
        await tx.execute(
          sql`select set_config('wayside.tenant', '', true), set_config('wayside.scope', ${scope}, true)`,
        );
        for (const table of tables) expect([table, await countIn(tx, table)]).toEqual([table, 0]);
      });
  });

  it('shows nothing of the server’s keys to a request', async () => {
    await expect(
      world.test.server.tenantTransactions.acrossTenants(tx =>
        tx.execute(sql`select wrapped from server_keys`),
      ),
    ).rejects.toThrow();
  });
});
const WAYS_IN = 'invitations passkeys refresh_tokens reset_tokens sessions tenants users'.split(' ');
describe('a look-up', () => {
  it.each([
    ['sign_in', WAYS_IN, []],
    ['device', ['device_commands', 'device_keys', 'devices'], []],
    ['pairing', ['device_keys', 'devices', 'pairings', 'tenants'], ['pairings']],
  ] as const)(
    'for %s sees its tables and no other, and writes nothing but pairings',
    async (what, seen, written) => {
      const { db, server } = world.test;
      const all = [...(await tenantTables(db)), 'tenants'].sort();
      const reads: string[] = [];
      const writes: string[] = [];
      for (const table of all) {
        if ((await server.tenantTransactions.lookUp(what, tx => countIn(tx, table))) > 0) reads.push(table);
        const column = sql.identifier(table === 'tenants' ? 'id' : 'tenant_id');
        const touch = sql`update ${sql.identifier(table)} set ${column} = ${column} returning 1`;
        const touched = await server.tenantTransactions
          .lookUp(what, async tx => rowsOf(await tx.execute(touch)).length)
          .catch(() => 0);
        if (touched > 0) writes.push(table);
        const [row] = rowsOf<{ row: object }>(
          await db.execute(sql`select to_jsonb(t) as row from ${sql.identifier(table)} t limit 1`),
        );
        const add = sql`insert into ${sql.identifier(table)}
        select * from jsonb_populate_record(null::${sql.identifier(table)}, ${JSON.stringify(row?.row)}::jsonb)`;
        if (table !== 'pairings')
          await expect(
            server.tenantTransactions.lookUp(what, tx => tx.execute(add)),
            table,
          ).rejects.toThrow();
      }
      expect([reads, writes]).toEqual([seen, written]);
    },
  );
});

describe('the start', () => {
  const refused = (tenantTransactions = world.test.server.tenantTransactions) =>
    requireRowLevelSecurity(tenantTransactions).then(
      () => 'it starts',
      (error: unknown) => (error instanceof ConfigError ? 'refused' : String(error)),
    );
  it('checks at start that row-level security works, and refuses where it does not', async () => {
    const { db } = world.test;
    expect(await refused()).toBe('it starts');
    const broken = [
      [
        sql`alter table rls_canary disable row level security`,
        sql`alter table rls_canary enable row level security`,
      ],
      [sql`create policy open on rls_canary using (true)`, sql`drop policy open on rls_canary`],
      [
        sql`alter policy of_tenant on rls_canary using (true)`,
        sql`alter policy of_tenant on rls_canary using (tenant_id = (select wayside_tenant()))`,
      ],
      [
        sql`drop policy of_tenant on rls_canary`,
        sql`create policy of_tenant on rls_canary using (tenant_id = (select wayside_tenant()))`,
      ],
    ] as const;
    for (const [breaks, mends] of broken) {
      await db.execute(breaks);
      expect(await refused()).toBe('refused');
      await db.execute(mends);
      expect(await refused()).toBe('it starts');
    }
  });

  it('refuses a login that would see past it and takes on no role', async () => {
    expect(await roleFor(world.test.db)).toBe('wayside_app');
    expect(await refused(openTenantTransactions(world.test.db, null))).toBe('refused');
  });
});

const cluster = process.env['TEST_DATABASE_URL'];
/** Logins with other attributes need their own server. */
if (cluster !== undefined)
  describe('a login of PostgreSQL', () => {
    async function withLogin(attributes: string, act: (url: string, admin: pg.Client) => Promise<void>) {
      const login = `l_${crypto.randomUUID().replaceAll('-', '')}`;
      const admin = new pg.Client({ connectionString: cluster });
      await admin.connect();
      await admin.query(`create role ${login} login password 'x' nosuperuser ${attributes}`);
      await admin.query(`create database ${login} owner ${login}`);
      const url = new URL(cluster ?? '');
      [url.username, url.password, url.pathname] = [login, 'x', `/${login}`];
      try {
        await act(url.href, admin);
      } finally {
        await admin.query(`drop database ${login} with (force)`);
        await admin.query(`drop owned by ${login}`);
        await admin.query(`drop role ${login}`);
        await admin.end();
      }
    }
    const config = (databaseUrl: string) => ({ ...world.test.server.config, databaseUrl });
    const auditPrincipal = { id: null, role: null, email: null, ip: null, ua: null, request_id: null };

    async function holds(url: string, role: string | null): Promise<void> {
      const { server, database } = await openServer(config(url));
      try {
        expect(await roleFor(database.db)).toBe(role);
        await firstRun(server);
        const all = await server.tenantTransactions.lookUp('sign_in', tx =>
          tx.select({ id: tenants.id }).from(tenants),
        );
        const [own = '', other = ''] = all.map(row => row.id);
        for (const tenant_id of [own, other])
          await inTenant(server, { tenant_id, user_id: null }, async ctx => {
            await ctx.tx.execute(
              sql`insert into playlists (id, tenant_id, name) values (${crypto.randomUUID()}, ${tenant_id}, ${OTHER})`,
            );
            await appendAuditEntry(ctx, auditPrincipal, {
              action: 'a.b',
              target_type: 'a',
              target_id: null,
              diff: {},
            });
          });
        for (const table of ['playlists', 'audit_events', 'audit_details'])
          await expectClosed(server.tenantTransactions, table, { own, other });
        expect(
          rowsOf(await database.db.execute(sql`select 1 from playlists`)),
          'without a scope',
        ).toHaveLength(role === null ? 0 : 2);
        for (const statement of [
          sql`update audit_events set action = 'x'`,
          sql`truncate audit_events cascade`,
        ])
          await expect(
            server.tenantTransactions.inTenant(own, tx => tx.execute(statement)),
          ).rejects.toThrow();
        const limited = await Promise.all([
          server.limits.isOver('login', 'a'),
          server.limits.isOver('login', 'a'),
        ]);
        expect(limited).toEqual([false, false]);
        await database.db.execute(sql`alter table rls_canary no force row level security`);
        if (role === null)
          await expect(requireRowLevelSecurity(server.tenantTransactions)).rejects.toThrow(ConfigError);
      } finally {
        await server.close();
      }
    }

    it('that owns the tables and no more is bound by row-level security itself', () =>
      withLogin('nobypassrls', url => holds(url, null)));

    it('that bypasses row-level security takes on a role that does not', () =>
      withLogin('bypassrls', async (url, admin) => {
        await admin.query(
          `do $$ begin create role wayside_app nologin; exception when duplicate_object then null; end $$`,
        );
        await admin.query(`grant wayside_app to ${new URL(url).username}`);
        await holds(url, 'wayside_app');
      }));

    it('that bypasses it and may create roles needs nothing done beforehand', () =>
      withLogin('bypassrls createrole', url => holds(url, 'wayside_app')));

    it('that bypasses it and may not take on the role is refused in words', () =>
      withLogin('bypassrls', async url => {
        const opened = openServer(config(url));
        await expect(opened).rejects.toThrow(ConfigError);
      }));

    it('is left as it was by each transaction', async () => {
      const { db, server } = world.test;
      await server.tenantTransactions.inTenant(world.test.tenant_id, tx => tx.execute(sql`select 1`));
      await server.tenantTransactions
        .inTenant(world.test.tenant_id, () => Promise.reject(new Error('undone')))
        .catch(() => undefined);
      const asked = await Promise.all(
        Array.from({ length: 30 }, () =>
          db.execute(
            sql`select session_user = current_user as same, current_setting('wayside.tenant', true) as tenant`,
          ),
        ),
      );
      for (const answer of asked) {
        const [row] = rowsOf<{ same: boolean; tenant: string | null }>(answer);
        expect([row?.same, row?.tenant ?? '']).toEqual([true, '']);
      }
    });
  });

it('a database opened again keeps row-level security: the start grants and revokes anew', async () => {
  const { db, server } = world.test;
  await db.execute(sql`grant all on audit_events, server_keys to wayside_app`);
  expect(await roleFor(db)).toBe('wayside_app');
  await expect(
    server.tenantTransactions.acrossTenants(tx => tx.execute(sql`select 1 from server_keys`)),
  ).rejects.toThrow();
  await expect(
    server.tenantTransactions.acrossTenants(tx => tx.execute(sql`delete from audit_events`)),
  ).rejects.toThrow();
});
