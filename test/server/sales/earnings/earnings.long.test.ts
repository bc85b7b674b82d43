import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { boundsOfPeriod } from '../../../../shared/sales/earnings.ts';
import type { playTotals } from '../../../../shared/contract/proof/play.ts';
import type { Answer } from '../../../../shared/contract/wire/endpoint.ts';
import { campaigns, devices } from '../../../../server/db/schema.ts';
import { calculateEarnings } from '../../../../server/sales/earnings/monthly.ts';
import { earningWorld, figures, type EarningWorld } from './world.ts';

let world: EarningWorld;
beforeAll(async () => {
  world = await earningWorld();
});
afterAll(() => world.test.close());
beforeEach(() => world.startAnew());
const never = (error: unknown) => expect.unreachable(String(error));
const runByItself = () => calculateEarnings(world.test.server, never);

it('OPEN-OWNER-01 earnings equal the sum of billable plays: verified, of a campaign, shown to the end, in the month of the tenant’s zone', async () => {
  const { play, first, second, test, free } = world;
  /** In Lisbon that is the first minute of October, and the last hour of September. */
  await play('2026-09-30T23:00:00.000Z', 4);
  await play('2026-09-30T22:59:50.000Z', 1);
  await play('2026-10-10T10:00:00.000Z', 396);
  await play('2026-10-11T10:00:00.000Z', 7, { state: 'quarantined' });
  await play('2026-10-11T11:00:00.000Z', 7, { result: 'failed' });
  await play('2026-10-11T12:00:00.000Z', 7, { campaign_id: null });
  await play('2026-10-11T13:00:00.000Z', 7, { campaign_id: free });
  await play('2026-10-12T10:00:00.000Z', 40, { device_id: second });
  await runByItself();
  const rows = await world.list(world.admin, '?period=2026-10&sort=device_name');
  expect(rows.map(row => [row.device_id, figures(row)])).toEqual([
    [
      first,
      figures({
        state: 'estimated',
        plays: 407,
        gross_minor: 100,
        fee_minor: 30,
        adjustment_minor: 0,
        net_minor: 70,
      }),
    ],
    [
      second,
      figures({
        state: 'estimated',
        plays: 40,
        gross_minor: 10,
        fee_minor: 3,
        adjustment_minor: 0,
        net_minor: 7,
      }),
    ],
  ]);
  const { from, to, lines, online_ms } = await world.read(world.admin, rows[0]!.id);
  expect({ from, to }).toEqual(boundsOfPeriod('2026-10', 'Europe/Lisbon'));
  expect(lines.reduce((sum, line) => sum + line.gross_minor, 0)).toBe(100);
  expect(online_ms).toBeGreaterThanOrEqual(407 * 10_000);
  /** The proof page counts the same plays of each campaign. */
  for (const line of lines) {
    const query = new URLSearchParams({
      device_id: first,
      campaign_id: line.campaign_id,
      from,
      to,
      result: 'completed',
    });
    const { body } = await world.send<Answer<typeof playTotals>>(
      world.admin,
      'GET',
      `/api/programmatic/plays/summary?${query}`,
    );
    expect(body.plays).toBe(line.plays);
  }
  const september = await world.list(world.admin, '?period=2026-09');
  expect(september.map(figures)).toEqual([
    figures({
      state: 'calculated',
      plays: 1,
      gross_minor: 0,
      fee_minor: 0,
      adjustment_minor: 0,
      net_minor: 0,
    }),
  ]);
  expect(await test.db.$count(campaigns)).toBeGreaterThan(0);
});

it('a month that is over is calculated by itself; counting again changes nothing and says so, late plays are shown before and after', async () => {
  await world.play('2026-10-10T10:00:00.000Z', 400);
  await runByItself();
  await world.goTo('2026-11-01T00:30:00.000Z');
  await runByItself();
  const [row] = await world.list(world.admin, '?period=2026-10');
  expect(row).toMatchObject({ state: 'calculated', net_minor: 70 });
  expect(await world.recalculate('2026-10')).toEqual({ period: '2026-10', unchanged: 1, changes: [] });
  expect((await world.list(world.admin, '?period=2026-10'))[0]).toEqual(row);
  await world.play('2026-10-31T20:00:00.000Z', 400);
  const { changes } = await world.recalculate('2026-10');
  expect(changes).toEqual([
    expect.objectContaining({
      ...{ device_name: 'Cab 1', currency: 'EUR' },
      before: { state: 'calculated', plays: 400, gross_minor: 100, net_minor: 70 },
      after: { state: 'calculated', plays: 800, gross_minor: 200, net_minor: 140 },
    }),
  ]);
});

it('what is approved is not written again: late plays are an adjustment of the next open month, once', async () => {
  await world.play('2026-10-10T10:00:00.000Z', 400);
  await world.goTo('2026-11-02T08:00:00.000Z');
  await runByItself();
  const [october] = await world.list(world.admin, '?period=2026-10');
  expect((await world.act(world.admin, october!.id, 'approve')).body.state).toBe('approved');
  const approved = await world.read(world.admin, october!.id);
  await world.play('2026-10-20T10:00:00.000Z', 40);
  /** A price that changes later changes no month that is over. */
  await world.test.db
    .update(campaigns)
    .set({ bid_micros: 9_000_000 })
    .where(eq(campaigns.id, world.campaign));
  for (let times = 0; times < 3; times++) {
    await runByItself();
    await world.recalculate('2026-10');
  }
  await world.test.db
    .update(campaigns)
    .set({ bid_micros: 2_500_000 })
    .where(eq(campaigns.id, world.campaign));
  expect(await world.read(world.admin, october!.id)).toEqual(approved);
  const [november] = await world.list(world.admin, '?period=2026-11');
  expect(november).toMatchObject({ state: 'estimated', plays: 0, adjustment_minor: 7, net_minor: 7 });
  expect((await world.read(world.admin, november!.id)).adjustments).toEqual([
    expect.objectContaining({ amount_minor: 7, reason: null, late_period: '2026-10', late_plays: 40 }),
  ]);
  /** Disputed and open again it counts its late plays itself, and the later month gives them back. */
  const owner = await world.signInAgain(world.owners[0]);
  await world.send(owner, 'POST', `/api/owner/earnings/${october!.id}/dispute`, {
    reason: 'Forty plays are missing.',
  });
  await world.act(world.admin, october!.id, 'answer', { answer: 'They came late and are counted now.' });
  await world.recalculate('2026-10');
  const after = await world.list(world.admin, '?sort=period');
  expect(after.map(({ period, net_minor }) => [period, net_minor])).toEqual([
    ['2026-10', 77],
    ['2026-11', 0],
  ]);
});

it('a screen that is sold while the month runs earns for its new owner; a month that is over stays with the old one', async () => {
  const [, second] = world.owners;
  const giveTo = (owner_user_id: string) =>
    world.test.db.update(devices).set({ owner_user_id }).where(eq(devices.id, world.first));
  await world.play('2026-10-10T10:00:00.000Z', 400);
  await runByItself();
  await giveTo(second.id);
  await runByItself();
  expect((await world.list(world.admin, '?period=2026-10')).map(row => row.owner_user_id)).toEqual([
    second.id,
  ]);
  await world.goTo('2026-11-02T08:00:00.000Z');
  await runByItself();
  await giveTo(world.owners[0].id);
  await runByItself();
  const rows = await world.list(world.admin, '?period=2026-10');
  expect(rows.map(row => [row.owner_user_id, row.plays])).toEqual([[second.id, 400]]);
});

it('OWNER-04 an owner sees only his own earnings, in both of his lists, in the file and one by one', async () => {
  await world.play('2026-10-10T10:00:00.000Z', 400);
  await world.play('2026-10-10T10:00:00.000Z', 400, { device_id: world.second });
  await runByItself();
  const all = await world.list(world.admin);
  expect(all).toHaveLength(2);
  for (const [n, of] of world.owners.entries()) {
    const owner = await world.signInAgain(of);
    const ownIds = all.filter(row => row.owner_user_id === of.id).map(({ id }) => id);
    expect(ownIds).toHaveLength(1);
    for (const path of ['/api/earnings', '/api/owner/earnings']) {
      const { body } = await world.send<{ items: { id: string }[] }>(owner, 'GET', path);
      expect([n, path, body.items.map(({ id }) => id)]).toEqual([n, path, ownIds]);
      const other = all.find(row => row.owner_user_id !== of.id)!;
      expect((await world.send(owner, 'GET', `${path}/${other.id}`)).status).toBe(404);
      const file = await world.test.app.inject({
        method: 'GET',
        url: `${path}/export`,
        headers: owner.headers,
      });
      expect(file.body).toContain(`Cab ${n + 1}`);
      expect(file.body).not.toContain(`Cab ${2 - n}`);
    }
    const { body } = await world.send<{ items: { net_minor: number; screens: number }[] }>(
      owner,
      'GET',
      '/api/owner/earning-months',
    );
    const [item] = body.items;
    expect(body.items).toEqual([expect.objectContaining({ net_minor: 70, screens: 1 })]);
    expect(item).toMatchObject({ is_final: all.every(({ state }) => state !== 'estimated') });
    const foreign = all.find(row => row.owner_user_id !== of.id)!;
    const refused = await world.send(owner, 'POST', `/api/owner/earnings/${foreign.id}/dispute`, {
      reason: 'Not mine at all.',
    });
    expect(refused.status).toBe(404);
  }
});

it('each act starts from the states the page draws, and from no other', async () => {
  await world.play('2026-10-10T10:00:00.000Z', 400);
  await runByItself();
  const [row] = await world.list(world.admin);
  const { id } = row!;
  const owner = world.owners[0];
  const status = async (verb: string, body: object = {}) =>
    (await world.act(world.admin, id, verb, body)).status;
  const dispute = async () =>
    (
      await world.send(await world.signInAgain(owner), 'POST', `/api/owner/earnings/${id}/dispute`, {
        reason: 'Too few plays.',
      })
    ).status;
  expect(await status('approve')).toBe(409);
  expect(await dispute()).toBe(409);
  expect(await status('adjust', { amount_minor: 0, reason: 'Nothing at all' })).toBe(400);
  expect(await status('adjust', { amount_minor: -20, reason: 'Cleaning of the screen' })).toBe(200);
  expect(await world.read(world.admin, id)).toMatchObject({ adjustment_minor: -20, net_minor: 50 });
  await world.goTo('2026-11-02T08:00:00.000Z');
  await runByItself();
  expect(await status('answer', { answer: 'Nobody asked.' })).toBe(409);
  expect(await dispute()).toBe(200);
  expect(await status('approve')).toBe(409);
  expect(await status('answer', { answer: 'All plays are there.' })).toBe(200);
  expect(await status('approve')).toBe(200);
  expect(await status('adjust', { amount_minor: 5, reason: 'Too late now' })).toBe(409);
  expect(await world.read(world.admin, id)).toMatchObject({ net_minor: 50, answer: 'All plays are there.' });
  expect(await world.test.db.$count(devices, inArray(devices.id, [world.first]))).toBe(1);
});
