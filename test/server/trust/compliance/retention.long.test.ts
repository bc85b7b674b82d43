/** Nothing outlives its time, and nothing goes before it. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runRetention } from '../../../../server/trust/compliance/retention/run.ts';
import { TARGETS } from '../../../../server/trust/compliance/retention/targets.ts';
import { rowsOf } from '../../../../server/db/rows.ts';
import { tenants } from '../../../../server/db/schema.ts';
import { RETENTION_RULES, type RetentionRule } from '../../../../shared/contract/trust/retentionRules.ts';
import { cutoffOf } from '../../../../shared/retention/cutoff.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { manualClock } from '../../../support/clock.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

const HOUR_MS = 3_600_000;
const clock = manualClock(Date.parse('2040-03-31T10:00:00.000Z'));
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ clock });
});
afterAll(() => test.close());
const fault = (error: unknown) => {
  throw error;
};

/** What stands in a column that must hold something. */
const FILLERS: readonly (readonly [RegExp, string])[] = [
  [/^ARRAY/, "'{}'"],
  [/^uuid/, 'gen_random_uuid()'],
  [/^jsonb/, "'{}'::jsonb"],
  [/^timestamp/, 'now()'],
  [/^(integer|bigint|numeric|double)/, '1'],
  [/^boolean/, 'false'],
  [/^text/, 'gen_random_uuid()::text'],
];
async function insert(table: string, given: Record<string, unknown>): Promise<void> {
  const columns = rowsOf<{ column_name: string; data_type: string }>(
    await test.db.execute(sql`
      select column_name, data_type from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and is_nullable = 'NO' and column_default is null
        and is_identity = 'NO'`),
  );
  const names = new Set([...columns.map(one => one.column_name), ...Object.keys(given)]);
  const values = [...names].map(name => {
    if (name in given) {
      const value = given[name];
      return typeof value === 'object' && value !== null && !(value instanceof Date)
        ? sql`${JSON.stringify(value)}::jsonb`
        : value instanceof Date
          ? sql`${value.toISOString()}::timestamptz`
          : sql`${value}`;
    }
    if (name === 'tenant_id') return sql`${test.tenant_id}::uuid`;
    const type = columns.find(one => one.column_name === name)?.data_type ?? 'text';
    return sql.raw(FILLERS.find(([is]) => is.test(type))?.[1] ?? 'null');
  });
  const list = sql.join(
    [...names].map(name => sql.identifier(name)),
    sql`, `,
  );
  /** Without its foreign keys: a row is made for its age alone. */
  await test.db.transaction(async tx => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(
      sql`insert into ${sql.identifier(table)} (${list}) values (${sql.join(values, sql`, `)})`,
    );
  });
}

/** Columns that make a row of this age, where it is not the one of the same name. */
type Row = (at: Date) => Record<string, unknown>;
const received: Row = at => ({ received_at: at });
const created: Row = at => ({ created_at: at });
const atOf: Row = at => ({ at });
const ROWS: Partial<Record<string, Row>> = {
  plays: received,
  receipts: received,
  play_roots: at => ({ made_at: at, leaves: 'AA==', position: at.getTime() }),
  payments: created,
  credit_notes: created,
  invoices: created,
  earnings: created,
  payouts: created,
  contracts: at => ({ updated_at: at, state: 'expired' }),
  bid_notices: created,
  adapter_events: atOf,
  auctions: atOf,
  bid_payloads: atOf,
  devices: at => ({ last_seen_at: at, reported: { place: { lat: 1, lng: 2 } } }),
  decision_periods: received,
  client_errors: atOf,
  jobs: at => ({ ended_at: at }),
  idempotency_keys: created,
  alerts: at => ({ updated_at: at }),
  alert_documents: created,
  audience_counts: at => ({ kept_until: at }),
};
const PARENTS: Partial<Record<string, (at: Date) => Promise<Record<string, unknown>>>> = {
  signatures: async at => {
    const contract_id = uuid7(clock.now());
    await insert('contracts', { id: contract_id, updated_at: at, state: 'expired' });
    return { contract_id };
  },
  audit_details: async at => {
    const event_id = uuid7(clock.now());
    await insert('audit_events', { id: event_id, at, seq: Math.floor(Math.random() * 1e9) + 1_000 });
    return { event_id };
  },
  alert_acks: async at => ({ alert_id: await alertOf(at) }),
  alert_pulls: async at => ({ alert_id: await alertOf(at) }),
};
async function alertOf(at: Date): Promise<string> {
  const id = uuid7(clock.now());
  await insert('alerts', { id, updated_at: at });
  return id;
}

const left = async (rule: RetentionRule, table: string, at: Date): Promise<number> => {
  const found = TARGETS[rule].find(one => one.table === table)!;
  const isLeft = found.reduceTo ? (found.when ?? sql`true`) : sql`true`;
  const [row] = rowsOf<{ n: number }>(
    await test.db.execute(sql`
      select count(*)::int as n from ${sql.identifier(table)} t
      where ${found.age} = ${at.toISOString()}::timestamptz and ${isLeft}`),
  );
  return row!.n;
};
async function add(rule: RetentionRule, table: string, at: Date): Promise<void> {
  /** Of a tenant of its own: some tables hold one row of each. */
  if (rule === 'deleted') return insert(table, { deleted_at: at, tenant_id: uuid7(clock.now()) });
  return insert(table, (await PARENTS[table]?.(at)) ?? ROWS[table]?.(at) ?? {});
}

describe('ADMIN-10 retention', () => {
  const each = RETENTION_RULES.flatMap(rule => TARGETS[rule].map(({ table }) => ({ rule, table })));
  it.each(each)(
    'takes rows of $table by the rule $rule that are over, and none younger',
    async ({ rule, table }) => {
      const cutoff = cutoffOf(rule, clock.now());
      const [older, younger] = [new Date(cutoff - HOUR_MS), new Date(cutoff + HOUR_MS)];
      await test.db.update(tenants).set({ plays_rolled_until: new Date(clock.now()) });
      await add(rule, table, older);
      await add(rule, table, younger);
      expect(await left(rule, table, older)).toBeGreaterThan(0);
      await runRetention(test.server, fault);
      expect(await left(rule, table, older)).toBe(0);
      expect(await left(rule, table, younger)).toBeGreaterThan(0);
    },
  );

  it('keeps an hour less what a tenant has shortened, of that tenant alone, and shows by whose rule', async () => {
    const owner = await test.signIn('owner');
    const settings = (method: 'GET' | 'PATCH', payload?: object, version = 1) =>
      call(
        test,
        { ...owner, headers: { ...owner.headers, 'if-match': `"${version}"` } },
        method,
        '/api/settings/retention',
        {
          ...(payload && { payload }),
        },
      );
    const before = (await settings('GET')).json<{ version: number; origins: Record<string, string> }>();
    expect(before.origins).toMatchObject({ payloads: 'platform' });
    const changed = await settings('PATCH', { payloads: 2 }, before.version);
    expect(changed.statusCode, changed.body).toBe(200);
    expect(changed.json()).toMatchObject({ payloads: 2, origins: { payloads: 'tenant', plays: 'platform' } });
    expect((await settings('PATCH', { payloads: 8 }, before.version + 1)).statusCode).toBe(400);
    expect((await settings('PATCH', { audit: 8 }, before.version + 1)).statusCode).toBe(400);
    expect((await settings('PATCH', { money: 8 }, before.version + 1)).statusCode).toBe(400);
    const cutoff = clock.now() - 48 * HOUR_MS;
    const [older, younger] = [new Date(cutoff - HOUR_MS), new Date(cutoff + HOUR_MS)];
    const other = uuid7(clock.now());
    await insert('tenants', { id: other, name: 'Other', slug: 'other-kept', kind: 'network' });
    await test.db.execute(sql`delete from bid_payloads`);
    await insert('bid_payloads', { at: older });
    await insert('bid_payloads', { at: younger });
    await insert('bid_payloads', { at: older, tenant_id: other });
    const clocks = await call(test, owner, 'GET', '/api/compliance/retention');
    const of = (body: string) =>
      (JSON.parse(body) as { items: { rule: string }[] }).items.find(one => one.rule === 'payloads');
    expect(of(clocks.body)).toMatchObject({ origin: 'tenant', days: 2, due: 1 });
    await runRetention(test.server, fault);
    expect(await left('payloads', 'bid_payloads', older)).toBe(1);
    expect(await left('payloads', 'bid_payloads', younger)).toBe(1);
    const after = await call(test, owner, 'GET', '/api/compliance/retention');
    expect(of(after.body)).toMatchObject({ due: 0, last_rows: 1 });
    await test.db
      .delete(tenants)
      .where(eq(tenants.id, other))
      .catch(() => undefined);
  });
});
