/** What a list asks of the database: who asks, his tenant, and three statements at most, whatever it shows and counts. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoints } from '../../support/contract.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer();
});
afterAll(() => t.close());

/** The scope and the session of the caller, then the scope of his transaction. */
const OF_THE_CALLER = 3;
/** A server of its own is told in words of their own where a transaction begins and ends. */
const OF_A_TRANSACTION = { embedded: 0, postgres: 4 };
const OF_A_LIST = 3;

const isList = ({ method, path, access, query }: (typeof endpoints)[number]) =>
  method === 'GET' &&
  access.who === 'user' &&
  access.area !== 'owner' &&
  !path.includes(':') &&
  query !== undefined &&
  'sort' in (query as unknown as { shape: object }).shape &&
  'limit' in (query as unknown as { shape: object }).shape;

it('makes three statements at most', async () => {
  const [owner, staff] = [await t.signIn('owner'), await t.signIn('staff_admin')];
  const lists = endpoints.filter(isList);
  expect(lists.length).toBeGreaterThan(12);
  const dear: unknown[] = [];
  const aside = OF_THE_CALLER + OF_A_TRANSACTION[t.server.engine];
  for (const { path, access } of lists) {
    const { headers } = access.who === 'user' && access.area === 'police_keys' ? staff : owner;
    const ask = async () => (await t.app.inject({ method: 'GET', url: path, headers })).statusCode;
    expect([path, await ask()]).toEqual([path, 200]);
    const before = t.server.queries();
    await ask();
    const statements = t.server.queries() - before - aside;
    if (statements > OF_A_LIST) dear.push([path, statements]);
  }
  expect(dear).toEqual([]);
});
