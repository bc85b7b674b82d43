/** For each write of plans, invoices and payments a body that is taken. */
import { addBilling, type BillingRows } from '../../../../support/server/rows/sales/billingRows.ts';
import { word, type Make } from '../../making.ts';

const plan = () => ({
  ...{ code: `p-${word()}`, name: 'Evening', price_minor: 1_900, per_thousand_minor: 900, currency: 'EUR' },
  ...{ interval: 'month', limits: { devices: 5, users: 2, storage_gb: null, share_pct: 10 } },
  ...{ is_public: true, is_example: false },
});
const REASON = { reason: 'The booking was cancelled.' };
const on =
  <T extends keyof BillingRows>(
    table: T,
    which: keyof BillingRows[T] & string,
    body: Record<string, unknown> = {},
  ): Make =>
  async ({ test }) => {
    const rows = await addBilling(test, test.tenant_id);
    return { params: { id: (rows[table] as Record<string, string>)[which] ?? '' }, body, version: 1 };
  };

export const BILLING_SAMPLES: Record<string, Make> = {
  'POST /api/plans': () => Promise.resolve({ body: plan() }),
  'PATCH /api/plans/:id': async world => on('plans', 'kept', plan())(world),
  'DELETE /api/plans/:id': on('plans', 'kept'),
  'POST /api/plans/:id/restore': on('plans', 'deleted'),
  'PUT /api/invoices/bank-account': async ({ test }) => {
    const url = '/api/invoices/bank-account';
    const { version } = (await test.app.inject({ url, headers: test.admin.headers })).json<{
      version: number;
    }>();
    return { body: { holder: 'Taxi fleet', number: 'PT50000201231234567890154', bank: '' }, version };
  },
  'POST /api/invoices': () =>
    Promise.resolve({
      body: {
        ...{ customer_name: 'Harbour Books', period_from: '2019-01-01', period_to: '2019-01-31' },
        ...{ currency: 'EUR', tax_pct: 19, from_plays: true, from_contracts: true },
      },
    }),
  'PATCH /api/invoices/:id': on('invoices', 'draft', {
    ...{ customer_name: 'Harbour Books', customer_address: 'Quay 7', customer_country: 'DE' },
    ...{ customer_tax_id: 'DE123456789', customer_email: 'books@test.example', seller_address: 'Yard 1' },
    ...{ reference: 'PO 7', note: 'Thank you' },
    lines: [{ text: 'Design of a spot', qty: 1, unit_minor: 2_500, tax_pct: 19 }],
  }),
  'DELETE /api/invoices/:id': on('invoices', 'draft'),
  'POST /api/invoices/:id/restore': on('invoices', 'deleted'),
  'POST /api/invoices/:id/send': on('invoices', 'draft'),
  'POST /api/invoices/:id/void': on('invoices', 'open', REASON),
  'POST /api/invoices/:id/credit': on('invoices', 'open', {
    ...REASON,
    lines: [{ text: 'Discount', net_minor: 100, tax_pct: 19 }],
  }),
  'POST /api/payments': async ({ test }) => {
    const { invoices } = await addBilling(test, test.tenant_id);
    return {
      body: {
        ...{ invoice_id: invoices.open, method: 'bank', amount_minor: 100, reference: 'Statement 12' },
        paid_on: '2019-04-02',
      },
    };
  },
  'PATCH /api/payments/:id': on('payments', 'kept', { reference: 'Statement 13', paid_on: '2019-04-03' }),
  'DELETE /api/payments/:id': on('payments', 'kept'),
  'POST /api/payments/:id/restore': on('payments', 'deleted'),
};
