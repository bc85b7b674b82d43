import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withLookUp, openTenantTransactions } from '../../../server/db/tenantTransactions.ts';
import { rowsOf } from '../../../server/db/rows.ts';
import { playlists, tenants } from '../../../server/db/schema.ts';
import { inTenant } from '../../../server/transaction/context.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

let t: TestServer;
let tenant_id: string;
beforeAll(async () => {
  t = await startTestServer();
  ({ tenant_id } = t);
});
afterAll(() => t.close());

describe('a transaction opened within another', () => {
  const inner: Record<string, () => Promise<unknown>> = {
    inTenant: () => t.server.tenantTransactions.inTenant(tenant_id, () => Promise.resolve(1)),
    lookUp: () => t.server.tenantTransactions.lookUp('sign_in', () => Promise.resolve(1)),
    everywhere: () => t.server.tenantTransactions.acrossTenants(() => Promise.resolve(1)),
    work: () => inTenant(t.server, { tenant_id, user_id: null }, () => Promise.resolve(1)),
    limit: () => t.server.limits.take('login', ['a']),
    later: async () => {
      await new Promise(done => setTimeout(done, 5));
      await t.server.tenantTransactions.acrossTenants(() => Promise.resolve(1));
    },
  };
  it.each(Object.entries(inner))('fails at once instead of waiting for itself: %s', async (_, open) => {
    const started = Date.now();
    await expect(t.server.tenantTransactions.inTenant(tenant_id, () => open())).rejects.toThrow(
      /within another/,
    );
    await expect(t.server.tenantTransactions.lookUp('device', () => open())).rejects.toThrow(
      /within another/,
    );
    expect(Date.now() - started).toBeLessThan(2_000);
    expect(await t.server.tenantTransactions.inTenant(tenant_id, () => Promise.resolve(2))).toBe(2);
  });

  it('is no harm to transactions opened side by side', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        t.server.tenantTransactions.inTenant(tenant_id, () => Promise.resolve(n)),
      ),
    );
    expect(all).toHaveLength(20);
  });
});

describe('a transaction', () => {
  const add = (name: string) =>
    sql`insert into playlists (id, tenant_id, name) values (${crypto.randomUUID()}, ${tenant_id}, ${name})`;
  const count = async (name: string) =>
    rowsOf(await t.db.execute(sql`select 1 from playlists where name = ${name}`)).length;

  it('is undone as a whole where its act throws', async () => {
    const failing = t.server.tenantTransactions.inTenant(tenant_id, async tx => {
      await tx.execute(add('undone'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await count('undone')).toBe(0);
  });

  it.each(['40001', '40P01'])(
    'is done again where the database says %s, three times at most, and once in effect',
    async code => {
      let tries = 0;
      const act = (failures: number) =>
        t.server.tenantTransactions.inTenant(tenant_id, async tx => {
          tries++;
          await tx.execute(add(`again ${code}`));
          if (tries <= failures)
            await tx.execute(sql.raw(`do $$ begin raise exception 'x' using errcode = '${code}'; end $$`));
          return tries;
        });
      expect(await act(2)).toBe(3);
      expect(await count(`again ${code}`)).toBe(1);
      tries = 0;
      await expect(act(9)).rejects.toThrow();
      expect(tries).toBe(3);
      expect(await count(`again ${code}`)).toBe(1);
    },
  );

  it('looks up beyond its tenant for one question alone', async () => {
    await t.addTenant('looked-up');
    const seen = await t.server.tenantTransactions.inTenant(tenant_id, async tx => {
      const all = await withLookUp(tx, 'sign_in', () => tx.select().from(tenants));
      return [all.length, (await tx.select().from(tenants)).length];
    });
    expect(seen).toEqual([3, 1]);
  });

  it('takes no words for a tenant', async () => {
    for (const evil of ["' or true --", '', 'everywhere', `${tenant_id}'; reset role; --`, '%'])
      await expect(
        openTenantTransactions(t.db, 'wayside_app')
          .inTenant(evil, tx => tx.select().from(playlists))
          .then(rows => {
            if (rows.length > 0) return rows;
            throw new Error('nothing seen');
          }),
      ).rejects.toThrow();
  });
});

it('many at once on the embedded engine, which works in this thread, let others be served after each', async () => {
  if (t.server.engine !== 'embedded') return;
  const MANY = 40;
  let rounds = 0;
  let isOver = false;
  const count = () => {
    rounds += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const ask = () => t.server.tenantTransactions.inTenant(tenant_id, tx => tx.execute(sql`select 1`));
  await Promise.all(Array.from({ length: MANY }, ask));
  isOver = true;
  expect(rounds).toBeGreaterThanOrEqual(MANY - 1);
});
