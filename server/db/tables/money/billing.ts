/** Plans, and what customers owe: invoices, what was credited of them and what was paid. */
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Invoice, Seller } from '../../../../shared/contract/sales/billing/invoice.ts';
import type { CreditNote } from '../../../../shared/contract/sales/billing/creditNote.ts';
import type { InvoiceLine } from '../../../../shared/contract/sales/billing/invoiceLine.ts';
import type { Payment } from '../../../../shared/contract/sales/billing/payment.ts';
import type { Plan } from '../../../../shared/contract/sales/billing/plan.ts';
import { at, bigInteger, commonColumns } from '../columns.ts';
import { tenant_id } from '../tenants.ts';

export const plans = pgTable(
  'plans',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    code: text('code').notNull(),
    name: text('name').notNull(),
    price_minor: bigInteger('price_minor').notNull(),
    per_thousand_minor: bigInteger('per_thousand_minor').notNull(),
    currency: text('currency').notNull(),
    interval: text('interval').$type<Plan['interval']>().notNull(),
    limits: jsonb('limits').$type<Plan['limits']>().notNull(),
    is_public: boolean('is_public').notNull().default(true),
    is_example: boolean('is_example').notNull().default(false),
    ...commonColumns,
  },
  t => [index('plans_tenant').on(t.tenant_id, t.price_minor)],
);

/** One of each tenant: what its invoices ask to be paid to. */
export const bankAccounts = pgTable(
  'bank_accounts',
  {
    tenant_id,
    holder: text('holder').notNull(),
    number: text('number').notNull(),
    bank: text('bank').notNull(),
    version: integer('version').notNull(),
    updated_by: uuid('updated_by'),
    updated_at: at('updated_at').notNull(),
  },
  t => [primaryKey({ columns: [t.tenant_id] })],
);

export const invoices = pgTable(
  'invoices',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    number: text('number'),
    state: text('state').$type<Invoice['state']>().notNull().default('draft'),
    customer_name: text('customer_name').notNull(),
    customer_address: text('customer_address').notNull().default(''),
    customer_country: text('customer_country'),
    customer_tax_id: text('customer_tax_id'),
    customer_email: text('customer_email'),
    seller_address: text('seller_address').notNull().default(''),
    /** Frozen when it is sent; null before. */
    seller: jsonb('seller').$type<Seller>(),
    reference: text('reference').notNull().default(''),
    note: text('note').notNull().default(''),
    currency: text('currency').notNull(),
    period_from: text('period_from').notNull(),
    period_to: text('period_to').notNull(),
    lines: jsonb('lines').$type<InvoiceLine[]>().notNull().default([]),
    subtotal_minor: bigInteger('subtotal_minor').notNull().default(0),
    tax_minor: bigInteger('tax_minor').notNull().default(0),
    total_minor: bigInteger('total_minor').notNull().default(0),
    paid_minor: bigInteger('paid_minor').notNull().default(0),
    credited_minor: bigInteger('credited_minor').notNull().default(0),
    left_minor: bigInteger('left_minor').notNull().default(0),
    sent_at: at('sent_at'),
    due_at: at('due_at'),
    reason: text('reason'),
    ...commonColumns,
  },
  t => [
    index('invoices_tenant').on(t.tenant_id, t.created_at),
    uniqueIndex('invoices_number').on(t.tenant_id, t.number),
    index('invoices_due').on(t.state, t.due_at),
    /** Which invoices hold a campaign or a contract. */
    index('invoices_evidence').using('gin', t.lines.op('jsonb_path_ops')),
  ],
);

/** Written once, never changed. */
export const creditNotes = pgTable(
  'credit_notes',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    invoice_id: uuid('invoice_id')
      .notNull()
      .references(() => invoices.id),
    number: text('number').notNull(),
    reason: text('reason').notNull(),
    lines: jsonb('lines').$type<CreditNote['lines']>().notNull(),
    subtotal_minor: bigInteger('subtotal_minor').notNull(),
    tax_minor: bigInteger('tax_minor').notNull(),
    total_minor: bigInteger('total_minor').notNull(),
    ...commonColumns,
  },
  t => [
    index('credit_notes_invoice').on(t.invoice_id),
    uniqueIndex('credit_notes_number').on(t.tenant_id, t.number),
  ],
);

export const payments = pgTable(
  'payments',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    invoice_id: uuid('invoice_id')
      .notNull()
      .references(() => invoices.id),
    method: text('method').$type<Payment['method']>().notNull(),
    amount_minor: bigInteger('amount_minor').notNull(),
    currency: text('currency').notNull(),
    reference: text('reference').notNull().default(''),
    paid_on: text('paid_on').notNull(),
    ...commonColumns,
  },
  t => [index('payments_invoice').on(t.invoice_id), index('payments_tenant').on(t.tenant_id, t.created_at)],
);
