import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Payout, PayoutAccount } from '../../../../shared/contract/sales/payout.ts';
import { earnings, payoutAccounts, payouts, tenants } from '../../../../server/db/schema.ts';
import { calculateEarnings } from '../../../../server/sales/earnings/monthly.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { earningWorld, type EarningWorld } from './world.ts';

const ACCOUNT = {
  holder: 'Owner of cab 1',
  number: 'PT50 0002 0123 1234 5678 9015 4',
  bank: 'Banco do Tejo',
};
const NUMBER = 'PT50000201231234567890154';
let world: EarningWorld;
beforeAll(async () => {
  world = await earningWorld();
});
afterAll(() => world.test.close());
beforeEach(() => world.startAnew());

const setAccount = async (version = 0, body: object = ACCOUNT) =>
  world.send<PayoutAccount>(
    await world.signInAgain(world.owners[0]),
    'PUT',
    '/api/owner/payout-account',
    body,
    version,
  );
const create = () =>
  world.send<Payout & { details: { because: string } }>(world.admin, 'POST', '/api/payouts', {
    owner_user_id: world.owners[0].id,
  });
const move = (id: string, verb: string, body: object = {}) =>
  world.send<Payout>(world.admin, 'POST', `/api/payouts/${id}/${verb}`, body);
/** October is approved, and it is the tenth of November. */
async function approved(): Promise<string> {
  await world.play('2026-10-10T10:00:00.000Z', 400);
  await world.goTo('2026-11-10T08:00:00.000Z');
  await calculateEarnings(world.test.server, error => expect.unreachable(String(error)));
  const [row] = await world.list(world.admin, '?period=2026-10');
  await world.act(world.admin, row!.id, 'approve');
  return row!.id;
}

it('an account is sealed where it lies, masked where it is shown, told by e-mail, and waits seven days', async () => {
  const { status, body } = await setAccount();
  expect(status).toBe(200);
  expect(body).toMatchObject({ version: 1, masked: '•••• 0154', usable_from: '2026-10-27T08:00:00.000Z' });
  const [row] = await world.test.db.select().from(payoutAccounts);
  expect(JSON.stringify(row)).not.toContain(NUMBER.slice(4, -4));
  expect(world.test.emails.at(-1)).toMatchObject({
    to: world.owners[0].email,
    subject: 'Your payout account was changed',
  });
  const log = await world.test.db.execute(sql`select * from audit_details`);
  expect(JSON.stringify(log)).not.toContain(NUMBER.slice(4, -4));
  expect((await setAccount(0)).status).toBe(412);
  await approved();
  expect((await create()).status).toBe(200);
});

it('a payout needs an account, one that is a week old, and something approved', async () => {
  await approved();
  expect((await create()).body.details.because).toBe('no_account');
  await setAccount();
  expect((await create()).body.details.because).toBe('new_account');
  await world.goTo('2026-11-17T08:00:00.000Z');
  expect((await create()).status).toBe(200);
  expect((await create()).body.details.because).toBe('nothing_approved');
});

it('a changed account asks for the password again and does not redirect what is under way', async () => {
  await setAccount();
  await approved();
  const made = (await create()).body;
  const owner = await world.signInAgain(world.owners[0]);
  world.clock.jump(6 * 60_000);
  const late = await world.send(
    owner,
    'PUT',
    '/api/owner/payout-account',
    { ...ACCOUNT, number: 'DE00999999' },
    1,
  );
  expect([late.status, (late.body as { error: string }).error]).toEqual([403, 'REAUTH_REQUIRED']);
  expect((await setAccount(1, { ...ACCOUNT, number: 'DE00999999' })).status).toBe(200);
  world.admin = await world.test.signIn('admin');
  const shown = await move(made.id, 'account');
  expect(shown.body).toEqual({ ...ACCOUNT, number: NUMBER });
  /** What is paid out from now on waits for the new account, too. */
  expect((await move(made.id, 'cancel', { reason: 'Wait for the new account' })).status).toBe(200);
  expect((await create()).body.details.because).toBe('new_account');
});

it('an earning is in one live payout at most, free again after a failure, and paid with it', async () => {
  await setAccount();
  const id = await approved();
  const asked = await Promise.all([create(), create(), create()]);
  expect(asked.map(one => one.status).sort()).toEqual([200, 422, 422]);
  const first = asked.find(one => one.status === 200)!.body;
  expect(first).toMatchObject({ amount_minor: 70, earnings: 1, state: 'pending', method: '•••• 0154' });
  expect((await move(first.id, 'pay', { reference: 'T-1' })).status).toBe(409);
  expect((await move(first.id, 'start')).body.state).toBe('processing');
  expect((await move(first.id, 'cancel', { reason: 'Too late now' })).status).toBe(409);
  const owner = await world.signInAgain(world.owners[0]);
  const disputed = await world.send(owner, 'POST', `/api/owner/earnings/${id}/dispute`, {
    reason: 'Too few plays.',
  });
  expect(disputed.status).toBe(422);
  expect((await move(first.id, 'fail', { reason: 'The account is closed' })).body.state).toBe('failed');
  expect((await world.read(world.admin, id)).payout_id).toBeNull();
  const again = (await create()).body;
  await move(again.id, 'start');
  expect((await move(again.id, 'pay', { reference: 'T-2' })).body).toMatchObject({
    state: 'paid',
    reference: 'T-2',
  });
  expect(await world.read(world.admin, id)).toMatchObject({ state: 'paid', payout_id: again.id });
  expect(world.test.emails.slice(-2).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('failed'),
    expect.stringContaining('was paid to you'),
  ]);
  expect((await move(again.id, 'fail', { reason: 'Too late now' })).status).toBe(409);
  const { body } = await world.send<{ items: Payout[] }>(owner, 'GET', '/api/owner/payouts');
  expect(body.items.map(({ state }) => state).sort()).toEqual(['failed', 'paid']);
  const other = await world.signInAgain(world.owners[1]);
  expect((await world.send<{ items: Payout[] }>(other, 'GET', '/api/owner/payouts')).body.items).toEqual([]);
  expect(await world.test.db.$count(payouts)).toBe(2);
});

it('a payout takes what was earned in the currency of the tenant alone', async () => {
  await setAccount();
  const id = await approved();
  const [row] = await world.test.db.select().from(earnings).where(eq(earnings.id, id));
  await world.test.db
    .insert(earnings)
    .values({ ...row!, id: uuid7(1), period: '2026-09', currency: 'USD', net_minor: 5_000 });
  expect((await create()).body).toMatchObject({ amount_minor: 70, earnings: 1, currency: 'EUR' });
  expect((await create()).body.details.because).toBe('nothing_approved');
});

it('a month that is over keeps the fee that it was counted with, also where plays come late', async () => {
  await world.play('2026-10-10T10:00:00.000Z', 400);
  await world.goTo('2026-11-10T08:00:00.000Z');
  const calculate = () => calculateEarnings(world.test.server, error => expect.unreachable(String(error)));
  await calculate();
  const ofTenant = eq(tenants.id, world.test.tenant_id);
  await world.test.db.update(tenants).set({ fee_pct: 50 }).where(ofTenant);
  await world.play('2026-10-11T10:00:00.000Z', 400);
  await calculate();
  const [october] = await world.list(world.admin, '?period=2026-10');
  await world.test.db.update(tenants).set({ fee_pct: 30 }).where(ofTenant);
  // Two euros, and 30 % of them.
  expect(october).toMatchObject({ fee_pct: 30, gross_minor: 200, fee_minor: 60, net_minor: 140 });
});
