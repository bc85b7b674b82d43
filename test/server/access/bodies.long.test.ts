import { rateCounters } from '../../../server/db/schema.ts';
import { LIMITS } from '../../../shared/contract/wire/limits.ts';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../support/contract.ts';
import { rowsOf } from '../../../server/db/rows.ts';
import { users } from '../../../server/db/schema.ts';
import { isDue } from '../../support/dailyShare.ts';
import { WRITABLE } from './bodies/writable.ts';
import { callOf, sampleOf, send, startWorld, type Ask, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const NEVER = ['price', 'permissions', 'is_admin', 'is_staff', 'actor', 'home_tenant_id', 'kind_of'];
const REGISTER = 'POST /api/auth/register';
const withBody = endpoints
  /** A key is none of its principals: partners are tried in `test/server/alerts`. */
  .filter(endpoint => endpoint.body !== undefined && endpoint.access.who !== 'police')
  .map(endpoint => `${endpoint.method} ${endpoint.path}`)
  .filter(key => key !== REGISTER);

/** Whoever may make the call at all. */
function askOf(key: string): Ask {
  const call = callOf(key);
  const names = { device: 'device', new_device: 'new device', anyone: 'anonymous' } as Record<string, string>;
  const isOfStaff =
    call.staff === 'always' ||
    ['system', 'police_keys'].includes(call.area) ||
    (call.area === 'support' && call.level === 'A');
  const user = isOfStaff ? 'staff_super_admin' : call.area === 'owner' ? 'device_owner' : 'owner';
  const name = names[call.who] ?? user;
  const by = world.principals.find(one => one.name === name);
  if (!by) throw new Error(`nobody is called ${name}`);
  return { key, by, where: { acts: 'own', rows: 'own' }, mode: 'spec' };
}

async function columns(): Promise<string[]> {
  return rowsOf<{ name: string }>(
    await world.test.db.execute(sql`select distinct column_name as name from information_schema.columns
      where table_schema = 'public' order by 1`),
  ).map(row => row.name);
}

/** Every row there is, but for the counters of what was asked. */
async function everything(): Promise<string> {
  const { db } = world.test;
  const tables = rowsOf<{ name: string }>(
    await db.execute(sql`select tablename as name from pg_tables
      where schemaname = 'public' and tablename <> 'rate_counters' order by 1`),
  );
  const sums: string[] = [];
  for (const { name } of tables) {
    const [row] = rowsOf<{ sum: string | null }>(
      await db.execute(
        sql`select md5(string_agg(t::text, '' order by t::text)) as sum from ${sql.identifier(name)} t`,
      ),
    );
    sums.push(`${name} ${row?.sum ?? ''}`);
  }
  return sums.join('\n');
}

/** A device is heard so often in an hour, and the test above was one of them. */
function mayBeSent(key: string): number {
  const limit = endpoints.find(({ method, path }) => `${method} ${path}` === key)?.limit;
  return limit !== undefined && LIMITS[limit].by === 'device' ? LIMITS[limit].max - 2 : Infinity;
}

describe('a body', () => {
  it('is refused where it names a column or a field that is not its to set, each by its name', async () => {
    const names = [...new Set([...(await columns()), ...NEVER])];
    const before = await everything();
    for (const key of withBody) {
      const ask = askOf(key);
      const sample = sampleOf(world, ask);
      const foreign = names.filter(name => !(WRITABLE[key] ?? []).includes(name));
      const body = { ...sample.body, ...Object.fromEntries(foreign.map(name => [name, 'x'])) };
      const answer = await send(world, ask, { ...sample, body }, world.test.app);
      const { error, details = {} } = answer.json<{ error: string; details?: Record<string, string[]> }>();
      expect([key, answer.statusCode, error]).toEqual([key, 400, 'VALIDATION']);
      expect([key, Object.keys(details).sort()]).toEqual([key, foreign.sort()]);
      for (const name of foreign) expect([key, name, details[name]]).toEqual([key, name, ['Unknown field']]);
    }
    expect(await everything()).toBe(before);
    expect(withBody.length).toBeGreaterThanOrEqual(40);
  });

  it('and so is each of what the server alone says, sent by itself', async () => {
    const before = await everything();
    const alone = [
      'id',
      'tenant_id',
      'created_by',
      'created_at',
      'version',
      'deleted_at',
      'status',
      'state',
      'role',
    ];
    for (const [nth, key] of withBody.entries()) {
      await world.test.db.delete(rateCounters);
      const ask = askOf(key);
      const sample = sampleOf(world, ask);
      for (const name of alone
        .filter((_, i) => isDue(nth + i, 5))
        .filter(one => !(WRITABLE[key] ?? []).includes(one))
        .slice(0, mayBeSent(key))) {
        const body = { ...sample.body, [name]: BELIEVABLE[name] };
        const answer = await send(world, ask, { ...sample, body }, world.test.app);
        expect([key, name, answer.statusCode]).toEqual([key, name, 400]);
      }
    }
    expect(await everything()).toBe(before);
  });

  it('of a registration says no role, state, tenant or id: they are passed over', async () => {
    const ask = askOf(REGISTER);
    const sample = sampleOf(world, ask);
    const id = BELIEVABLE['id'];
    const body = { ...sample.body, role: 'staff_super_admin', status: 'active', id, is_signatory: true };
    const answer = await send(world, ask, { ...sample, body }, world.test.app);
    expect(answer.statusCode).toBe(200);
    const [made] = await world.test.db.select().from(users).where(eq(users.email, 'new@test.example'));
    expect(made).toMatchObject({
      role: 'viewer',
      status: 'pending_approval',
      tenant_id: world.test.tenant_id,
      is_signatory: false,
    });
    expect(made?.id).not.toBe(id);
  });
});

const BELIEVABLE: Record<string, unknown> = {
  id: '00000000-0000-7000-8000-000000000009',
  tenant_id: '00000000-0000-7000-8000-000000000009',
  created_by: '00000000-0000-7000-8000-000000000009',
  created_at: '2026-01-05T08:00:00.000Z',
  deleted_at: null,
  version: 9,
  status: 'active',
  state: 'approved',
  role: 'staff_super_admin',
};
