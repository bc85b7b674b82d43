/** A valid request for each call of earnings, payouts and the account they go to, and of budgets. */
import type { EarningRows } from '../../../../support/server/rows/sales/earningRows.ts';
import type { Make } from '../../samples.ts';

const none: Make = () => ({});
const REASON = { reason: 'The screen was dark for a week.' };
const on =
  (which: keyof EarningRows, body?: object): Make =>
  ({ of }) => ({ params: { id: of.earnings[which] }, ...(body && { body }) });

const budget =
  (more: object = {}): Make =>
  ({ of }) => ({ params: { id: of.budgets.active }, ...more });
const request =
  (more: object = {}): Make =>
  ({ of }) => ({ params: { id: of.budgets.request }, ...more });

export const EARNING_SAMPLES: Record<string, Make> = {
  'GET /api/budgets': none,
  'GET /api/budgets/export': none,
  'GET /api/budgets/:id': budget(),
  'POST /api/budgets': () => ({
    body: { name: 'Harbour month', scope: 'tenant', period: 'month', amount_minor: 100_000 },
  }),
  'PATCH /api/budgets/:id': budget({ body: { name: 'Harbour' }, version: 1 }),
  'POST /api/budgets/:id/transfer': ({ of }) => ({
    params: { id: of.budgets.active },
    body: { to_id: of.budgets.other, amount_minor: 100 },
  }),
  'POST /api/budgets/:id/close': budget({ body: {} }),
  'GET /api/budgets/own': none,
  'GET /api/budgets/requests': none,
  'GET /api/budgets/requests/export': none,
  'GET /api/budgets/requests/:id': request(),
  'POST /api/budgets/requests': () => ({ body: { ...REASON, amount_minor: 100_000 } }),
  'POST /api/budgets/requests/:id/approve': request({ body: {} }),
  'POST /api/budgets/requests/:id/decline': request({ body: REASON }),
  'GET /api/earnings': none,
  'GET /api/earnings/export': none,
  'GET /api/earnings/:id': on('calculated'),
  'POST /api/earnings/recalculate': () => ({
    body: { period: new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 7) },
  }),
  'POST /api/earnings/:id/approve': on('calculated', {}),
  'POST /api/earnings/:id/adjust': on('calculated', { ...REASON, amount_minor: -100 }),
  'POST /api/earnings/:id/answer': on('disputed', { answer: 'All plays are counted.' }),
  'GET /api/payouts': none,
  'GET /api/payouts/export': none,
  'GET /api/payouts/:id': on('pending'),
  'POST /api/payouts': ({ of }) => ({ body: { owner_user_id: of.earnings.payee } }),
  'POST /api/payouts/:id/start': on('pending', {}),
  'POST /api/payouts/:id/pay': on('processing', { reference: 'T-1' }),
  'POST /api/payouts/:id/fail': on('processing', REASON),
  'POST /api/payouts/:id/cancel': on('pending', REASON),
  'POST /api/payouts/:id/account': on('pending', {}),
  'GET /api/owner/earnings': none,
  'GET /api/owner/earnings/export': none,
  'GET /api/owner/earnings/:id': on('calculated'),
  'POST /api/owner/earnings/:id/dispute': on('calculated', REASON),
  'GET /api/owner/earning-months': none,
  'GET /api/owner/payouts': none,
  'GET /api/owner/payouts/export': none,
  'GET /api/owner/payouts/:id': on('pending'),
  'GET /api/owner/payout-account': none,
  'PUT /api/owner/payout-account': () => ({
    body: { holder: 'Owner of a cab', number: 'PT50000201231234567890154' },
    version: 0,
  }),
};
