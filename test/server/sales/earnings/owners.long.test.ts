/** Each play of a screen is credited once, whoever owns it when, and at one price. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { campaigns, devices } from '../../../../server/db/schema.ts';
import { calculateEarnings } from '../../../../server/sales/earnings/monthly.ts';
import { earningWorld, type EarningWorld } from './world.ts';

let world: EarningWorld;
beforeAll(async () => {
  world = await earningWorld();
});
afterAll(() => world.test.close());
beforeEach(async () => {
  await world.startAnew();
  await giveTo(world.owners[0].id);
});
const never = (error: unknown) => expect.unreachable(String(error));
const runByItself = () => calculateEarnings(world.test.server, never);
const giveTo = (owner_user_id: string | null) =>
  world.test.db.update(devices).set({ owner_user_id }).where(eq(devices.id, world.first));
const of = async (period: string) =>
  (await world.list(world.admin, `?period=${period}`)).map(({ owner_user_id, plays, net_minor }) => [
    ...[owner_user_id, plays, net_minor],
  ]);
const approveAll = async (period: string) => {
  for (const { id } of await world.list(world.admin, `?period=${period}`))
    expect((await world.act(world.admin, id, 'approve')).status).toBe(200);
};

it('a month that began with what was carried over counts its own plays, steadily, for one owner alone', async () => {
  const [first, second] = world.owners;
  await world.play('2026-10-10T10:00:00.000Z', 400);
  await world.goTo('2026-11-02T08:00:00.000Z');
  await runByItself();
  await approveAll('2026-10');
  await world.play('2026-10-20T10:00:00.000Z', 40);
  await runByItself();
  expect(await of('2026-11')).toEqual([[first.id, 0, 7]]);
  await world.play('2026-11-02T07:00:00.000Z', 400);
  for (let times = 0; times < 3; times++) {
    await runByItself();
    expect(await of('2026-11')).toEqual([[first.id, 400, 77]]);
  }
  await world.goTo('2026-12-02T08:00:00.000Z');
  await runByItself();
  await approveAll('2026-11');
  await giveTo(second.id);
  await runByItself();
  expect(await of('2026-11')).toEqual([[first.id, 400, 77]]);
});

it('a month that is over stays with whoever owned the screen at its last count, also before it is closed', async () => {
  const [first, second] = world.owners;
  await world.play('2026-10-10T10:00:00.000Z', 400);
  await world.goTo('2026-10-31T22:00:00.000Z');
  await runByItself();
  await world.goTo('2026-11-01T00:10:00.000Z');
  await giveTo(second.id);
  await runByItself();
  expect(await of('2026-10')).toEqual([[first.id, 400, 70]]);
  await giveTo(null);
  await runByItself();
  expect(await of('2026-10')).toEqual([[first.id, 400, 70]]);
});

it('adjustments that come to nothing are kept when the screen is sold', async () => {
  await world.play('2026-10-10T10:00:00.000Z', 400);
  await runByItself();
  const [row] = await world.list(world.admin, '?period=2026-10');
  for (const amount_minor of [70, -70])
    await world.act(world.admin, row!.id, 'adjust', { amount_minor, reason: 'Damage of the screen' });
  await giveTo(world.owners[1].id);
  await runByItself();
  expect((await world.read(world.admin, row!.id)).adjustments).toHaveLength(2);
});

it('late plays of a campaign that the month did not know keep the price of their first count', async () => {
  await world.play('2026-10-10T10:00:00.000Z', 400);
  await world.goTo('2026-11-02T08:00:00.000Z');
  await runByItself();
  await approveAll('2026-10');
  const price = (bid_micros: number | null) =>
    world.test.db.update(campaigns).set({ bid_micros }).where(eq(campaigns.id, world.free));
  await price(10_000_000);
  await world.play('2026-10-20T10:00:00.000Z', 1_000, { campaign_id: world.free });
  for (const bid of [10_000_000, 20_000_000, null]) {
    await price(bid);
    await runByItself();
    expect(await of('2026-11')).toEqual([[world.owners[0].id, 0, 700]]);
  }
});

it('what is approved is what was looked at', async () => {
  await world.play('2026-10-10T10:00:00.000Z', 400);
  await world.goTo('2026-11-02T08:00:00.000Z');
  await runByItself();
  const [row] = await world.list(world.admin, '?period=2026-10');
  await world.act(world.admin, row!.id, 'adjust', { amount_minor: 10_000, reason: 'Another clerk' });
  const approve = (version: number) =>
    world.test.app.inject({
      ...{ method: 'POST', url: `/api/earnings/${row!.id}/approve`, payload: {} },
      headers: { ...world.admin.headers, 'idempotency-key': crypto.randomUUID(), 'if-match': `"${version}"` },
    });
  expect((await approve(row!.version)).statusCode).toBe(412);
  expect((await approve(row!.version + 1)).statusCode).toBe(200);
});

it('a tenant whose money is counted in one currency keeps it', async () => {
  await world.play('2026-10-10T10:00:00.000Z', 400);
  await runByItself();
  const url = '/api/settings/locale';
  const { body } = await world.send<{ version: number }>(world.admin, 'GET', url);
  const answer = await world.test.app.inject({
    ...{ method: 'PATCH', url, payload: { currency: 'USD' } },
    headers: {
      ...world.admin.headers,
      'idempotency-key': crypto.randomUUID(),
      'if-match': `"${body.version}"`,
    },
  });
  expect(answer.json()).toMatchObject({ error: 'VALIDATION', details: { currency: [expect.any(String)] } });
});
