/** The fields that each call of billing takes, copied from the contract's page by hand. */
const PLAN = [
  ...['code', 'name', 'price_minor', 'per_thousand_minor', 'currency', 'interval', 'limits'],
  ...['is_public', 'is_example'],
];
const INVOICE = [
  ...['customer_name', 'customer_address', 'customer_country', 'customer_tax_id', 'customer_email'],
  ...['seller_address', 'reference', 'note', 'lines'],
];

export const BILLING_BODIES: Record<string, string[]> = {
  'POST /api/plans': PLAN,
  'PATCH /api/plans/:id': PLAN,
  'POST /api/invoices': [
    ...['customer_name', 'period_from', 'period_to', 'currency', 'tax_pct', 'from_plays', 'from_contracts'],
  ],
  'PATCH /api/invoices/:id': INVOICE,
  'PUT /api/invoices/bank-account': ['holder', 'number', 'bank'],
  'POST /api/invoices/:id/void': ['reason'],
  'POST /api/invoices/:id/credit': ['reason', 'lines'],
  'POST /api/payments': ['invoice_id', 'method', 'amount_minor', 'reference', 'paid_on'],
  'PATCH /api/payments/:id': ['reference', 'paid_on'],
};
