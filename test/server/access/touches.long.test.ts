import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { collectionOf, touchedBy } from '../../../shared/contract/wire/touches.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Db } from '../../../server/db/database.ts';
import { rowsOf } from '../../../server/db/rows.ts';
import { rateCounters } from '../../../server/db/schema.ts';
import type { TenantTransactions } from '../../../server/db/tenantTransactions.ts';
import { endpoints } from '../../support/contract.ts';
import { rollingBack } from './rollback.ts';
import type { Sample } from './samples.ts';
import { appOfTests, sampleOf, send, startWorld, type Ask, type World } from './world.ts';

/** Who sees the most, who sees only what his own screens play, and who sees all tenants. */
const ROLES = ['owner', 'device_owner', 'staff_super_admin'];
/** Written by every request and shown by none. */
const BOOKKEEPING = ['idempotency_keys', 'rate_counters'];
/** A stream that tells of changes itself; no answer of it is kept. */
const STREAM = 'GET /api/devices/live';
/** Counts what is due in every table there is; it says as of when, like the status of the system. */
const FIGURES = 'GET /api/compliance/retention';
/** Ends the session that it is called in, too: no answer outlives it on the page that called. */
const SIGN_OUT = 'DELETE /api/sessions';

type Tables = Set<string>;
const readBy = new Map<string, Tables>();
const writtenBy = new Map<string, Tables>();
const addTo = (map: Map<string, Tables>, key: string, tables: Tables) =>
  map.set(key, new Set([...(map.get(key) ?? []), ...tables]));

let world: World;
let app: FastifyInstance;
/** Tables that the running request has read and written. */
let used = { reads: new Set<string>(), writes: new Set<string>() };

interface Uses {
  name: string;
  reads: number;
  writes: number;
}
/** PostgreSQL itself counts, so that raw SQL, subqueries and triggers count too. */
const usesOf = async (tx: Db) =>
  rowsOf<Uses>(
    await tx.execute(sql`
      select relname as name, (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as reads,
        (n_tup_ins + n_tup_upd + n_tup_del)::int as writes
      from pg_stat_xact_user_tables`),
  );
/** Look-ups before the tenant is known, as of the session, are part of every request and are left out. */
function counting(transactions: TenantTransactions): TenantTransactions {
  const counted =
    <T>(act: (tx: Db) => Promise<T>) =>
    async (tx: Db) => {
      // The counters begin before the transaction where the engine has not handed them on yet.
      const before = new Map((await usesOf(tx)).map(table => [table.name, table]));
      const result = await act(tx);
      for (const { name, reads, writes } of await usesOf(tx)) {
        if (reads > (before.get(name)?.reads ?? 0)) used.reads.add(name);
        if (writes > (before.get(name)?.writes ?? 0)) used.writes.add(name);
      }
      return result;
    };
  return {
    ...transactions,
    inTenant: (tenant_id, act) => transactions.inTenant(tenant_id, counted(act)),
    acrossTenants: act => transactions.acrossTenants(counted(act)),
  };
}

beforeAll(async () => {
  world = await startWorld();
  const { server, network } = world.test;
  app = await appOfTests(
    { ...server, tenantTransactions: counting(rollingBack(server.tenantTransactions)) },
    network,
  );
});
afterAll(async () => {
  await app.close();
  await world.close();
});

/** Query parameters that are ids of other rows: their filters read the tables of those. */
function idFiltersOf(key: string): string[] {
  const endpoint = endpoints.find(({ method, path }) => `${method} ${path}` === key);
  const { query } = endpoint ?? {};
  return query instanceof z.ZodMiniObject
    ? Object.keys(query.shape).filter(name => name.endsWith('_id'))
    : [];
}
/** The sample, and the same call with each of its filters by id. */
function samplesOf(ask: Ask): Sample[] {
  const filters = idFiltersOf(ask.key).map(name => ({ query: { [name]: uuid7(1) } }));
  return [sampleOf(world, ask), ...filters];
}

async function observe(key: string): Promise<boolean> {
  const [method = '', path = ''] = key.split(' ');
  let isAnswered = false;
  for (const by of world.principals.filter(({ name }) => ROLES.includes(name))) {
    const ask: Ask = { key, by, where: { acts: 'own', rows: 'own' }, mode: 'spec' };
    for (const sample of samplesOf(ask)) {
      used = { reads: new Set(), writes: new Set() };
      const { statusCode } = await send(world, ask, sample, app);
      if (statusCode >= 400) continue;
      isAnswered = true;
      if (method === 'GET') addTo(readBy, collectionOf(path), used.reads);
      else addTo(writtenBy, collectionOf(path), used.writes);
    }
  }
  return isAnswered;
}

/** A file is downloaded anew each time. */
const isFile = (answer: unknown) => answer === 'text' || answer === 'bytes';

it('a write touches every collection whose answers are read from a table it changes', async () => {
  const keys = endpoints
    .filter(({ access, answer }) => access.who === 'user' && !isFile(answer))
    .map(({ method, path }) => `${method} ${path}`)
    .filter(key => ![STREAM, FIGURES, SIGN_OUT].includes(key));
  const unanswered: string[] = [];
  for (const key of keys) {
    await world.test.db.delete(rateCounters);
    if (!(await observe(key))) unanswered.push(key);
  }
  /** What no one of these may call was not observed. */
  expect(unanswered).toEqual([]);
  const missing = [...writtenBy].flatMap(([written, changed]) =>
    [...readBy].flatMap(([shown, read]) => {
      const shared = [...changed].filter(table => read.has(table) && !BOOKKEEPING.includes(table));
      const isListed = touchedBy(`/api/${written}`).includes(shown);
      return shared.length === 0 || isListed ? [] : [`${written} → ${shown}, by ${shared.join(' and ')}`];
    }),
  );
  expect(missing).toEqual([]);
});
