/** A valid request for each call of plans, invoices and payments. */
import type { BillingRows } from '../../../../support/server/rows/sales/billingRows.ts';
import type { Make } from '../../samples.ts';

const none: Make = () => ({});
const on =
  <T extends keyof BillingRows>(table: T, which: keyof BillingRows[T] & string, more: object = {}): Make =>
  ({ of }) => ({ params: { id: (of.billing[table] as Record<string, string>)[which] ?? '' }, ...more });
const REASON = { reason: 'The booking was cancelled.' };

export const BILLING_SAMPLES: Record<string, Make> = {
  'GET /api/public/plans': none,
  'GET /api/plans': none,
  'GET /api/plans/export': none,
  'GET /api/plans/:id': on('plans', 'kept'),
  'POST /api/plans': () => ({
    body: {
      ...{ code: 'evening', name: 'Evening', price_minor: 1_900, per_thousand_minor: 900, currency: 'EUR' },
      ...{ interval: 'month', limits: { devices: 5, users: 2, storage_gb: null, share_pct: 10 } },
    },
  }),
  'PATCH /api/plans/:id': on('plans', 'kept', { body: { name: 'Harbour plus' }, version: 1 }),
  'DELETE /api/plans/:id': on('plans', 'kept', { version: 1 }),
  'POST /api/plans/:id/restore': on('plans', 'deleted', { body: {} }),
  'GET /api/invoices/customers': none,
  'GET /api/invoices/bank-account': none,
  'PUT /api/invoices/bank-account': () => ({
    body: { holder: 'Taxi fleet', number: 'PT50000201231234567890154' },
    version: 0,
  }),
  'GET /api/invoices/ageing': none,
  'GET /api/invoices': none,
  'GET /api/invoices/export': none,
  'GET /api/invoices/:id': on('invoices', 'open'),
  'GET /api/invoices/:id/xml': on('invoices', 'open'),
  'GET /api/invoices/:id/credit-notes/:note_id/xml': ({ of: { billing } }) => ({
    params: { id: billing.invoices.overdue, note_id: billing.credit_note },
  }),
  'POST /api/invoices': () => ({
    body: { customer_name: 'Harbour Books', period_from: '2019-01-01', period_to: '2019-01-31' },
  }),
  'PATCH /api/invoices/:id': on('invoices', 'draft', { body: { note: 'Thank you' }, version: 1 }),
  'DELETE /api/invoices/:id': on('invoices', 'draft', { version: 1 }),
  'POST /api/invoices/:id/restore': on('invoices', 'deleted', { body: {} }),
  'POST /api/invoices/:id/send': on('invoices', 'draft', { body: {} }),
  'POST /api/invoices/:id/void': on('invoices', 'open', { body: REASON }),
  'POST /api/invoices/:id/credit': on('invoices', 'open', {
    body: { ...REASON, lines: [{ text: 'Discount', net_minor: 100, tax_pct: 19 }] },
  }),
  'GET /api/payments': none,
  'GET /api/payments/export': none,
  'GET /api/payments/:id': on('payments', 'kept'),
  'POST /api/payments': ({ of }) => ({
    body: {
      ...{ invoice_id: of.billing.invoices.open, method: 'bank', amount_minor: 100 },
      paid_on: '2019-04-02',
    },
  }),
  'PATCH /api/payments/:id': on('payments', 'kept', { body: { reference: 'Statement 13' }, version: 1 }),
  'DELETE /api/payments/:id': on('payments', 'kept', { version: 1 }),
  'POST /api/payments/:id/restore': on('payments', 'deleted', { body: {} }),
};
