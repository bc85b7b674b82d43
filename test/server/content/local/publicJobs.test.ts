import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PublicJob } from '../../../../shared/contract/content/publicJobs.ts';
import { contentItems, tenants } from '../../../../server/db/schema.ts';
import { columnsOf } from '../../../../server/content/local/items.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { bodyOfKind } from '../../../support/server/content/items.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

const HOUR_MS = 3_600_000;
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());

type More = Partial<typeof contentItems.$inferInsert>;
async function add(employer: string, body: object = {}, more: More = {}) {
  const id = uuid7(Date.now());
  const columns = columnsOf(bodyOfKind('jobs', { public: true, employer, ...body }));
  await test.db
    .insert(contentItems)
    .values({ ...columns, id, tenant_id: test.tenant_id, state: 'live', ...more });
  return id;
}
const read = async (query = '') => {
  const answer = await test.app.inject({ url: `/api/public/jobs${query}` });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ items: PublicJob[]; total: number }>();
};
const employersOf = async (query = '') => (await read(query)).items.map(({ employer }) => employer);
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

it('anybody reads what is live and public, of every active tenant, and nothing of the tenant', async () => {
  const elsewhere = await test.addTenant('other-fleet');
  const suspended = await test.addTenant('suspended-fleet');
  await test.db.update(tenants).set({ status: 'suspended' }).where(eq(tenants.id, suspended));
  const shown = await add('City Cabs', { starts_at: at(-1), ends_at: at(1) });
  await add('Harbour', { employment: 'part_time' }, { tenant_id: elsewhere });
  await add('Private', { public: false });
  await add('Draft', {}, { state: 'draft' });
  await add('Paused', {}, { state: 'paused' });
  await add('Later', { starts_at: at(1) });
  await add('Over', { ends_at: at(-1) });
  await add('Deleted', {}, { deleted_at: new Date() });
  await add('Suspended', {}, { tenant_id: suspended });

  expect((await employersOf()).toSorted()).toEqual(['City Cabs', 'Harbour']);
  expect(await employersOf('?q=harb')).toEqual(['Harbour']);
  expect(await employersOf('?employment=full_time')).toEqual(['City Cabs']);
  expect(await employersOf('?q=100%25')).toEqual([]);
  const { items, total } = await read('?limit=1&offset=1');
  expect([items.length, total]).toEqual([1, 2]);
  const [row] = (await read('?q=city')).items;
  expect(row?.id).toBe(shown);
  expect(Object.keys(row ?? {}).toSorted()).toEqual([
    ...['apply_url', 'body', 'currency', 'employer', 'employment', 'ends_at', 'geo', 'id'],
    ...['pay_max_minor', 'pay_min_minor', 'published_at', 'title', 'unit'],
  ]);
  expect((await test.app.inject({ url: '/api/public/jobs?employment=any' })).statusCode).toBe(400);
});
