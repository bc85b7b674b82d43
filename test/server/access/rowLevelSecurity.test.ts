import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../../server/db/database.ts';
import type { LookUp } from '../../../server/db/tenantTransactions.ts';
import { requireRowLevelSecurity } from '../../../server/db/rls.ts';
import { rowsOf } from '../../../server/db/rows.ts';
import { rollingBack } from './rollback.ts';
import { setFence, startWorld, type World } from './world.ts';

let world: World;
let tables: string[];
beforeAll(async () => {
  world = await startWorld();
  tables = rowsOf<{ name: string }>(
    await world.test.db.execute(sql`select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'tenant_id' order by 1`),
  ).map(row => row.name);
});
afterAll(() => world.close());

/** A fixed list: a table that is added or removed must be added or removed here on purpose. */
const RECORD = 'audit_events';
const tenantTransactions = () => rollingBack(world.test.server.tenantTransactions);
const count = async (tx: Db, table: string, where = sql`true`) =>
  rowsOf<{ n: number }>(
    await tx.execute(sql`select count(*)::int as n from ${sql.identifier(table)} where ${where}`),
  )[0]?.n ?? -1;
const rowsHit = async (tx: Db, statement: ReturnType<typeof sql>) =>
  rowsOf<unknown>(await tx.execute(sql`${statement} returning 1`)).length;
const causeOf = (error: unknown): string => {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return code ?? (cause === undefined ? 'none' : causeOf(cause));
};

describe('row-level security', () => {
  it('a statement without any filter reads, changes and deletes the rows of its tenant alone', async () => {
    const own = world.test.tenant_id;
    const foreign = sql`tenant_id is distinct from ${own}::uuid`;
    const withForeign: string[] = [];
    for (const table of tables.filter(name => name !== 'rls_canary')) {
      const name = sql.identifier(table);
      if ((await count(world.test.db, table, foreign)) > 0) withForeign.push(table);
      const act = (run: (tx: Db) => Promise<number>) => tenantTransactions().inTenant(own, run);
      const hits = {
        read: await act(tx => count(tx, table, foreign)),
        ...(table === RECORD
          ? {}
          : {
              changed: await act(tx =>
                rowsHit(tx, sql`update ${name} set tenant_id = tenant_id where ${foreign}`),
              ),
              deleted: await act(tx => rowsHit(tx, sql`delete from ${name} where ${foreign}`)),
            }),
      };
      expect([table, Object.values(hits).every(n => n === 0)]).toEqual([table, true]);
    }
    /** There was something to see in nearly all of them. */
    expect(withForeign.length).toBeGreaterThanOrEqual(15);
    expect(await tenantTransactions().inTenant(own, tx => count(tx, 'tenants'))).toBe(1);
  });

  it('no row is put into another tenant', async () => {
    for (const table of tables.filter(name => name !== 'rls_canary')) {
      const name = sql.identifier(table);
      const other = world.places.others.tenant_id;
      const [row] = rowsOf<{ row: string }>(
        await world.test.db.execute(
          sql`select row_to_json(t)::text as row from ${name} t where tenant_id = ${other}::uuid limit 1`,
        ),
      );
      if (!row) continue;
      const insert = tenantTransactions().inTenant(world.test.tenant_id, tx =>
        tx.execute(sql`insert into ${name} select (json_populate_record(null::${name}, ${row.row}::json)).*`),
      );
      const code = await insert.then(() => 'inserted', causeOf);
      expect([table, code]).toEqual([table, '42501']);
    }
  });

  it('each look-up that knows no tenant reads its own tables and writes none but codes', async () => {
    const OPEN: Record<LookUp, string[]> = {
      sign_in: ['invitations', 'passkeys', 'refresh_tokens', 'reset_tokens', 'sessions', 'users'],
      device: ['device_commands', 'device_keys', 'devices'],
      pairing: ['device_keys', 'devices', 'pairings'],
    };
    for (const [what, open] of Object.entries(OPEN) as [LookUp, string[]][]) {
      const seen: string[] = [];
      for (const table of tables.filter(name => name !== 'rls_canary')) {
        if ((await tenantTransactions().lookUp(what, tx => count(tx, table))) > 0) seen.push(table);
        if (table === RECORD) continue;
        const name = sql.identifier(table);
        const changed = await tenantTransactions().lookUp(what, tx =>
          rowsHit(tx, sql`update ${name} set tenant_id = tenant_id`),
        );
        expect([what, table, changed > 0]).toEqual([what, table, what === 'pairing' && table === 'pairings']);
      }
      expect([what, seen]).toEqual([what, open]);
    }
  });

  it('where it does not hold, the start is refused', async () => {
    await requireRowLevelSecurity(world.test.server.tenantTransactions);
    await setFence(world, false);
    await expect(requireRowLevelSecurity(world.test.server.tenantTransactions)).rejects.toThrow(
      'Row-level security does not hold',
    );
    await setFence(world, true);
    await requireRowLevelSecurity(world.test.server.tenantTransactions);
  });
});
