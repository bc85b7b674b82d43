/** Invoices of a tenant: lists, drafts and what everybody reads of one. */
import { and, asc, desc, eq, getTableColumns, isNull } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  invoices as entity,
  UNPAID,
  type Invoice,
  type InvoiceDetail,
  type Seller,
} from '../../../shared/contract/sales/billing/invoice.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { commonFieldsOf, requireFound, requireRestorable, requireVersion } from '../../db/rows.ts';
import { creditNotes, invoices, payments, tenants } from '../../db/schema.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { inNumberOrder, lockBooks } from '../numbers.ts';
import { bankAccountOf } from './bankAccount.ts';
import { creditableByRate, mostByRate } from './creditable.ts';
import { disputedInvoices } from './disputed.ts';
import { contractLines, isInvoicedElsewhere, playLines, requireWithinContracts } from './drafting.ts';
import { editedLines, sumsOf } from './lines.ts';

export type InvoiceRow = typeof invoices.$inferSelect;
/** Of one that was sent before an address and an account were frozen with it, none is known. */
type LaterField = 'contact_email' | 'bank_account';
type StoredSeller = Omit<Seller, LaterField> & Partial<Pick<Seller, LaterField>>;

const isoOf = (at: Date | null) => at?.toISOString() ?? null;
function toInvoice({ seller: _seller, ...row }: InvoiceRow, disputed: ReadonlySet<string>): Invoice {
  const { id, sent_at, due_at } = row;
  return {
    is_disputed: disputed.has(id),
    ...row,
    sent_at: isoOf(sent_at),
    due_at: isoOf(due_at),
    ...commonFieldsOf(row),
  };
}
export const ofTenant = ({ tenant_id }: TransactionContext) => eq(invoices.tenant_id, tenant_id);
export const invoiceListing = listing(entity)<InvoiceRow>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(invoices)),
  fields: getTableColumns(invoices),
  id: invoices.id,
  scope: ofTenant,
  sortColumns: {
    number: inNumberOrder(invoices.number),
    customer_name: invoices.customer_name,
    total_minor: invoices.total_minor,
    left_minor: invoices.left_minor,
    due_at: invoices.due_at,
    created_at: invoices.created_at,
    updated_at: invoices.updated_at,
  },
  searchColumns: [invoices.number, invoices.customer_name, invoices.reference],
  filterColumns: {
    state: invoices.state,
    customer_name: invoices.customer_name,
    currency: invoices.currency,
  },
  deleted_at: invoices.deleted_at,
  created_at: invoices.created_at,
  async serialize(ctx, rows) {
    const disputed = await disputedInvoices(
      ctx,
      rows.map(({ id }) => id),
    );
    return rows.map(row => toInvoice(row, disputed));
  },
});

const nameOf = ({ number, customer_name }: InvoiceRow) => [number, customer_name].filter(Boolean).join(' ');
/** `lock`: before a change of it. */
export async function findInvoice(
  ctx: TransactionContext,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<InvoiceRow> {
  const query = ctx.tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.id, id), ofTenant(ctx)));
  const [row] = await (lock ? query.for('update') : query);
  const found = requireFound(row, 'invoice');
  if (lock) {
    ctx.auditNote.before = found;
    ctx.auditNote.target_name = nameOf(found);
  }
  return found;
}

/** As the tenant stands now. */
export async function sellerNow(ctx: TransactionContext): Promise<Seller & { currency: string }> {
  const { tx, tenant_id } = ctx;
  const { name, country, tax_id, contact_email, tz, currency } = tenants;
  const [row] = await tx
    .select({ name, country, tax_id, contact_email, tz, currency })
    .from(tenants)
    .where(eq(tenants.id, tenant_id));
  return { ...requireFound(row, 'tenant'), bank_account: await bankAccountOf(ctx) };
}
export async function detailOf(ctx: TransactionContext, row: InvoiceRow): Promise<InvoiceDetail> {
  const paid = await ctx.tx
    .select()
    .from(payments)
    .where(and(eq(payments.invoice_id, row.id), isNull(payments.deleted_at)))
    .orderBy(asc(payments.paid_on), asc(payments.id));
  const credits = await ctx.tx
    .select()
    .from(creditNotes)
    .where(eq(creditNotes.invoice_id, row.id))
    .orderBy(asc(inNumberOrder(creditNotes.number)));
  const seller: StoredSeller = row.seller ?? (await sellerNow(ctx));
  const { name, country, tax_id, tz, contact_email = null, bank_account = null } = seller;
  return {
    ...toInvoice(row, await disputedInvoices(ctx, [row.id])),
    seller: { name, country, tax_id, contact_email, bank_account, tz },
    creditable: UNPAID.includes(row.state)
      ? mostByRate(
          creditableByRate(
            row.lines,
            credits.flatMap(note => note.lines),
          ),
          row.left_minor,
        )
      : [],
    payments: paid.map(one => ({ ...one, ...commonFieldsOf(one) })),
    credit_notes: credits.map(one => ({ ...one, ...commonFieldsOf(one) })),
  };
}
export const readInvoice = async (ctx: TransactionContext, id: string) =>
  detailOf(ctx, await findInvoice(ctx, id));

/** Writes what has changed of it, as its next version. */
export async function writeInvoice(
  ctx: TransactionContext,
  { id, version }: Pick<InvoiceRow, 'id' | 'version'>,
  set: Partial<InvoiceRow>,
): Promise<InvoiceDetail> {
  const [row] = await ctx.tx
    .update(invoices)
    .set({ ...set, version: version + 1, updated_at: dateOf(ctx.now) })
    .where(eq(invoices.id, id))
    .returning();
  return detailOf(ctx, requireFound(row, 'invoice'));
}

/** What was known of the customer and of the tenant's address when they were invoiced last. */
async function knownDetails({ tx, tenant_id }: TransactionContext, customer_name: string) {
  const last = (customer?: string) =>
    tx
      .select()
      .from(invoices)
      .where(
        and(
          eq(invoices.tenant_id, tenant_id),
          customer === undefined ? undefined : eq(invoices.customer_name, customer),
        ),
      )
      .orderBy(desc(invoices.updated_at), desc(invoices.id))
      .limit(1);
  const [[customer], [seller]] = [await last(customer_name), await last()];
  const [tenant] = await tx
    .select({ legal_address: tenants.legal_address })
    .from(tenants)
    .where(eq(tenants.id, tenant_id));
  return {
    ...(customer && {
      customer_address: customer.customer_address,
      customer_country: customer.customer_country,
      customer_tax_id: customer.customer_tax_id,
      customer_email: customer.customer_email,
    }),
    seller_address: seller?.seller_address || tenant?.legal_address || '',
  };
}

export async function createInvoice(
  ctx: TransactionContext,
  { from_plays, from_contracts, tax_pct, ...body }: Body<NonNullable<typeof entity.create>>,
): Promise<InvoiceDetail> {
  await lockBooks(ctx.tx, ctx.tenant_id);
  const { tz, currency: own } = await sellerNow(ctx);
  const currency = body.currency ?? own;
  const wanted = { ...body, currency, tax_pct, tz };
  const lines = [
    // Campaigns are priced in the tenant's currency.
    ...(from_plays && currency === own ? await playLines(ctx, wanted) : []),
    ...(from_contracts ? await contractLines(ctx, wanted) : []),
  ];
  const { total_minor: left_minor, ...sums } = sumsOf(lines);
  const [row] = await ctx.tx
    .insert(invoices)
    .values({
      ...{ id: uuid7(ctx.now), tenant_id: ctx.tenant_id, created_by: ctx.user_id },
      ...{ created_at: dateOf(ctx.now), updated_at: dateOf(ctx.now) },
      ...(await knownDetails(ctx, body.customer_name)),
      ...{ ...body, ...sums, currency, lines, total_minor: left_minor, left_minor },
    })
    .returning();
  const made = requireFound(row, 'invoice');
  ctx.auditNote.target_name = nameOf(made);
  return detailOf(ctx, made);
}

function requireDraft({ state }: InvoiceRow): void {
  if (state !== 'draft') throw new AppError('STATE', `This is ${state}.`, { status: state });
}
/** Locked; whoever is refused for his version gets the whole invoice, as its page reads it. */
async function lockDraft(ctx: TransactionContext, id: string, expected: number): Promise<InvoiceRow> {
  const row = await findInvoice(ctx, id, { lock: true });
  if (row.deleted_at !== null) requireFound(null, 'invoice');
  if (row.version !== expected) requireVersion(await detailOf(ctx, row), expected);
  requireDraft(row);
  return row;
}
export async function changeInvoice(
  ctx: TransactionContext,
  { id, expected }: { id: string; expected: number },
  { lines: edits, ...patch }: Body<NonNullable<typeof entity.patch>>,
): Promise<InvoiceDetail> {
  if (edits) await lockBooks(ctx.tx, ctx.tenant_id);
  const row = await lockDraft(ctx, id, expected);
  const newId = () => uuid7(ctx.now);
  const lines = edits ? editedLines(row.lines, edits, { currency: row.currency, newId }) : row.lines;
  if (edits) await requireWithinContracts(ctx, { id, lines, currency: row.currency });
  const sums = sumsOf(lines);
  return writeInvoice(ctx, row, { ...patch, ...sums, lines, left_minor: sums.total_minor });
}
export async function removeInvoice(ctx: TransactionContext, id: string, expected: number): Promise<void> {
  await writeInvoice(ctx, await lockDraft(ctx, id, expected), { deleted_at: dateOf(ctx.now) });
}
export async function restoreInvoice(ctx: TransactionContext, id: string): Promise<InvoiceDetail> {
  await lockBooks(ctx.tx, ctx.tenant_id);
  const row = await findInvoice(ctx, id, { lock: true });
  requireRestorable(row.deleted_at, ctx.now);
  if (await isInvoicedElsewhere(ctx, row))
    throw new AppError('RULE', 'Some of its plays or contracts are on another invoice now.', {
      invoiced: true,
    });
  return writeInvoice(ctx, row, { deleted_at: null });
}
