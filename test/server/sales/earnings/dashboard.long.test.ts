/** OWNER-02: what the dashboard of an owner says beside his screens. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { payouts } from '../../../../server/db/schema.ts';
import type { ownerSummary } from '../../../../shared/contract/fleet/owner.ts';
import type { Answer } from '../../../../shared/contract/wire/endpoint.ts';
import type { Payout } from '../../../../shared/contract/sales/payout.ts';
import type { OwnTicketThread } from '../../../../shared/contract/trust/ticket.ts';
import { platformOf } from '../../../support/server/people.ts';
import { earningWorld, type EarningWorld, type User } from './world.ts';

const ACCOUNT = { holder: 'Owner of cab 1', number: 'PT50000201231234567890154', bank: 'Banco do Tejo' };
let world: EarningWorld;
beforeAll(async () => {
  world = await earningWorld();
});
afterAll(() => world.test.close());
beforeEach(() => world.startAnew());

const summary = async (by: User) =>
  (await world.send<Answer<typeof ownerSummary>>(by, 'GET', `/api/owner/summary?from=${world.now()}`)).body;
const his = async (nth: 0 | 1) => summary(await world.signInAgain(world.owners[nth]));
const EUR = { currency: 'EUR' };

it('OWNER-02 an owner sees what this month earned him so far, of his own screens alone', async () => {
  const none = { ...EUR, gross_minor: 0, net_minor: 0 };
  expect((await his(0)).month).toEqual({ period: '2026-10', ...none });
  await world.play('2026-10-10T10:00:00.000Z', 400);
  await world.play('2026-10-12T10:00:00.000Z', 40, { device_id: world.second });
  await world.recalculate('2026-10');
  expect((await his(0)).month).toEqual({ period: '2026-10', ...EUR, gross_minor: 100, net_minor: 70 });
  expect((await his(1)).month).toEqual({ period: '2026-10', ...EUR, gross_minor: 10, net_minor: 7 });
  expect((await summary(world.admin)).month).toMatchObject({ gross_minor: 110, net_minor: 77 });
  /** A month later it begins anew: by the clocks of Lisbon, an hour before November begins there is none of it. */
  await world.goTo('2026-10-31T23:59:59.000Z');
  expect((await his(0)).month).toMatchObject({ period: '2026-10', net_minor: 70 });
  await world.goTo('2026-11-01T00:00:01.000Z');
  expect((await his(0)).month).toEqual({ period: '2026-11', ...none });
});

it('OWNER-02 an owner sees what is paid next, from its approval until it has arrived', async () => {
  await world.play('2026-10-10T10:00:00.000Z', 400);
  await world.send(await world.signInAgain(world.owners[0]), 'PUT', '/api/owner/payout-account', ACCOUNT, 0);
  await world.goTo('2026-11-10T08:00:00.000Z');
  await world.recalculate('2026-10');
  expect((await his(0)).next_payout).toBe(null);
  const [october] = await world.list(world.admin, '?period=2026-10');
  await world.act(world.admin, october!.id, 'approve');
  const next = { ...EUR, amount_minor: 70 };
  expect((await his(0)).next_payout).toEqual({ state: 'approved', ...next });
  expect((await his(1)).next_payout).toBe(null);
  const owner_user_id = world.owners[0].id;
  const { body } = await world.send<Payout>(world.admin, 'POST', '/api/payouts', { owner_user_id });
  expect((await his(0)).next_payout).toEqual({ state: 'pending', ...next });
  expect((await his(1)).next_payout).toBe(null);
  const set = (state: 'processing' | 'paid') =>
    world.test.db.update(payouts).set({ state }).where(eq(payouts.id, body.id));
  await set('processing');
  expect((await his(0)).next_payout).toEqual({ state: 'processing', ...next });
  await set('paid');
  expect((await his(0)).next_payout).toBe(null);
});

it('OWNER-02 an owner sees how many of his tickets are open, and how many wait for him', async () => {
  const owner = await world.signInAgain(world.owners[0]);
  expect((await summary(owner)).tickets).toEqual({ open: 0, waiting: 0 });
  const write = async (subject: string) =>
    (
      await world.send<OwnTicketThread>(owner, 'POST', '/api/own-tickets', {
        ...{ subject, category: 'device', body: 'Since this morning.' },
      })
    ).body.id;
  const [first, second] = [await write('Dark screen'), await write('Loud screen'), await write('Old screen')];
  const agent = await world.test.signIn('staff_support', await platformOf(world.test));
  await world.send(agent, 'POST', `/api/support/tickets/${first}/reply`, { body: 'Pull the plug.' });
  expect((await summary(owner)).tickets).toEqual({ open: 3, waiting: 1 });
  await world.send(owner, 'POST', `/api/own-tickets/${second}/resolve`, {});
  expect((await summary(owner)).tickets).toEqual({ open: 2, waiting: 1 });
  expect((await his(1)).tickets).toEqual({ open: 0, waiting: 0 });
  expect((await summary(world.admin)).tickets).toEqual({ open: 0, waiting: 0 });
});
