/** Probes of row-level security, with SQL as an attacker with our login would run it. */
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Db } from '../../../server/db/database.ts';
import type { TenantTransactions } from '../../../server/db/tenantTransactions.ts';
import { rowsOf } from '../../../server/db/rows.ts';

const name = (table: string) => sql.identifier(table);

/** Every table with a tenant_id. */
export async function tenantTables(db: Db): Promise<string[]> {
  const rows = rowsOf<{ table_name: string }>(
    await db.execute(sql`select c.table_name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'tenant_id' and t.table_type = 'BASE TABLE'
      order by 1`),
  );
  return rows.map(row => row.table_name);
}

export const countIn = async (tx: Db, table: string, tenant_id?: string) => {
  const where = tenant_id === undefined ? sql`` : sql` where tenant_id = ${tenant_id}::uuid`;
  const [row] = rowsOf<{ n: number }>(
    await tx.execute(sql`select count(*)::int as n from ${name(table)}${where}`),
  );
  return row?.n ?? 0;
};

/** Rows a statement touched, or null where it was refused. */
async function touched(act: Promise<unknown>): Promise<number | null> {
  try {
    return rowsOf<unknown>(await act).length;
  } catch (error) {
    const code = (of: unknown): string => {
      const { code: own, cause } = of as { code?: string; cause?: unknown };
      return own ?? (cause === undefined ? '' : code(cause));
    };
    expect(code(error), String(error)).toBe('42501');
    return null;
  }
}

interface Pair {
  own: string;
  other: string;
}
/** As tenant `own`, no row of `other` can be read, changed, moved, deleted or added in this table. */
export async function expectClosed(
  tenantTransactions: TenantTransactions,
  table: string,
  { own, other }: Pair,
): Promise<void> {
  const as = <T>(act: (tx: Db) => Promise<T>) => tenantTransactions.inTenant(own, act);
  const theirs = await tenantTransactions.inTenant(other, tx => countIn(tx, table));
  expect(theirs, `${table}: nothing to protect`).toBeGreaterThan(0);
  const digest = () =>
    tenantTransactions.inTenant(other, async tx =>
      rowsOf<unknown>(
        await tx.execute(sql`select to_jsonb(t) as row from ${name(table)} t order by to_jsonb(t)::text`),
      ),
    );
  const before = await digest();
  const row = JSON.stringify((before[0] as { row: object }).row);
  const id = sql`${other}::uuid`;

  expect(await as(tx => countIn(tx, table, other)), `${table}: read`).toBe(0);
  const all = await as(async tx =>
    rowsOf<{ n: number }>(
      await tx.execute(sql`select count(distinct tenant_id)::int as n from ${name(table)}`),
    ),
  );
  expect(all[0]?.n, `${table}: read`).toBeLessThanOrEqual(1);
  const statements = {
    update: sql`update ${name(table)} set tenant_id = tenant_id where tenant_id = ${id} returning 1`,
    take: sql`update ${name(table)} set tenant_id = ${own}::uuid where tenant_id = ${id} returning 1`,
    delete: sql`delete from ${name(table)} where tenant_id = ${id} returning 1`,
    lock: sql`select 1 from ${name(table)} where tenant_id = ${id} for update`,
  };
  for (const [act, statement] of Object.entries(statements))
    expect((await touched(as(tx => tx.execute(statement)))) ?? 0, `${table}: ${act}`).toBe(0);
  const insert = sql`insert into ${name(table)} select * from jsonb_populate_record(null::${name(table)}, ${row}::jsonb)`;
  expect(await touched(as(tx => tx.execute(insert))), `${table}: insert`).toBeNull();
  if ((await as(tx => countIn(tx, table))) > 0) {
    const give = sql`update ${name(table)} set tenant_id = ${id}`;
    expect(await touched(as(tx => tx.execute(give))), `${table}: give away`).toBeNull();
  }
  expect(await digest()).toEqual(before);
}
