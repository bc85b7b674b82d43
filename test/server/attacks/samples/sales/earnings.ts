/** For each write of earnings, payouts and budgets a body that is taken; each on rows of its own. */
import { eq } from 'drizzle-orm';
import { tenants } from '../../../../../server/db/schema.ts';
import { addEarnings, type EarningRows } from '../../../../support/server/rows/sales/earningRows.ts';
import { onNew, type Make } from '../../making.ts';
import type { World } from '../../world.ts';

const REASON = { reason: 'The screen was dark for a week.' };
const rowsFor = ({ test, ours }: World, owner_user_id?: string) =>
  addEarnings(test, {
    ...{ tenant_id: test.tenant_id, device_id: ours.screen.id },
    ...(owner_user_id !== undefined && { owner_user_id }),
  });
const on =
  (which: keyof EarningRows, body: Record<string, unknown> = {}): Make =>
  async world => ({ params: { id: (await rowsFor(world))[which] }, body });

const BUDGET = {
  ...{ name: 'Harbour month', scope: 'tenant', period: 'month', campaign_id: null },
  ...{ amount_minor: 100_000, hard_cap: true },
};
/** Prices are those of the tenant, whose currency other writes may have changed. */
async function budgetIn({ test }: World) {
  const [tenant] = await test.db
    .select({ currency: tenants.currency })
    .from(tenants)
    .where(eq(tenants.id, test.tenant_id));
  return { ...BUDGET, currency: tenant?.currency ?? 'EUR' };
}
const onBudget =
  (body: Record<string, unknown> = {}): Make =>
  async world =>
    onNew('/api/budgets', await budgetIn(world), body)(world);
const REQUEST = { amount_minor: 100_000, budget_id: null, ...REASON };
const ACCOUNT = { holder: 'Owner of a cab', number: 'PT50000201231234567890154', bank: 'Tejo' };

export const EARNING_SAMPLES: Record<string, Make> = {
  'POST /api/budgets': async world => ({ body: await budgetIn(world) }),
  'PATCH /api/budgets/:id': onBudget({ name: 'Harbour', amount_minor: 200_000, hard_cap: false }),
  'POST /api/budgets/:id/transfer': async world => {
    const { id } = await world.post<{ id: string }>('/api/budgets', await budgetIn(world));
    return { ...(await onBudget()(world)), body: { to_id: id, amount_minor: 100 } };
  },
  'POST /api/budgets/:id/close': onBudget(),
  'POST /api/budgets/requests': () => Promise.resolve({ body: REQUEST }),
  'POST /api/budgets/requests/:id/approve': onNew('/api/budgets/requests', REQUEST, {}),
  'POST /api/budgets/requests/:id/decline': onNew('/api/budgets/requests', REQUEST, REASON),
  'POST /api/earnings/recalculate': () =>
    Promise.resolve({ body: { period: new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 7) } }),
  'POST /api/earnings/:id/approve': on('calculated'),
  'POST /api/earnings/:id/adjust': on('calculated', { ...REASON, amount_minor: -100 }),
  'POST /api/earnings/:id/answer': on('disputed', { answer: 'All plays are counted.' }),
  'POST /api/payouts': async world => ({ body: { owner_user_id: (await rowsFor(world)).payee } }),
  'POST /api/payouts/:id/start': on('pending'),
  'POST /api/payouts/:id/pay': on('processing', { reference: 'T-1' }),
  'POST /api/payouts/:id/fail': on('processing', REASON),
  'POST /api/payouts/:id/cancel': on('pending', REASON),
  'POST /api/payouts/:id/account': on('pending'),
  'POST /api/owner/earnings/:id/dispute': async world => {
    const owner = await world.test.signIn('device_owner');
    const rows = await rowsFor(world, owner.id);
    return { params: { id: rows.calculated }, body: REASON, headers: owner.headers, role: 'device_owner' };
  },
  'PUT /api/owner/payout-account': async ({ test }) => {
    const { headers } = await test.signIn('device_owner');
    const request = { method: 'PUT', url: '/api/owner/payout-account', payload: ACCOUNT } as const;
    await test.app.inject({ ...request, headers: { ...headers, 'if-match': '"0"' } });
    return { body: { ...ACCOUNT, bank: 'Douro' }, version: 1, headers, role: 'device_owner' };
  },
};
