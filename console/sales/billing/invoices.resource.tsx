import * as z from 'zod/mini';
import {
  invoice,
  invoiceCreate,
  invoiceCustomers,
  invoicePatch,
  invoices,
  UNPAID,
  type Invoice,
} from '../../../shared/contract/sales/billing/invoice.ts';
import { MAX_LINES } from '../../../shared/contract/sales/billing/invoiceLine.ts';
import { payments } from '../../../shared/contract/sales/billing/payment.ts';
import { disputes } from '../../../shared/contract/sales/dispute.ts';
import { currency } from '../../../shared/contract/wire/wire.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { defineResource, type DialogProps } from '../../kit/resource/defineResource.ts';
import { DisputeInvoice } from '../../proof/disputes/openDialogs.ts';
import { BillingHead } from './BillingHead.tsx';
import { DisputedCell, DueCell } from './cells.tsx';
import { INVOICE_BADGES, invoiceLabel } from './states.ts';

const TEXTS = ['invoicePaper', 'unsentMoney'];
const Paper = lazyPanel<{ row: Invoice }>(
  async () => ({ default: (await import('./InvoicePanel.tsx')).InvoicePanel }),
  TEXTS,
);
const PaymentDialog = lazyPanel<DialogProps<Invoice>>(
  async () => ({ default: (await import('./SettlingDialogs.tsx')).PaymentDialog }),
  TEXTS,
);
const SendDialog = lazyPanel<DialogProps<Invoice>>(
  async () => ({ default: (await import('./SendDialog.tsx')).SendDialog }),
  TEXTS,
);
const BankAccountDialog = lazyPanel<{ close: () => void }>(() => import('./BankAccountDialog.tsx'), TEXTS);
const CreditDialog = lazyPanel<DialogProps<Invoice>>(
  async () => ({ default: (await import('./SettlingDialogs.tsx')).CreditDialog }),
  TEXTS,
);

/** One that is known, or a name that is typed. */
const createForm = z
  .strictObject({
    ...z.omit(z.strictObject(invoiceCreate.shape), { customer_name: true }).shape,
    customer: z.nullable(invoiceCreate.shape.customer_name),
    customer_name: z.optional(z.string().check(z.trim(), z.maxLength(120))),
  })
  .check(
    z.refine(({ customer, customer_name }) => Boolean(customer || customer_name), {
      path: ['customer_name'],
      error: 'Required',
    }),
    z.refine(({ period_from, period_to }) => period_from <= period_to, {
      path: ['period_to'],
      error: 'The last day is before the first',
    }),
  );
/** The form shows amounts in its currency, which stays. */
const editForm = z.extend(invoicePatch, { currency: z.optional(currency) });

export default defineResource({
  name: 'invoices',
  entity: invoices,
  row: invoice,
  pages: ['billing'],
  opensIn: 'sheet',
  label: invoiceLabel,
  stateBadges: { state: INVOICE_BADGES },
  stripe: row => INVOICE_BADGES[row.state].tone,
  summary: BillingHead,
  columns: [
    { key: 'customer_name', as: 'text' },
    { key: 'number', as: 'text', from: 'sm' },
    { key: 'total_minor', as: 'money', alignEnd: true, from: 'md' },
    { key: 'left_minor', as: 'money', alignEnd: true },
    { key: 'due_at', cell: DueCell, exportValue: row => row.due_at, from: 'md' },
    { key: 'state', as: 'state' },
    { key: 'is_disputed', cell: DisputedCell, exportValue: row => Number(row.is_disputed) },
  ],
  exportKeys: ['id', 'currency', 'tax_minor', 'paid_minor', 'credited_minor', 'period_from', 'period_to'],
  filters: ['status'],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'number', as: 'text' },
    { key: 'period_from', as: 'date' },
    { key: 'period_to', as: 'date' },
    { key: 'total_minor', as: 'money' },
    { key: 'left_minor', as: 'money' },
    { key: 'is_disputed', cell: DisputedCell },
    { key: 'reason', as: 'text' },
  ],
  panels: [{ name: 'paper', place: 'main', panel: Paper }],
  form: {
    schema: editForm,
    isEditable: row => row.state === 'draft',
    isShown: row => row.state === 'draft',
    from: row => ({
      ...{ customer_name: row.customer_name, customer_address: row.customer_address },
      ...{ customer_country: row.customer_country, customer_tax_id: row.customer_tax_id },
      ...{ customer_email: row.customer_email, seller_address: row.seller_address },
      ...{ reference: row.reference, note: row.note, currency: row.currency },
      lines: row.lines.map(({ id, text, qty, unit_minor, tax_pct }) => ({
        ...{ id, text, qty, unit_minor, tax_pct },
      })),
    }),
    fields: [
      { name: 'customer_name', input: { as: 'text' } },
      { name: 'customer_address', input: { as: 'area' } },
      { name: 'customer_country', input: { as: 'code', of: 'country', nullable: true } },
      { name: 'customer_tax_id', input: { as: 'text', nullable: true } },
      { name: 'customer_email', input: { as: 'text', type: 'email', nullable: true } },
      {
        name: 'lines',
        input: {
          as: 'rows',
          of: 'line',
          max: MAX_LINES,
          blank: { qty: 1, tax_pct: 0 },
          fields: [
            { name: 'text', input: { as: 'text' } },
            { name: 'qty', input: { as: 'number' } },
            {
              name: 'unit_minor',
              input: { as: 'money', currency: { field: 'currency' }, nullable: true },
              hint: true,
            },
            { name: 'tax_pct', input: { as: 'percent', scale: 'percent' } },
          ],
        },
        hint: true,
      },
      { name: 'reference', input: { as: 'text' }, hint: true },
      { name: 'note', input: { as: 'area' } },
      { name: 'seller_address', input: { as: 'area' }, hint: true },
    ],
  },
  createForm: {
    schema: createForm,
    fields: [
      { name: 'customer', input: { as: 'choice', of: invoiceCustomers, nullable: true }, hint: true },
      { name: 'customer_name', input: { as: 'text' }, when: { field: 'customer', is: [''] } },
      { name: 'period_from', input: { as: 'date' } },
      { name: 'period_to', input: { as: 'date', notBefore: 'period_from' } },
      { name: 'currency', input: { as: 'code', of: 'currency' }, hint: true },
      { name: 'tax_pct', input: { as: 'percent', scale: 'percent' } },
      { name: 'from_plays', input: { as: 'check' }, hint: true },
      { name: 'from_contracts', input: { as: 'check' }, hint: true },
    ],
    initialValues: user => ({
      ...{ customer: null, currency: user.currency ?? undefined, tax_pct: 0 },
      ...{ from_plays: true, from_contracts: true },
    }),
    body: ({ customer, customer_name, ...rest }) => ({ ...rest, customer_name: customer ?? customer_name }),
  },
  secondary: { name: 'bankAccount', level: 'A', act: { dialog: BankAccountDialog } },
  actions: {
    pay: { act: { summary: payments.create.summary, from: UNPAID }, call: payments.create },
    dispute: {
      act: { summary: disputes.create.summary, from: ['open', 'overdue', 'paid'] },
      call: disputes.create,
    },
  },
  acts: {
    send: { dialog: SendDialog },
    pay: { dialog: PaymentDialog },
    credit: { dialog: CreditDialog },
    dispute: { dialog: DisputeInvoice },
    void: {
      fields: [{ name: 'reason', input: { as: 'area' } }],
      danger: true,
      isVisible: row => row.paid_minor === 0 && row.credited_minor === 0,
    },
    delete: { isVisible: row => row.state === 'draft' },
  },
});
