/** Invoices with what was paid and credited of them, and plans: one in each state that an act begins from. */
import { creditNotes, invoices, payments, plans } from '../../../../../server/db/schema.ts';
import { pricedLine, sumsOf } from '../../../../../server/sales/billing/lines.ts';
import { uuid7 } from '../../../../../shared/random.ts';
import type { TestServer } from '../../server.ts';

const NONE = '00000000-0000-7000-8000-00000000000f';
const DAY_MS = 86_400_000;
const STATES = ['draft', 'open', 'overdue'] as const;
const PAID_MINOR = 1_000;
const CREDIT = {
  ...{ reason: 'Agreed by telephone', subtotal_minor: 100, tax_minor: 19, total_minor: 119 },
  lines: [{ text: 'Discount', net_minor: 100, tax_pct: 19, tax_minor: 19 }],
};
/** Before what was paid of them. */
const SENT = new Date(Date.UTC(2019, 3, 1, 12));
export interface BillingRows {
  invoices: Record<(typeof STATES)[number] | 'deleted', string>;
  /** Of the overdue invoice, as are the payments. */
  credit_note: string;
  payments: Record<'kept' | 'deleted', string>;
  plans: Record<'kept' | 'deleted', string>;
}
export const NO_BILLING: BillingRows = {
  invoices: { draft: NONE, open: NONE, overdue: NONE, deleted: NONE },
  credit_note: NONE,
  payments: { kept: NONE, deleted: NONE },
  plans: { kept: NONE, deleted: NONE },
};

/** Of another year than any the server numbers. */
const numberOf = (sign: string, id: string) => `${sign}-2019-${id.slice(-8)}`;

export async function addBilling(
  { db, server }: Pick<TestServer, 'db' | 'server'>,
  tenant_id: string,
): Promise<BillingRows> {
  const now = server.clock.now();
  const at = new Date(now);
  const line = (id: string) =>
    pricedLine(
      {
        ...{ id, kind: 'other', text: 'Design of a spot', qty: 2, unit_minor: 5_000, price_micros: null },
        ...{ tax_pct: 19, evidence: null },
      },
      'EUR',
    );
  const row = (state: (typeof STATES)[number]) => {
    const id = uuid7(now);
    const lines = [line(uuid7(now))];
    const sums = sumsOf(lines);
    const paid_minor = state === 'overdue' ? PAID_MINOR : 0;
    const credited_minor = state === 'overdue' ? CREDIT.total_minor : 0;
    return {
      ...{
        id,
        tenant_id,
        state,
        customer_name: 'Harbour Books',
        currency: 'EUR',
        lines,
        ...sums,
        paid_minor,
        credited_minor,
      },
      ...{ period_from: '2019-03-01', period_to: '2019-03-31', customer_country: 'DE' },
      left_minor: sums.total_minor - paid_minor - credited_minor,
      number: state === 'draft' ? null : numberOf('I', id),
      sent_at: state === 'draft' ? null : SENT,
      due_at: state === 'draft' ? null : new Date(now + (state === 'open' ? DAY_MS : -DAY_MS)),
      seller:
        state === 'draft'
          ? null
          : {
              name: 'Taxi fleet',
              country: 'PT',
              tax_id: 'PT123456789',
              contact_email: null,
              bank_account: null,
              tz: 'UTC',
            },
      deleted_at: null as Date | null,
    };
  };
  const made = STATES.map(row);
  const deleted = { ...row('draft'), deleted_at: at };
  await db.insert(invoices).values([...made, deleted]);
  const ids = Object.fromEntries(made.map(({ state, id }) => [state, id]));
  const payment = (deleted_at: Date | null) => ({
    ...{ id: uuid7(now), tenant_id, invoice_id: ids['overdue'] ?? NONE, method: 'bank' as const, deleted_at },
    ...{ amount_minor: PAID_MINOR, currency: 'EUR', reference: 'Statement 12', paid_on: '2019-04-02' },
  });
  const paid = { kept: payment(null), deleted: payment(at) };
  await db.insert(payments).values([paid.kept, paid.deleted]);
  const credits = [deleted.id, ids['overdue'] ?? NONE].map(invoice_id => {
    const id = uuid7(now);
    return { id, tenant_id, invoice_id, number: numberOf('CN', id), ...CREDIT };
  });
  await db.insert(creditNotes).values(credits);
  const plan = (deleted_at: Date | null, id = uuid7(now)) => ({
    ...{ id, tenant_id, code: `harbour-${id.slice(-8)}`, name: 'Harbour', price_minor: 900, deleted_at },
    ...{ per_thousand_minor: 1_200, currency: 'EUR', interval: 'month' as const },
    limits: { devices: 10, users: null, storage_gb: null, share_pct: 20 },
  });
  const priced = { kept: plan(null), deleted: plan(at) };
  await db.insert(plans).values([priced.kept, priced.deleted]);
  return {
    invoices: { ...(ids as Record<(typeof STATES)[number], string>), deleted: deleted.id },
    credit_note: credits[1]?.id ?? NONE,
    payments: { kept: paid.kept.id, deleted: paid.deleted.id },
    plans: { kept: priced.kept.id, deleted: priced.deleted.id },
  };
}
