/** What comes in for an invoice, and what is taken off it. */
import { and, eq, getTableColumns } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  invoices as invoiceEntity,
  UNPAID,
  type InvoiceDetail,
} from '../../../shared/contract/sales/billing/invoice.ts';
import { payments as entity, type Payment } from '../../../shared/contract/sales/billing/payment.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { dayOf, isoDate, majorOf } from '../../../shared/i18n/format.ts';
import { uuid7 } from '../../../shared/random.ts';
import { commonFieldsOf, requireFound, requireRestorable, requireVersion } from '../../db/rows.ts';
import { creditNotes, payments } from '../../db/schema.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { lockBooks, nextNumber } from '../numbers.ts';
import { creditableByRate, creditedAtRates } from './creditable.ts';
import { findInvoice, sellerNow, writeInvoice, type InvoiceRow } from './invoices.ts';
import { refuseField, sumsOf } from './lines.ts';
import { paidOnProblem } from './paidOn.ts';
import { lockStanding } from './sending.ts';
import { settled } from './settled.ts';

type CreditNoteRow = typeof creditNotes.$inferSelect;
type PaymentRow = typeof payments.$inferSelect;
const toPayment = (row: PaymentRow): Payment => ({ ...row, ...commonFieldsOf(row) });
export const paymentListing = listing(entity)<PaymentRow>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(payments)),
  fields: getTableColumns(payments),
  id: payments.id,
  scope: ({ tenant_id }) => eq(payments.tenant_id, tenant_id),
  sortColumns: {
    paid_on: payments.paid_on,
    amount_minor: payments.amount_minor,
    created_at: payments.created_at,
  },
  searchColumns: [payments.reference],
  filterColumns: { method: payments.method, invoice_id: payments.invoice_id },
  deleted_at: payments.deleted_at,
  created_at: payments.created_at,
  serialize: (_ctx, rows) => rows.map(toPayment),
});

const PAYABLE = { from: UNPAID };
/** Nothing is taken that is not owed: what a customer pays too much is sent back or recorded on another invoice. */
const requireLeft = (row: InvoiceRow, amount_minor: number) =>
  requireWithin(row, 'amount_minor', amount_minor);
const requireCreditable = (row: InvoiceRow, total_minor: number) => requireWithin(row, 'lines', total_minor);
/** Both are typed in the currency's own unit. */
function requireWithin({ left_minor, currency }: InvoiceRow, field: string, minor: number): void {
  if (minor > left_minor) refuseField(field, `Must be at most ${majorOf(left_minor, currency)}`);
}

/** Today is that of the tenant; the date of the invoice is the one it shows. */
async function requirePaidOn(ctx: TransactionContext, row: InvoiceRow, paid_on: string): Promise<void> {
  const { tz } = await sellerNow(ctx);
  const sent = row.sent_at === null ? null : dayOf(row.sent_at.toISOString(), row.seller?.tz ?? tz);
  const problem = paidOnProblem(paid_on, { sent, today: isoDate(ctx.now, tz) });
  if (problem !== null) refuseField('paid_on', problem);
}

async function settle(
  ctx: TransactionContext,
  row: InvoiceRow,
  change: { paid_minor?: number; credited_minor?: number },
): Promise<InvoiceDetail> {
  return writeInvoice(ctx, row, settled(row, change));
}

/** The invoice is named where its page looks for it; one of another tenant is answered like none. */
async function payable(ctx: TransactionContext, invoice_id: string): Promise<InvoiceRow> {
  const note = { ...ctx.auditNote };
  const row = await lockStanding(ctx, invoice_id);
  ctx.auditNote = note;
  ctx.auditNote.target_name = [row.number, row.customer_name].filter(Boolean).join(' ');
  requireState(PAYABLE, row.state);
  return row;
}

export async function createPayment(
  ctx: TransactionContext,
  body: Body<NonNullable<typeof entity.create>>,
): Promise<Payment> {
  const row = await payable(ctx, body.invoice_id);
  requireLeft(row, body.amount_minor);
  await requirePaidOn(ctx, row, body.paid_on);
  const [made] = await ctx.tx
    .insert(payments)
    .values({
      ...{ ...body, id: uuid7(ctx.now), tenant_id: ctx.tenant_id, currency: row.currency },
      ...{ created_by: ctx.user_id, created_at: dateOf(ctx.now), updated_at: dateOf(ctx.now) },
    })
    .returning();
  await settle(ctx, row, { paid_minor: body.amount_minor });
  return toPayment(requireFound(made, 'payment'));
}

async function lockPayment(ctx: TransactionContext, id: string): Promise<PaymentRow> {
  const [row] = await ctx.tx
    .select()
    .from(payments)
    .where(and(eq(payments.id, id), eq(payments.tenant_id, ctx.tenant_id)))
    .for('update');
  const found = requireFound(row, 'payment');
  ctx.auditNote.before = found;
  return found;
}
async function lockVersion(ctx: TransactionContext, id: string, expected: number): Promise<PaymentRow> {
  const row = await lockPayment(ctx, id);
  if (row.deleted_at !== null) requireFound(null, 'payment');
  if (row.version !== expected) requireVersion(toPayment(row), expected);
  return row;
}
async function writePayment(
  ctx: TransactionContext,
  { id, version }: PaymentRow,
  set: Partial<PaymentRow>,
): Promise<Payment> {
  const [row] = await ctx.tx
    .update(payments)
    .set({ ...set, version: version + 1, updated_at: dateOf(ctx.now) })
    .where(eq(payments.id, id))
    .returning();
  return toPayment(requireFound(row, 'payment'));
}

export async function changePayment(
  ctx: TransactionContext,
  { id, expected }: { id: string; expected: number },
  patch: Body<NonNullable<typeof entity.patch>>,
): Promise<Payment> {
  const row = await lockVersion(ctx, id, expected);
  if (patch.paid_on !== undefined && patch.paid_on !== row.paid_on)
    await requirePaidOn(ctx, await findInvoice(ctx, row.invoice_id), patch.paid_on);
  return writePayment(ctx, row, patch);
}
/** One that was recorded wrongly; an invoice that is paid in full stays paid. */
export async function removePayment(ctx: TransactionContext, id: string, expected: number): Promise<void> {
  const row = await lockVersion(ctx, id, expected);
  const invoice = await payable(ctx, row.invoice_id);
  ctx.auditNote.before = row;
  await settle(ctx, invoice, { paid_minor: -row.amount_minor });
  await writePayment(ctx, row, { deleted_at: dateOf(ctx.now) });
}
export async function restorePayment(ctx: TransactionContext, id: string): Promise<Payment> {
  const row = await lockPayment(ctx, id);
  requireRestorable(row.deleted_at, ctx.now);
  const invoice = await payable(ctx, row.invoice_id);
  requireLeft(invoice, row.amount_minor);
  await settle(ctx, invoice, { paid_minor: row.amount_minor });
  return writePayment(ctx, row, { deleted_at: null });
}

type CreditLine = Body<typeof invoiceEntity.actionEndpoints.credit>['lines'][number];
async function lockCreditable(ctx: TransactionContext, id: string): Promise<InvoiceRow> {
  await lockBooks(ctx.tx, ctx.tenant_id);
  const row = await lockStanding(ctx, id);
  requireState(invoiceEntity.actions.credit, row.state);
  return row;
}
async function giveCredit(
  ctx: TransactionContext,
  row: InvoiceRow,
  { reason, lines }: { reason: string; lines: (CreditLine & { tax_minor: number; plays?: number })[] },
): Promise<CreditNoteRow> {
  const sums = sumsOf(lines);
  requireCreditable(row, sums.total_minor);
  const [made] = await ctx.tx
    .insert(creditNotes)
    .values({
      ...{ id: uuid7(ctx.now), tenant_id: ctx.tenant_id, invoice_id: row.id, reason, lines, ...sums },
      number: await nextNumber(ctx.tx, 'credit_note', ctx),
      ...{ created_by: ctx.user_id, created_at: dateOf(ctx.now), updated_at: dateOf(ctx.now) },
    })
    .returning();
  await settle(ctx, row, { credited_minor: sums.total_minor });
  return requireFound(made, 'credit note');
}

/** At rates of the invoice alone, and of each no more than it was invoiced at that rate: what a person takes off, and a dispute. */
export async function creditInvoice(
  ctx: TransactionContext,
  { id, reason, lines }: { id: string; reason: string; lines: (CreditLine & { plays?: number })[] },
): Promise<CreditNoteRow> {
  const row = await lockCreditable(ctx, id);
  const notes = await ctx.tx
    .select({ lines: creditNotes.lines })
    .from(creditNotes)
    .where(eq(creditNotes.invoice_id, id));
  const credited = notes.flatMap(note => note.lines);
  const found = creditedAtRates(lines, creditableByRate(row.lines, credited), row.currency, row.left_minor);
  if (found.problem !== null) return refuseField(found.problem.field, found.problem.text);
  return giveCredit(ctx, row, { reason, lines: found.lines });
}
