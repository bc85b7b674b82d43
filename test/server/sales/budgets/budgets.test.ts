import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Lease, PulledLeases } from '../../../../shared/contract/playout/lease.ts';
import type { Budget } from '../../../../shared/contract/sales/budget.ts';
import type { CampaignPatch } from '../../../../shared/contract/sales/campaign.ts';
import type { Diagnosis } from '../../../../shared/contract/sales/campaignCalls.ts';
import { budgets, campaigns, tenants } from '../../../../server/db/schema.ts';
import { alertsOf } from '../../../../server/sales/budgets/budgets.ts';
import type { BudgetRow } from '../../../../server/sales/budgets/used.ts';
import { watchBudgets } from '../../../../server/sales/budgets/watch.ts';
import { addLiveCampaign } from '../../../support/server/rows/sales/campaigns.ts';
import { call } from '../../../support/server/playlist.ts';
import { insertPlayRows } from '../../proof/analyticsPlays.ts';
import { campaignWorld } from '../world.ts';

/** Ten cents a play. */
const BID_MICROS = 100_000_000;
const EURO = 100;
let w: Awaited<ReturnType<typeof campaignWorld>>;
beforeAll(async () => {
  w = await campaignWorld();
});
afterAll(() => w.test.close());
afterEach(async () => {
  for (const table of ['budgets', 'leases', 'plays', 'rate_counters'])
    await w.test.db.execute(sql`delete from ${sql.identifier(table)}`);
  await w.test.db.update(campaigns).set({ state: 'ended' });
  await w.advance();
});

const send = async <T = Budget>(
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  payload?: object,
  version?: number,
) => {
  const answer = await call(w.test, w.test.admin, method, url, {
    ...(payload !== undefined && { payload }),
    ...(version !== undefined && { version }),
  });
  return { status: answer.statusCode, body: answer.json<T>() };
};
const BUDGET = { name: 'November', scope: 'tenant', period: 'month', amount_minor: 10 * EURO };
const create = async (more: object = {}) => (await send('POST', '/api/budgets', { ...BUDGET, ...more })).body;
const read = async (id: string) => (await send('GET', `/api/budgets/${id}`)).body;
const live = (more: CampaignPatch = {}) =>
  addLiveCampaign(w.test, w.both(), {
    ...{ creatives: w.shown(), pacing: 'asap', goal_amount: 1_000, bid_micros: BID_MICROS },
    ...more,
  });
const play = (campaign_id: string, n: number, ago_ms = 3_600_000) =>
  insertPlayRows(
    w.test,
    w.test.tenant_id,
    Array.from({ length: n }, (_, nth) => ({
      ...{ device_id: w.screen.id, creative_id: w.spot.id, campaign_id, zone: 'full' as const },
      ...{ result: 'completed' as const, state: 'accepted' as const, duration_ms: 1_000, fix: null },
      ...{ started: w.clock.now() - ago_ms + nth * 1_000, received: w.clock.now() },
    })),
  );
async function pull(): Promise<Lease[]> {
  const answer = await w.screen.call('POST', '/api/player/leases/pull', { held: [], returned: [] });
  return answer.json<PulledLeases>().leases;
}
const watch = () => watchBudgets(w.test.server, error => expect.unreachable(String(error)));

it('OPEN-CONST-02 an amount is 1.00 to 10,000,000.00 in the tenant’s currency, also after a change', async () => {
  const make = async (amount_minor: number) =>
    (await send('POST', '/api/budgets', { ...BUDGET, amount_minor })).status;
  expect([
    await make(99),
    await make(1 * EURO),
    await make(10_000_000 * EURO),
    await make(10_000_000 * EURO + 1),
  ]).toEqual([...[400, 200, 200, 400]]);
  const { id, version } = await create();
  const change = (amount_minor: number) => send('PATCH', `/api/budgets/${id}`, { amount_minor }, version);
  expect((await change(99)).status).toBe(400);
  expect((await change(1 * EURO)).body).toMatchObject({ amount_minor: 100, currency: 'EUR' });
});

it.each([
  ['JPY', 1],
  ['KWD', 1_000],
])(
  'OPEN-CONST-02 of a tenant in %s the bounds of an amount are as many of its units',
  async (currency, unit) => {
    const setCurrency = (to: string) =>
      w.test.db.update(tenants).set({ currency: to }).where(eq(tenants.id, w.test.tenant_id));
    await setCurrency(currency);
    const statusOf = async (amount_minor: number) =>
      (await send('POST', '/api/budgets', { ...BUDGET, amount_minor })).status;
    const found = [
      await statusOf(unit),
      await statusOf(10_000_000 * unit),
      await statusOf(10_000_000 * unit + 1),
    ];
    const below = unit > 1 ? await statusOf(unit - 1) : 400;
    await setCurrency('EUR');
    expect([...found, below]).toEqual([200, 200, 400, 400]);
  },
);

it('what is out with screens stays in a budget that is moved from, to the last cent', async () => {
  const campaign = await live();
  const [from, to] = [await create(), await create({ name: 'December' })];
  await play(campaign.id, 20);
  await w.advance();
  await pull();
  const { spent_minor, reserved_minor, amount_minor } = await read(from.id);
  expect(reserved_minor).toBeGreaterThan(0);
  const left = amount_minor - spent_minor - reserved_minor;
  const move = (minor: number) =>
    send('POST', `/api/budgets/${from.id}/transfer`, { to_id: to.id, amount_minor: minor });
  expect((await move(left + 1)).status).toBe(400);
  expect((await move(left)).status).toBe(200);
});

it('OPEN-CONST-02 shares that people were told of count for the time they were reached in', () => {
  const row = { amount_minor: 100, alerted: { from: 'March', shares: [50, 80] } } as BudgetRow;
  const of = (from: string, spent_minor: number) => alertsOf(row, { from, spent_minor });
  expect(of('March', 90)).toEqual({ sent: [50, 80], due: [] });
  expect(of('March', 100)).toEqual({ sent: [50, 80], due: [100] });
  expect(of('April', 60)).toEqual({ sent: [], due: [50] });
  expect(of('March', 60)).toEqual({ sent: [50], due: [] });
  expect(alertsOf({ ...row, alerted: null }, { from: 'March', spent_minor: 80 }).due).toEqual([50, 80]);
});

it('what is spent is counted from plays of its time, what is reserved from leases, and both lead to a forecast', async () => {
  const campaign = await live();
  const { id } = await create();
  await play(campaign.id, 20);
  /** In October. */
  await play(campaign.id, 5, 40 * 86_400_000);
  expect(await read(id)).toMatchObject({ spent_minor: 200, reserved_minor: 0, state: 'active' });
  const [lease] = await pull();
  const { reserved_minor, forecast_minor, from, to } = await read(id);
  expect(reserved_minor).toBe(lease!.max_plays * 10);
  const share = (w.clock.now() - Date.parse(from)) / (Date.parse(to) - Date.parse(from));
  expect(forecast_minor).toBe(Math.round(200 / share));
  const other = await create({ scope: 'campaign', period: 'flight', campaign_id: (await live()).id });
  expect(other).toMatchObject({ spent_minor: 0, campaign_name: 'Harbour week' });
});

it('many are counted together: a list of twenty asks no more of the database than one of two, and each says its own', async () => {
  const [one, two] = [await live(), await live()];
  await play(one.id, 3);
  await play(two.id, 5);
  await play(two.id, 2, 40 * 86_400_000);
  const flight = (campaign_id: string) => ({ scope: 'campaign', period: 'flight', campaign_id });
  const statements = async () => {
    const before = w.test.server.queries();
    const { items } = (await send<{ items: Budget[] }>('GET', '/api/budgets?limit=100')).body;
    return { n: w.test.server.queries() - before, items };
  };
  await create(flight(one.id));
  await create();
  const few = await statements();
  for (let n = 0; n < 9; n++)
    for (const more of [flight(two.id), { scope: 'campaign', campaign_id: one.id }]) await create(more);
  const many = await statements();
  expect(many.n).toBe(few.n);
  const spentOf = (of: (row: Budget) => boolean) => [
    ...new Set(many.items.filter(of).map(row => row.spent_minor)),
  ];
  expect(spentOf(({ scope }) => scope === 'tenant')).toEqual([80]);
  expect(spentOf(({ period, campaign_id }) => period === 'flight' && campaign_id === two.id)).toEqual([70]);
  expect(spentOf(({ period, campaign_id }) => period === 'flight' && campaign_id === one.id)).toEqual([30]);
  expect(spentOf(({ period, scope }) => period === 'month' && scope === 'campaign')).toEqual([30]);
});

it('BIZ-03 a hard cap is kept by the leases of all campaigns together, pauses them when it is spent, and lets them go on when it is raised', async () => {
  const [one, two] = [await live(), await live()];
  const cap = await create({ amount_minor: 1 * EURO, hard_cap: true });
  await play(one.id, 5);
  await play(two.id, 4);
  await w.advance();
  /** One call asks for both, and the cap buys one play more. */
  const leases = await pull();
  expect(leases.reduce((sum, { max_plays }) => sum + max_plays, 0)).toBe(1);
  expect((await read(cap.id)).spent_minor + (await read(cap.id)).reserved_minor).toBeLessThanOrEqual(
    1 * EURO,
  );
  await play(one.id, 1, 1_800_000);
  await w.advance();
  expect([(await w.read(one.id)).state, (await w.read(two.id)).state]).toEqual([
    'paused_budget',
    'paused_budget',
  ]);
  const { version } = await read(cap.id);
  await watch();
  expect((await read(cap.id)).state).toBe('exhausted');
  const raised = await send('PATCH', `/api/budgets/${cap.id}`, { amount_minor: 20 * EURO }, version);
  expect(raised.body.state).toBe('active');
  await w.advance();
  expect((await w.read(one.id)).state).toBe('live');
});

it('a diagnosis names the budget that is spent before the clock pauses the campaign for it', async () => {
  const budgetOf = async ({ id }: { id: string }) =>
    (await send<Diagnosis>('GET', `/api/campaigns/${id}/diagnose`)).body.checks.find(
      ({ check }) => check === 'budget',
    );
  const [capped, daily] = [await live(), await live({ daily_minor: 1 * EURO })];
  await create({ amount_minor: 2 * EURO, hard_cap: true });
  await play(daily.id, 9);
  expect(await budgetOf(daily)).toMatchObject({ result: 'pass', facts: { today: 90, daily: 100 } });
  await play(daily.id, 1, 1_800_000);
  expect(await budgetOf(daily)).toMatchObject({ result: 'fail', facts: { today: 100, under_budgets: 10 } });
  expect(await budgetOf(capped)).toMatchObject({ result: 'pass', facts: { under_budgets: 10 } });
  await play(capped.id, 10);
  expect(await budgetOf(capped)).toMatchObject({ result: 'fail', facts: { under_budgets: 0 } });
  expect([(await w.read(capped.id)).state, (await w.read(daily.id)).state]).toEqual(['live', 'live']);
});

it('OPEN-CONST-02 people are told at 50, 80 and 100 percent, of each share once in each month, and again of a raised amount', async () => {
  const campaign = await live();
  const { id } = await create({ amount_minor: 1 * EURO });
  const subjects = () => w.test.emails.map(({ subject }) => subject).filter(one => one.includes('November'));
  w.test.emails.length = 0;
  const alerted: string[][] = [];
  for (const plays of [4, 1, 3, 2]) {
    await play(campaign.id, plays);
    await watch();
    await watch();
    await w.test.runJobs();
    alerted.push([...new Set(subjects())].map(one => one.slice(0, 4)));
  }
  expect(alerted).toEqual([[], ['50 %'], ['50 %', '80 %'], ['50 %', '80 %', '100 ']]);
  expect((await read(id)).alerts).toEqual([50, 80, 100]);
  const each = new Map(subjects().map(one => [one, subjects().filter(other => other === one).length]));
  expect(new Set(each.values()).size).toBe(1);
  await send('PATCH', `/api/budgets/${id}`, { amount_minor: 2 * EURO }, (await read(id)).version);
  await watch();
  expect((await read(id)).alerts).toEqual([50]);
  await play(campaign.id, 10);
  await watch();
  await w.test.runJobs();
  expect((await read(id)).alerts).toEqual([50, 80, 100]);
  const people = subjects().length / 4;
  const full = () => subjects().filter(one => one.startsWith('100')).length;
  expect(full()).toBe(2 * people);
  /** Raised and used up between two looks. */
  await send('PATCH', `/api/budgets/${id}`, { amount_minor: 4 * EURO }, (await read(id)).version);
  await play(campaign.id, 20);
  await watch();
  await w.test.runJobs();
  expect(full()).toBe(3 * people);
});

it('OPEN-CONST-02 a share that was reached in the month before is told again, though nobody looked between', async () => {
  const campaign = await live();
  const { id } = await create({ name: 'Again', amount_minor: 1 * EURO });
  const october = { from: '2026-10-01T00:00:00.000Z', shares: [50] };
  await w.test.db.update(budgets).set({ alerted: october }).where(eq(budgets.id, id));
  w.test.emails.length = 0;
  await play(campaign.id, 5);
  await watch();
  await w.test.runJobs();
  expect(w.test.emails.some(({ subject }) => subject.startsWith('50 %') && subject.includes('Again'))).toBe(
    true,
  );
  expect((await read(id)).alerts).toEqual([50]);
});

it('an amount moves from one budget to another at once or not at all, and never more than is left', async () => {
  const campaign = await live();
  const [from, to] = [await create(), await create({ name: 'December' })];
  await play(campaign.id, 20);
  const move = (amount_minor: number) =>
    send('POST', `/api/budgets/${from.id}/transfer`, { to_id: to.id, amount_minor });
  expect((await move(801)).status).toBe(400);
  const moved = await Promise.all([move(500), move(500)]);
  expect(moved.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect([(await read(from.id)).amount_minor, (await read(to.id)).amount_minor]).toEqual([500, 1_500]);
  expect((await send('POST', `/api/budgets/${to.id}/close`, {})).body.state).toBe('closed');
  expect((await move(100)).status).toBe(409);
  expect((await send('POST', `/api/budgets/${to.id}/close`, {})).status).toBe(409);
});

it('BIZ-03 another tenant neither reads nor changes a budget', async () => {
  const { id, version } = await create();
  const tenant = await w.test.addTenant('other-advertiser');
  const stranger = await w.test.signIn('owner', tenant);
  const ask = (method: 'GET' | 'PATCH', url: string) =>
    call(w.test, stranger, method, url, method === 'GET' ? {} : { payload: { name: 'Mine' }, version });
  expect((await ask('GET', '/api/budgets')).json<{ items: Budget[] }>().items).toEqual([]);
  expect((await ask('GET', `/api/budgets/${id}`)).statusCode).toBe(404);
  expect((await ask('PATCH', `/api/budgets/${id}`)).statusCode).toBe(404);
  expect(await w.test.db.$count(campaigns, eq(campaigns.tenant_id, tenant))).toBe(0);
});
