/** Invoices of the demo: one that is settled, one that is due, one that is overdue and disputed, one that was voided and a draft. */
import { and, eq, inArray, or } from 'drizzle-orm';
import { dateOf } from '../../shared/clock.ts';
import { DISPUTE_DUE_D } from '../../shared/contract/sales/dispute.ts';
import { DUE_D, type Invoice } from '../../shared/contract/sales/billing/invoice.ts';
import type { Role } from '../../shared/contract/wire/roles.ts';
import { uuid7 } from '../../shared/random.ts';
import type { Db } from '../db/database.ts';
import { creditNotes, disputeEvidence, disputes, invoices, payments, reconciliations } from '../db/schema.ts';
import { pricedLine, sumsOf, taxOf } from '../sales/billing/lines.ts';
import { settled } from '../sales/billing/settled.ts';
import { nextNumber } from '../sales/numbers.ts';
import type { TransactionContext } from '../transaction/context.ts';

const DAY_MS = 86_400_000;
const CURRENCY = 'EUR';
const TAX_PCT = 23;
const PERIOD_D = 30;
/** Days ago. */
const DISPUTED_D = 4;
const BILLING_DESK = 'billing@demo.example';
const SELLER = {
  ...{ name: 'Taxi fleet', country: 'PT', tax_id: 'PT501234567', tz: 'Europe/Lisbon' },
  contact_email: 'office@taxi-fleet.example',
  bank_account: null,
};
const MUSEUMS = {
  ...{ customer_name: 'Seven Hills Museums', customer_address: 'Rua das Janelas 9\n1200-690 Lisboa' },
  ...{ customer_country: 'PT', customer_tax_id: 'PT509876543' },
};
const MARKET = {
  ...{ customer_name: 'Lantern Night Market', customer_address: 'Cais do Mercado 4\n1200-450 Lisboa' },
  ...{ customer_country: 'PT', customer_tax_id: 'PT505555550' },
};
interface Example {
  customer: typeof MUSEUMS;
  text: string;
  unit_minor: number;
  /** Days ago; null: a draft. */
  sent_d: number | null;
  state: Invoice['state'];
  /** Of the total. */
  paid?: 'all' | 'half';
  credit_minor?: number;
}
const EXAMPLES: readonly Example[] = [
  {
    customer: MUSEUMS,
    text: 'Summer campaign, design of spots',
    unit_minor: 84_000,
    sent_d: 75,
    state: 'open',
    paid: 'all',
  },
  { customer: MARKET, text: 'Opening week, entered twice', unit_minor: 36_000, sent_d: 60, state: 'void' },
  {
    customer: MARKET,
    text: 'Opening week, fixed price',
    unit_minor: 36_000,
    sent_d: 50,
    state: 'overdue',
    paid: 'half',
  },
  {
    customer: MUSEUMS,
    text: 'Autumn campaign, fixed price',
    unit_minor: 120_000,
    sent_d: 6,
    state: 'open',
    credit_minor: 10_000,
  },
  { customer: MARKET, text: 'Translation of a spot', unit_minor: 9_500, sent_d: null, state: 'draft' },
];
const dayOf = (ms: number) => dateOf(ms).toISOString().slice(0, 10);

interface Of {
  people: readonly { id: string; role?: Role }[];
  today: number;
}
export async function insertInvoices(ctx: TransactionContext, { people, today }: Of): Promise<void> {
  const created_by = people.find(one => one.role === 'admin')?.id ?? null;
  for (const example of EXAMPLES) await insertInvoice(ctx, example, { created_by, today });
  await insertDispute(ctx, { created_by, today });
}

/** Of what is overdue: its customer has said why, and evidence was asked for. */
async function insertDispute(
  { tx, tenant_id }: TransactionContext,
  { created_by, today }: { created_by: string | null; today: number },
): Promise<void> {
  const [invoice] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.tenant_id, tenant_id), eq(invoices.state, 'overdue')));
  if (!invoice) return;
  const ms = today - DISPUTED_D * DAY_MS;
  const [id, at] = [uuid7(ms), dateOf(ms)];
  await tx.insert(disputes).values({
    ...{ id, tenant_id, created_by, created_at: at, updated_at: at, currency: CURRENCY },
    ...{ kind: 'late', scope: 'invoice', state: 'evidence_requested', invoice_id: invoice.id },
    ...{ subject: `${invoice.number} ${invoice.customer_name}`, claimed_minor: 9_000 },
    ...{ claim: 'The spot began two days after the opening.', due_at: dateOf(ms + DISPUTE_DUE_D * DAY_MS) },
  });
  await tx.insert(disputeEvidence).values({
    ...{ id: uuid7(ms), tenant_id, dispute_id: id, at, position: 0, by: BILLING_DESK, plays: [] },
    text: 'Please send the booking that names the first day.',
  });
}

async function insertInvoice(
  { tx, tenant_id }: TransactionContext,
  { customer, text, unit_minor, sent_d, state, paid, credit_minor }: Example,
  { created_by, today }: { created_by: string | null; today: number },
): Promise<void> {
  const ms = today - (sent_d ?? 1) * DAY_MS;
  const [id, at] = [uuid7(ms), dateOf(ms)];
  const common = { tenant_id, created_by, created_at: at, updated_at: at };
  const line = pricedLine(
    {
      ...{ id: uuid7(ms), kind: 'other', text, qty: 1, unit_minor, price_micros: null },
      ...{ tax_pct: TAX_PCT, evidence: null },
    },
    CURRENCY,
  );
  const sums = sumsOf([line]);
  const credit = { net_minor: credit_minor ?? 0, tax_minor: taxOf(credit_minor ?? 0, TAX_PCT) };
  const credited = sumsOf([credit]);
  const amount_minor =
    paid === 'all' ? sums.total_minor : paid === 'half' ? Math.floor(sums.total_minor / 2) : 0;
  const balance = settled(
    { state, total_minor: sums.total_minor, paid_minor: 0, credited_minor: 0 },
    { paid_minor: amount_minor, credited_minor: credited.total_minor },
  );
  const isSent = sent_d !== null;
  await tx.insert(invoices).values({
    ...{ ...common, id, ...customer, seller_address: 'Avenida do Aeroporto 50\n1700-007 Lisboa' },
    ...{ currency: CURRENCY, lines: [line], ...sums, ...balance },
    ...{ period_from: dayOf(ms - PERIOD_D * DAY_MS), period_to: dayOf(ms - DAY_MS) },
    ...(state === 'void' && { left_minor: 0, reason: 'Entered twice' }),
    ...(isSent && {
      ...{ number: await nextNumber(tx, 'invoice', { tenant_id, now: ms }), seller: SELLER },
      ...{ sent_at: at, due_at: dateOf(ms + DUE_D * DAY_MS) },
    }),
  });
  if (amount_minor > 0)
    await tx.insert(payments).values({
      ...{ ...common, id: uuid7(ms), invoice_id: id, method: 'bank', amount_minor, currency: CURRENCY },
      ...{ reference: 'Bank statement', paid_on: dayOf(ms + DUE_D * DAY_MS) },
    });
  if (credited.total_minor > 0)
    await tx.insert(creditNotes).values({
      ...{ ...common, id: uuid7(ms), invoice_id: id, reason: 'Two days without a signal', ...credited },
      number: await nextNumber(tx, 'credit_note', { tenant_id, now: ms }),
      lines: [{ ...credit, text: 'Rebate', tax_pct: TAX_PCT }],
    });
}

/** Those they have made, with all that was recorded of them. */
export async function removeInvoices(tx: Db, people: string[]): Promise<void> {
  const theirs = await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(inArray(invoices.created_by, people));
  const ids = theirs.map(({ id }) => id);
  await tx
    .delete(disputes)
    .where(or(inArray(disputes.invoice_id, ids), inArray(disputes.created_by, people)));
  await tx.delete(reconciliations).where(inArray(reconciliations.created_by, people));
  await tx.delete(payments).where(inArray(payments.invoice_id, ids));
  await tx.delete(creditNotes).where(inArray(creditNotes.invoice_id, ids));
  await tx.delete(invoices).where(inArray(invoices.id, ids));
}
