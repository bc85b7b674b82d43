/** Each play is counted in one month, once, and never again once it cannot be; counting holds up nobody else. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { uuid7 } from '../../../../shared/random.ts';
import { campaigns, earnings, plays, tenants } from '../../../../server/db/schema.ts';
import { rollUpPlays } from '../../../../server/proof/analytics/rollUp.ts';
import { recalculate } from '../../../../server/sales/earnings/calculate.ts';
import { calculateEarnings } from '../../../../server/sales/earnings/monthly.ts';
import { lockBooks } from '../../../../server/sales/numbers.ts';
import { inTenant } from '../../../../server/transaction/context.ts';
import { runRetention } from '../../../../server/trust/compliance/retention/run.ts';
import { call } from '../../../support/server/playlist.ts';
import { earningWorld, figures, type EarningWorld } from './world.ts';

let world: EarningWorld;
beforeAll(async () => {
  world = await earningWorld();
});
afterAll(() => world.test.close());
beforeEach(() => world.startAnew());
const never = (error: unknown) => expect.unreachable(String(error));
const runByItself = () => calculateEarnings(world.test.server, never);

it('of a month that another system has paid nothing is taken back for a play that comes of it, judged or not', async () => {
  await world.goTo('2026-11-01T12:00:00.000Z');
  const { first, test } = world;
  await test.db.insert(earnings).values({
    ...{ id: uuid7(world.clock.now()), tenant_id: test.tenant_id, owner_user_id: world.owners[0].id },
    ...{
      device_id: first,
      period: '2026-10',
      state: 'paid',
      imported: true,
      has_plays: false,
      currency: 'EUR',
    },
    ...{ gross_minor: 50_000, fee_pct: 20, fee_minor: 10_000, net_minor: 40_000, plays: 200_000 },
  });
  const before = await world.list(world.admin);
  await world.play('2026-10-31T23:30:00.000Z', 1);
  await world.play('2026-10-10T08:00:00.000Z', 1, { state: 'quarantined' });
  await runByItself();
  expect((await world.recalculate('2026-10')).changes).toEqual([]);
  expect(await world.list(world.admin)).toEqual(before);
});

it('a month whose plays are deleted stays as it was counted: by itself, by hand, and while it is not approved', async () => {
  await world.play('2026-10-10T10:00:00.000Z', 400);
  await world.play('2026-10-10T10:00:00.000Z', 40, { device_id: world.second });
  await world.goTo('2026-11-02T08:00:00.000Z');
  await runByItself();
  await rollUpPlays(world.test.server, never);
  const october = await world.list(world.admin, '?period=2026-10&sort=device_name');
  await world.act(world.admin, october[0]!.id, 'approve');
  await world.goTo('2028-11-20T08:00:00.000Z');
  await rollUpPlays(world.test.server, never);
  await runRetention(world.test.server, never);
  expect(await world.test.db.$count(plays)).toBe(0);
  await world.play('2026-10-20T10:00:00.000Z', 4);
  await runByItself();
  expect((await world.list(world.admin, '?period=2026-10&sort=device_name')).map(figures)).toEqual([
    { ...figures(october[0]!), state: 'approved' },
    figures(october[1]!),
  ]);
  expect((await world.list(world.admin)).filter(row => row.adjustment_minor !== 0)).toEqual([]);
  expect(await world.recalculate('2026-10')).toMatchObject({
    error: 'VALIDATION',
    details: { period: [expect.stringContaining('deleted')] },
  });
});

it('what the house shows for itself earns nothing, as nobody is invoiced for it', async () => {
  const { test, campaign } = world;
  await test.db.update(campaigns).set({ class: 'house' }).where(eq(campaigns.id, campaign));
  await world.play('2026-10-10T10:00:00.000Z', 400);
  await runByItself();
  const rows = await world.list(world.admin, `?period=2026-10&device_id=${world.first}`);
  await test.db.update(campaigns).set({ class: 'standard' }).where(eq(campaigns.id, campaign));
  expect(rows).toMatchObject([{ plays: 400, gross_minor: 0, net_minor: 0 }]);
});

it.runIf(process.env['TEST_DATABASE_URL'])(
  'whoever numbers an invoice does not wait for a count',
  async () => {
    const { test } = world;
    const ctx = { tenant_id: test.tenant_id, user_id: null };
    let end = () => {};
    let counting: Promise<void> = Promise.resolve();
    await new Promise<void>(counted => {
      const isNumbered = new Promise<void>(resolve => (end = resolve));
      counting = inTenant(test.server, ctx, async inside => {
        await recalculate(inside, '2026-10');
        counted();
        await isNumbered;
      });
    });
    await inTenant(test.server, ctx, ({ tx }) => lockBooks(tx, test.tenant_id)).finally(end);
    await counting;
  },
);

it.each([
  ['Europe/Lisbon', 'Asia/Shanghai'],
  ['Asia/Shanghai', 'Europe/Lisbon'],
])(
  'a play is paid once, also where the clocks of the tenant are changed from %s to %s',
  async (before, after) => {
    const { test } = world;
    const zone = async (tz: string) => {
      const read = await call(test, world.admin, 'GET', '/api/settings/locale');
      const { version } = read.json<{ version: number }>();
      const set = await call(test, world.admin, 'PATCH', '/api/settings/locale', {
        payload: { tz },
        version,
      });
      expect(set.statusCode).toBe(200);
    };
    await test.db
      .update(tenants)
      .set({ tz: before, earlier_zones: [] })
      .where(eq(tenants.id, test.tenant_id));
    /** October in Lisbon, November in Shanghai. */
    await world.play('2026-10-31T18:00:00.000Z', 400);
    await runByItself();
    await world.goTo('2026-11-02T08:00:00.000Z');
    await runByItself();
    const [first] = await world.list(world.admin, '?sort=period');
    await world.act(world.admin, first!.id, 'approve');
    await world.goTo('2026-12-02T08:00:00.000Z');
    await runByItself();
    await zone(after);
    await zone(before);
    await zone(after);
    for (let n = 0; n < 3; n++) await runByItself();
    const rows = await world.list(world.admin);
    await test.db
      .update(tenants)
      .set({ tz: 'Europe/Lisbon', earlier_zones: [] })
      .where(eq(tenants.id, test.tenant_id));
    expect(rows.map(({ net_minor }) => net_minor).filter(net => net !== 0)).toEqual([70]);
    expect(rows.reduce((sum, row) => sum + row.plays, 0)).toBe(400);
  },
);
