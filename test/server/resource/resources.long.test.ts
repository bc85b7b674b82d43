/** Every entity of the contract over ten thousand rows, through its endpoints; nothing here is specific to one of them. */
import { systemClock } from '../../../shared/clock.ts';
import { uuid7 } from '../../../shared/random.ts';
import { consentRecords } from '../../../server/db/schema.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { reauth } from '../../../shared/contract/identity/account/ownAccount.ts';
import type { Area } from '../../../shared/contract/wire/access.ts';
import { address, type Endpoint } from '../../../shared/contract/wire/endpoint.ts';
import type { Entity } from '../../../shared/contract/wire/entity.ts';
import { entities } from '../../support/contract.ts';
import { isInstant } from '../../../shared/contract/wire/wire.ts';
import { isStaff, ROLES, type Role } from '../../../shared/contract/wire/roles.ts';
import { addAlertRows } from '../../support/server/rows/alertRows.ts';
import { cloneRow, placeOf } from '../../support/server/clone.ts';
import { addFirstRows, isAbove, ownSlug, whoMay, type Standing } from '../../support/console/firstRows.ts';
import { platformOf } from '../../support/server/people.ts';
import { call, type CallOptions } from '../../support/server/playlist.ts';
import { dueOf, isAtLength } from '../../support/dailyShare.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../support/server/server.ts';
import { readCsv } from '../../support/server/tables.ts';
import { bodyOf, shapeOf, takes } from '../../support/console/values.ts';

/** More than an export reads at once; `npm run test:long -- values` takes ten thousand. */
const ROWS = isAtLength ? 10_000 : 600;
const PAGE = 100;
interface Kept {
  id: string;
  version?: number;
  [field: string]: unknown;
}
interface Listed {
  items: Kept[];
  total: number;
  facets: Record<string, Record<string, number>>;
}

/** Stands still where it is set, so that nothing expires, or falls due, between two answers. */
let stoppedAt: number | null = null;
const clock = { ...systemClock, now: () => stoppedAt ?? systemClock.now() };
let test: TestServer;
let by: Map<Role, Awaited<ReturnType<TestServer['signIn']>>>;
let ids: Record<string, string>;
/** By entity, the row that was made of it. */
const ours = new Map<string, Kept>();
beforeAll(async () => {
  test = await startTestServer({ clock });
  const at: Standing = test;
  by = new Map();
  const platform = await platformOf(test);
  for (const role of ROLES) by.set(role, await test.signIn(role, isStaff(role) ? platform : test.tenant_id));
  /** Keys are made by a call of their own. */
  await addAlertRows(test, test.tenant_id);
  ids = await addFirstRows(at, by.get('manager')!, by.get('device_owner')!.id);
  /** Noted where somebody agrees, never by a call of its own. */
  await test.db.insert(consentRecords).values({
    ...{ id: uuid7(Date.now()), tenant_id: test.tenant_id, subject_id: by.get('manager')!.id },
    ...{ subject_email: 'desk@test.example', purpose: 'terms', choice: 'given', text_version: '1.0' },
    created_at: new Date(),
  });
}, 120_000);
afterAll(() => test.close());

const actingAs = (area: Area, above: boolean) => {
  const { headers } = by.get(whoMay({ area, above }) ?? 'staff_super_admin')!;
  return { headers: { ...headers, 'x-tenant-id': test.tenant_id } };
};
/** Staff of the platform decide what stands above tenants. */
const whose = ({ area, list }: Entity) => actingAs(area, isAbove(list));
const actor = (endpoint: Endpoint) => {
  if (endpoint.access.who !== 'user') throw new Error(`${endpoint.path} is no call of a user`);
  return actingAs(endpoint.access.area, isAbove(endpoint));
};
const send = (of: Entity, endpoint: Endpoint, id: string, asked: CallOptions = {}) =>
  call(test, whose(of), endpoint.method, address(endpoint.path, { id }), asked);
async function list(of: Entity, query: object = {}): Promise<Listed> {
  const answer = await call(test, whose(of), 'GET', address(of.path, {}, query));
  expect([of.path, query, answer.statusCode]).toEqual([of.path, query, 200]);
  return answer.json<Listed>();
}
/** Some is read only by who has typed his password a few minutes ago, and ten thousand rows take longer. */
async function typePassword(of: Entity): Promise<void> {
  const { access } = of.list;
  if (access.who !== 'user' || access.reauth_min === undefined) return;
  const answer = await call(test, whose(of), 'POST', reauth.path, { payload: { password: TEST_PASSWORD } });
  expect(answer.statusCode).toBe(200);
}
async function exported(of: Entity, query: object): Promise<string> {
  // How often somebody may export is another test's.
  await test.db.execute(sql`delete from rate_counters`);
  return (await call(test, whose(of), 'GET', address(of.export.path, {}, query))).body;
}
/** Refers to least, so that ten thousand of it refer to little. */
/** What waits for a decision, or is closed, is not changed by a patch. */
const WAITING = /"state":"(submitted|in_review|closed)"/;
const plainest = (rows: readonly Kept[]) =>
  rows
    .filter(row => !WAITING.test(JSON.stringify(row)))
    .sort((a, b) => JSON.stringify(a).length - JSON.stringify(b).length)[0];

const rowOf = async (of: Entity) => plainest((await list(of, { limit: PAGE })).items);

const named = entities.map(of => [of.name, of] as const);
const made = named.filter(([, of]) => of.create !== undefined);
const patched = named.filter(([, of]) => of.patch !== undefined);
const moved = named.filter(([, of]) => Object.keys(of.actions).length > 0);

describe('a body made from its schema alone', () => {
  it.each(made)('makes one of %s', async (_, of) => {
    const payload = { ...bodyOf(of.create!.body!, { ids }), ...ownSlug(of.path) };
    expect(takes(of.create!.body!, payload)).toBe(true);
    const answer = await call(test, whose(of), 'POST', of.path, { payload });
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
    expect(takes(of.detail, answer.json())).toBe(true);
    ours.set(of.path, answer.json<Kept>());
  });
});

const texts = patched.flatMap(([name, of]) => {
  const field = Object.entries(shapeOf(of.patch!.body!)).find(([, schema]) => takes(schema, '=1+1 早上好'));
  return field && field[0] !== 'tz' && field[0] in shapeOf(of.row) ? [[name, of, field[0]] as const] : [];
});
describe('what is written', () => {
  it.each(patched)('%s refuses a version that is not the last one, and none at all', async (_, of) => {
    const row = (await rowOf(of))!;
    const payload = {};
    const stale = await send(of, of.patch!, row.id, { payload, version: row.version! + 7 });
    expect([stale.statusCode, stale.json<{ error: string }>().error]).toEqual([412, 'VERSION_CONFLICT']);
    expect(stale.json<{ details: object }>().details).toMatchObject({ id: row.id, version: row.version });
    expect((await send(of, of.patch!, row.id, { payload })).statusCode).toBe(428);
  });

  it.each(texts)('%s comes out of a CSV as text, whatever it begins with', async (_, of, field) => {
    const row = (await rowOf(of))!;
    const payload = { [field]: '=1+1 早上好' };
    const answer = await send(of, of.patch!, row.id, { payload, version: row.version! });
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
    const [heads = [], ...rows] = readCsv(await exported(of, { format: 'csv' }));
    const found = rows.find(cells => cells[heads.indexOf('id')] === row.id);
    expect(found?.[heads.indexOf(field)]).toBe("'=1+1 早上好");
  });

  it.each(named)('%s takes no field of the server’s own, and none it does not know', async (_, of) => {
    const row = (await rowOf(of))!;
    const calls = [of.create, of.patch, ...Object.values(of.actionEndpoints)].filter(
      one => one?.body !== undefined,
    );
    for (const endpoint of calls as Endpoint[])
      for (const key of ['id', 'tenant_id', 'created_by', 'deleted_at', 'no_such_field']) {
        if (key in shapeOf(endpoint.body!)) continue;
        const payload = { ...bodyOf(endpoint.body!, { ids, n: 9 }), [key]: row.id };
        const answer = await send(of, endpoint, row.id, { payload, version: row.version! });
        expect([endpoint.path, key, answer.statusCode]).toEqual([endpoint.path, key, 400]);
        expect(answer.json<{ details: object }>().details).toHaveProperty(key);
      }
  });
});

describe('an act', () => {
  it.each(dueOf(moved, 6))('of %s starts from the states of the contract and no other', async (_, of) => {
    const state = 'state' in shapeOf(of.row) ? 'state' : 'status';
    const states = Object.values(
      (shapeOf(of.row)[state] as unknown as { _zod: { def: { entries: object } } })._zod.def.entries,
    ) as string[];
    const template = ours.get(of.path) ?? (await rowOf(of))!;
    const { table } = await placeOf(test.db, template.id);
    for (const [verb, act] of Object.entries(of.actions))
      for (const from of states) {
        const [copy] = await cloneRow(test.db, template.id, 1);
        await test.db.execute(
          sql`update ${sql.identifier(table)} set ${sql.identifier(state)} = ${from} where id = ${copy}::uuid`,
        );
        const endpoint = of.actionEndpoints[verb]!;
        const payload = endpoint.body ? bodyOf(endpoint.body, { ids }) : {};
        const answer = await call(test, actor(endpoint), 'POST', address(endpoint.path, { id: copy }), {
          payload,
          ...(endpoint.versioned === true && { version: template.version ?? 1 }),
        });
        const error = answer.statusCode < 400 ? '' : answer.json<{ error: string }>().error;
        const mayStart = act.from === undefined || act.from.includes(from);
        /** A state in which the row is not to be seen is no state to start from, either. */
        const isRefused = error === 'STATE' || (error === 'NOT_FOUND' && !mayStart);
        if (act.from !== undefined) expect([verb, from, isRefused]).toEqual([verb, from, !mayStart]);
        if (mayStart && error === '' && act.to !== undefined)
          expect([verb, from, answer.json<Kept>()[state]]).toEqual([verb, from, act.to]);
      }
  });
});

/** Of the entities, too, a sixth each day. */
const long = dueOf(named, 6);
describe(`over ${ROWS} rows`, () => {
  beforeAll(async () => {
    for (const [, of] of long) {
      const first = ours.get(of.path) ?? (await rowOf(of));
      if (!first) throw new Error(`${of.path} has no row to begin with`);
      await cloneRow(test.db, first.id, ROWS);
    }
    // A server of its own does so by itself, but not within the second.
    await test.db.execute(sql`analyze`);
  }, 120_000);

  it.each(long)('%s has a first page, a last one, each order and each word', async (_, of) => {
    await typePassword(of);
    const { total, items } = await list(of, { limit: PAGE });
    expect(total).toBeGreaterThanOrEqual(ROWS);
    expect(items).toHaveLength(PAGE);
    const rest = total % PAGE || PAGE;
    expect((await list(of, { limit: PAGE, offset: total - rest })).items).toHaveLength(rest);
    expect((await list(of, { limit: PAGE, offset: total })).items).toEqual([]);
    for (const sort of of.listOptions.sorts.flatMap(name => [name, `-${name}`])) {
      const [a, b] = [await list(of, { sort, limit: 5 }), await list(of, { sort, limit: 5, offset: 5 })];
      expect([sort, new Set([...a.items, ...b.items].map(row => row.id)).size]).toEqual([sort, 10]);
    }
    for (const [key, facets] of Object.entries(of.listOptions.enums))
      for (const [facet, words] of Object.entries(facets))
        for (const word of words) {
          const counted = await list(of, { [key]: word, limit: 1 });
          expect([word, counted.total]).toEqual([word, counted.facets[facet]?.[word] ?? 0]);
        }
  });

  it.each(long)(
    '%s exports exactly what its pages hold, in their order',
    async (_, of) => {
      await typePassword(of);
      stoppedAt = systemClock.now();
      onTestFinished(() => void (stoppedAt = null));
      const lines = (await exported(of, { format: 'jsonl' })).trim().split('\n');
      const ids = lines.map(line => (JSON.parse(line) as Kept).id);
      const csv = await exported(of, { format: 'csv', tz: 'Europe/Lisbon' });
      const { total } = await list(of, { limit: 1 });
      expect(ids).toHaveLength(total);
      expect(new Set(ids).size).toBe(total);
      for (const offset of [0, Math.floor(total / 2), total - PAGE]) {
        const page = (await list(of, { limit: PAGE, offset })).items.map(row => row.id);
        expect([offset, page]).toEqual([offset, ids.slice(offset, offset + PAGE)]);
      }
      expect(csv.startsWith('\ufeff')).toBe(true);
      const [heads = [], ...rows] = readCsv(csv);
      expect(rows.map(row => row[heads.indexOf('id')])).toEqual(ids);
      for (const [name, schema] of Object.entries(shapeOf(of.row)))
        expect(heads).toContain(isInstant(schema) ? `${name} (Europe/Lisbon)` : name);
    },
    120_000,
  );
});
