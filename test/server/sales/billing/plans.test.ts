import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tenants } from '../../../../server/db/schema.ts';
import type { PublicPlan } from '../../../../shared/contract/sales/billing/publicPlan.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { billingWorld } from './world.ts';

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());

it('OPEN-CONST-01 three example plans are seeded, marked as examples, and what staff change is what anybody reads', async () => {
  const read = async () =>
    (await test.app.inject({ url: '/api/public/plans' })).json<{ items: PublicPlan[] }>().items;
  const plans = await read();
  expect(plans.map(({ code, is_example }) => [code, is_example])).toEqual([
    ['street', true],
    ['line', true],
    ['city', true],
  ]);
  expect(Object.keys(plans[0]!)).not.toContain('tenant_id');
  const [platform] = await test.db.select().from(tenants).where(eq(tenants.kind, 'platform'));
  const staff = await test.signIn('staff_admin', platform!.id);
  const url = `/api/plans/${plans[1]!.id}`;
  const twice = await call(test, staff, 'PATCH', url, { payload: { code: 'city' }, version: 1 });
  expect(twice.json()).toMatchObject({ details: { code: ['Another plan has this code'] } });
  const payload = { price_minor: 5_900, is_example: false };
  expect((await call(test, staff, 'PATCH', url, { payload, version: 1 })).statusCode).toBe(200);
  expect((await read())[1]).toMatchObject({ price_minor: 5_900, is_example: false });
  // Plans of a tenant stand on no page of the platform.
  const w = await billingWorld(test);
  const { id: _id, is_example: _example, ...copy } = plans[0]!;
  await w.ok('/api/plans', copy);
  expect(await read()).toHaveLength(3);
});
