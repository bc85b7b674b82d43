/** The fee of the tenant, from its setting to what is paid out. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { tenants } from '../../../../server/db/schema.ts';
import type { Payout } from '../../../../shared/contract/sales/payout.ts';
import type { Tenant } from '../../../../shared/contract/identity/tenant.ts';
import { newcomer } from '../../../support/server/people.ts';
import { earningWorld, FEE_PCT, figures, type EarningWorld } from './world.ts';

let world: EarningWorld;
beforeAll(async () => {
  world = await earningWorld();
});
afterAll(() => world.test.close());
beforeEach(() => world.startAnew());

/** By staff, as the page of tenants does it. */
async function setFee(fee_pct: number): Promise<void> {
  const staff = await newcomer(world.test, 'staff_admin');
  const url = `/api/tenants/${world.test.tenant_id}`;
  const { version } = (await staff.call('GET', url)).json<Tenant>();
  const answer = await staff.call('PATCH', url, {
    payload: { fee_pct },
    version,
  });
  expect([answer.statusCode, answer.json<Tenant>().fee_pct]).toEqual([200, fee_pct]);
}

it.each([
  [0, 0, 100],
  [7, 7, 93],
  [FEE_PCT, 30, 70],
  [55, 55, 45],
  [100, 100, 0],
])(
  'OPEN-OWNER-01 net is gross less the fee of the tenant: at a fee of %i, one euro leaves %i cents for the tenant and %i for the owner',
  async (fee_pct, fee_minor, net_minor) => {
    await world.play('2026-10-10T10:00:00.000Z', 400);
    await setFee(fee_pct);
    world.admin = await world.test.signIn('admin');
    await world.recalculate('2026-10');
    const owner = await world.signInAgain(world.owners[0]);
    for (const [by, url] of [
      [world.admin, '/api/earnings?period=2026-10'],
      [owner, '/api/owner/earnings?period=2026-10'],
    ] as const) {
      const { body } = await world.send<{ items: Record<string, unknown>[] }>(by, 'GET', url);
      const [row = {}] = body.items;
      expect({ fee_pct: row['fee_pct'], ...figures(row) }).toEqual({
        ...{ fee_pct, state: 'estimated', plays: 400, adjustment_minor: 0 },
        ...{ gross_minor: 100, fee_minor, net_minor },
      });
    }
  },
);

it('OPEN-OWNER-01 the month that runs follows the fee as it is set, and what is paid is what the fee of its month leaves', async () => {
  await world.play('2026-10-10T10:00:00.000Z', 400);
  const account = { holder: 'Owner of cab 1', number: 'PT50000201231234567890154', bank: 'Banco do Tejo' };
  await world.send(await world.signInAgain(world.owners[0]), 'PUT', '/api/owner/payout-account', account, 0);
  const feeOfOctober = async () => {
    await world.recalculate('2026-10');
    const [row] = await world.list(world.admin, '?period=2026-10');
    return [row?.fee_pct, row?.fee_minor, row?.net_minor];
  };
  await setFee(20);
  expect(await feeOfOctober()).toEqual([20, 20, 80]);
  await setFee(45);
  expect(await feeOfOctober()).toEqual([45, 45, 55]);
  await world.goTo('2026-11-10T08:00:00.000Z');
  expect(await feeOfOctober()).toEqual([45, 45, 55]);
  await setFee(10);
  world.admin = await world.test.signIn('admin');
  expect(await feeOfOctober()).toEqual([45, 45, 55]);

  const [october] = await world.list(world.admin, '?period=2026-10');
  expect((await world.act(world.admin, october!.id, 'approve')).status).toBe(200);
  const { body } = await world.send<Payout>(world.admin, 'POST', '/api/payouts', {
    owner_user_id: world.owners[0].id,
  });
  expect(body).toMatchObject({ amount_minor: 55, earnings: 1, currency: 'EUR' });
});

it('OPEN-OWNER-01 a tenant that nobody set a fee for takes none', async () => {
  const id = await world.test.addTenant('no-fee');
  const [row] = await world.test.db.select().from(tenants).where(eq(tenants.id, id));
  expect(row?.fee_pct).toBe(0);
});
