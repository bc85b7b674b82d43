/** Invoices of a tenant to its customers, from the draft to the payment (contract §4). */
import * as z from 'zod/mini';
import { endpoint } from '../../wire/endpoint.ts';
import { entity, type Transitions } from '../../wire/entity.ts';
import {
  byId,
  common,
  currency,
  email,
  id,
  instant,
  int,
  localDate,
  MAX_INT,
  name,
  text,
} from '../../wire/wire.ts';
import { bankAccount } from './bankAccount.ts';
import { creditBody, creditNote } from './creditNote.ts';
import { hasTwoDecimals, lineInput, invoiceLine, MAX_LINES, MAX_TAX_PCT } from './invoiceLine.ts';
import { payment } from './payment.ts';

export const INVOICE_STATES = ['draft', 'open', 'overdue', 'paid', 'void'] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];
export const INVOICE_TRANSITIONS: Transitions<InvoiceState> = {
  draft: ['open'],
  open: ['paid', 'overdue', 'void'],
  overdue: ['paid'],
  paid: [],
  void: [],
};
/** Something of it is left to be paid. */
export const UNPAID: readonly InvoiceState[] = ['open', 'overdue'];
export const DUE_D = 14;
const ADDRESS_MAX = 500;
const NOTE_MAX = 2_000;
const REASON_MAX = 500;
/** A period may not be longer: its plays are counted in one transaction. */
export const MAX_PERIOD_D = 366;

const country = z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/)));
const editable = {
  customer_name: name,
  customer_address: text(0, ADDRESS_MAX),
  customer_country: country,
  customer_tax_id: z.nullable(text(1, 32)),
  customer_email: z.nullable(email),
  /** Below the tenant's name. */
  seller_address: text(0, ADDRESS_MAX),
  /** The customer's own order number. */
  reference: text(0, 120),
  note: text(0, NOTE_MAX),
};
/** As the tenant stood when it was sent. */
export const seller = z.object({
  name: z.string(),
  country: z.nullable(z.string()),
  tax_id: z.nullable(z.string()),
  /** Its electronic address in the XML (BT-34), as the customer's own e-mail address is his. */
  contact_email: z.nullable(z.string()),
  /** What it asks to be paid to; null: it has named none. */
  bank_account: z.nullable(bankAccount),
  tz: z.string(),
});
export type Seller = z.infer<typeof seller>;

export const invoice = z.object({
  ...common,
  ...editable,
  /** Of the tenant and the year, without a gap; null until it is sent. */
  number: z.nullable(z.string()),
  currency,
  /** First and last day, in the tenant's zone. */
  period_from: localDate,
  period_to: localDate,
  lines: z.array(invoiceLine),
  state: z.enum(INVOICE_STATES),
  subtotal_minor: int(-MAX_INT, MAX_INT),
  tax_minor: int(-MAX_INT, MAX_INT),
  total_minor: int(-MAX_INT, MAX_INT),
  paid_minor: int(0, MAX_INT),
  credited_minor: int(0, MAX_INT),
  /** Total less payments and credits; nothing where it is void. */
  left_minor: int(-MAX_INT, MAX_INT),
  sent_at: z.nullable(instant),
  due_at: z.nullable(instant),
  /** A dispute of it or of a line of it waits for a decision. */
  is_disputed: z.boolean(),
  /** Why it was voided. */
  reason: z.nullable(z.string()),
});
export type Invoice = z.infer<typeof invoice>;
export const invoiceDetail = z.extend(invoice, {
  seller,
  payments: z.array(payment),
  credit_notes: z.array(creditNote),
  /** The most that one line of a credit note may take off now at each of its rates, before tax. */
  creditable: z.array(z.object({ tax_pct: z.number(), net_minor: int(0, MAX_INT) })),
});
export type InvoiceDetail = z.infer<typeof invoiceDetail>;

const taxPct = z.number().check(z.minimum(0), z.maximum(MAX_TAX_PCT), hasTwoDecimals);
const inOrder = z.refine<{ period_from?: string; period_to?: string }>(
  ({ period_from, period_to }) => !period_from || !period_to || period_from <= period_to,
  { path: ['period_to'], error: 'The last day is before the first' },
);
const DAY_MS = 86_400_000;
const notTooLong = z.refine<{ period_from?: string; period_to?: string }>(
  ({ period_from = '', period_to = '' }) =>
    !(Date.parse(period_to) - Date.parse(period_from) >= MAX_PERIOD_D * DAY_MS),
  { path: ['period_to'], error: `All within ${MAX_PERIOD_D} days` },
);
export const invoiceCreate = z
  .strictObject({
    customer_name: name,
    period_from: localDate,
    period_to: localDate,
    /** The tenant's where none is named. */
    currency: z.optional(currency),
    /** Of each line it begins with. */
    tax_pct: z._default(taxPct, 0),
    /** Campaigns of this advertiser: a line for each, and one for what came late of a time that was invoiced. */
    from_plays: z._default(z.boolean(), true),
    /** Contracts in force that name this customer: what of their value no invoice has yet. */
    from_contracts: z._default(z.boolean(), true),
  })
  .check(inOrder, notTooLong);
export const invoicePatch = z.partial(
  z.strictObject({ ...editable, lines: z.array(lineInput).check(z.maxLength(MAX_LINES)) }),
);

export const invoices = entity({
  path: '/api/invoices',
  bulk: ['delete', 'restore'],
  area: 'billing',
  row: invoice,
  detail: invoiceDetail,
  create: invoiceCreate,
  /** Drafts only. */
  patch: invoicePatch,
  removable: true,
  listOptions: {
    sorts: ['number', 'customer_name', 'total_minor', 'left_minor', 'due_at', 'created_at', 'updated_at'],
    defaultSort: '-created_at',
    enums: { status: { state: INVOICE_STATES } },
    texts: ['customer_name', 'currency'],
  },
  actions: {
    /** Numbers it; from then on it is never rewritten. */
    send: {
      summary: 'Number it and let it fall due in 14 days',
      from: ['draft'],
      to: 'open',
      access: { level: 'A' },
      versioned: 'optional',
      confirm: true,
    },
    void: {
      summary: 'Take it back before anything of it was paid',
      from: ['open'],
      to: 'void',
      access: { level: 'A' },
      body: z.strictObject({ reason: text(3, REASON_MAX) }),
    },
    credit: {
      summary: 'Give a credit note of what is left to be paid',
      from: [...UNPAID],
      access: { level: 'A' },
      body: creditBody,
    },
  },
});

/** Who may be invoiced: advertisers of campaigns, parties of contracts and who was invoiced before. */
export const invoiceCustomers = endpoint({
  method: 'GET',
  path: '/api/invoices/customers',
  access: { who: 'user', area: 'billing', level: 'R' },
  summary: 'Names of customers that an invoice can be drafted for',
  answer: z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) }),
});

export const AGES = ['current', 'd30', 'd60', 'd90', 'older'] as const;
export type Age = (typeof AGES)[number];
export const ageingRow = z.object({
  currency: z.string(),
  /** Not due yet; 1–30, 31–60, 61–90 and more days after it was due. */
  current: int(-MAX_INT, MAX_INT),
  d30: int(-MAX_INT, MAX_INT),
  d60: int(-MAX_INT, MAX_INT),
  d90: int(-MAX_INT, MAX_INT),
  older: int(-MAX_INT, MAX_INT),
  total: int(-MAX_INT, MAX_INT),
});
export type AgeingRow = z.infer<typeof ageingRow>;
export const invoiceAgeing = endpoint({
  method: 'GET',
  path: '/api/invoices/ageing',
  access: { who: 'user', area: 'billing', level: 'R' },
  summary: 'What is left to be paid, by how long ago it was due',
  answer: z.object({ as_of: instant, rows: z.array(ageingRow) }),
});

export const invoiceXml = endpoint({
  method: 'GET',
  path: '/api/invoices/:id/xml',
  access: { who: 'user', area: 'billing', level: 'R' },
  summary: 'A sent invoice as UBL 2.1 by EN 16931',
  params: byId,
  answer: 'text',
});
/** Of one of its credit notes; they are read with the invoice. */
export const creditNoteXml = endpoint({
  method: 'GET',
  path: '/api/invoices/:id/credit-notes/:note_id/xml',
  access: { who: 'user', area: 'billing', level: 'R' },
  summary: 'A credit note as UBL 2.1 by EN 16931',
  params: z.object({ id, note_id: id }),
  answer: 'text',
});
