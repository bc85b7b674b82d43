/** A sent invoice and a credit note of it as EN 16931 sees them. Pure. */
import type { BankAccount } from '../../../../shared/contract/sales/billing/bankAccount.ts';
import type { CreditNote } from '../../../../shared/contract/sales/billing/creditNote.ts';
import type { InvoiceDetail } from '../../../../shared/contract/sales/billing/invoice.ts';
import { dayOf } from '../../../../shared/i18n/format.ts';
import { minorUnits } from '../../../../shared/money.ts';

/** Standard rate, and zero rate. */
export type TaxCategory = 'S' | 'Z';
export interface EnParty {
  name: string;
  address: readonly string[];
  country: string | null;
  tax_id: string | null;
  email: string | null;
}
export interface EnPayment {
  account: BankAccount;
  /** BT-83: what the payer quotes. */
  quoting: string;
}
export interface EnLine {
  id: string;
  name: string;
  qty: number;
  net_minor: number;
  /** Millionths of the currency's unit, for `base_qty` of them. */
  price_micros: number;
  base_qty: number;
  category: TaxCategory;
  tax_pct: number;
}
export interface EnTax {
  category: TaxCategory;
  tax_pct: number;
  taxable_minor: number;
  tax_minor: number;
  /** How many taxes of lines, each rounded, it is made of. */
  roundings: number;
}
export interface EnDocument {
  kind: 'invoice' | 'credit_note';
  /** It says that it follows EN 16931, which has no amounts with three decimals. */
  isNorm: boolean;
  number: string;
  issued: string;
  /** null: nothing is to be paid, it is a credit note. */
  due: string | null;
  currency: string;
  /** null: that of the invoice which it corrects. */
  period: { from: string; to: string } | null;
  reference: string;
  note: string;
  /** The invoice that a credit note takes something off. */
  corrects: { number: string; issued: string } | null;
  seller: EnParty;
  buyer: EnParty;
  /** BG-16; null: nothing is to be paid, or the seller has named no account. */
  payment: EnPayment | null;
  lines: readonly EnLine[];
  taxes: readonly EnTax[];
  /** BT-106, 109, 110, 112, 113 and 115. */
  totals: {
    lines_minor: number;
    net_minor: number;
    tax_minor: number;
    gross_minor: number;
    prepaid_minor: number;
    payable_minor: number;
  };
}
export type SentInvoice = InvoiceDetail & { number: string; sent_at: string; due_at: string };

const MICROS = 1_000_000;
const THOUSAND = 1_000;
const HUNDRED = 100;
/** Amounts have two decimals at most. */
export const NORM_UNITS = 100;
const SCALE = 10_000n;
const categoryOf = (tax_pct: number): TaxCategory => (tax_pct > 0 ? 'S' : 'Z');
const linesOf = (text: string) =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');
const absolute = (value: number | bigint) => (value < 0 ? -BigInt(value) : BigInt(value));
/** In ten-thousandths of a minor unit. */
export const exactTax = ({ taxable_minor, tax_pct }: Pick<EnTax, 'taxable_minor' | 'tax_pct'>) =>
  BigInt(taxable_minor) * BigInt(Math.round(tax_pct * HUNDRED));

/**
 * Whether EN 16931 takes the tax of a rate, which here is the sum of taxes that were rounded on their lines: it is less
 * than one whole unit of the currency beside the exact tax, and nothing of a rate that is 0 % once it is rounded.
 */
export function isNormTax(tax: EnTax, currency: string): boolean {
  const unit = BigInt(minorUnits(currency)) * SCALE;
  const cent = unit / BigInt(HUNDRED);
  const exact = ((absolute(exactTax(tax)) + cent / 2n) / cent) * cent;
  const own = absolute(tax.tax_minor) * SCALE;
  return Math.round(tax.tax_pct) === 0 ? own * 2n < unit : absolute(own - exact) < unit;
}

interface TaxedLine {
  net_minor: number;
  tax_pct: number;
  tax_minor: number;
}
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const ofRate = <L extends TaxedLine>(lines: readonly L[], tax_pct: number) =>
  lines.filter(line => line.tax_pct === tax_pct);
/** Whoever takes the last of a rate off an invoice takes the rest of its tax, in which all roundings before may stand. */
const taxesOf = (lines: readonly TaxedLine[], rounded: readonly TaxedLine[]) =>
  [...new Set(lines.map(line => line.tax_pct))]
    .toSorted((a, b) => b - a)
    .map((tax_pct): EnTax => {
      const own = ofRate(lines, tax_pct);
      return {
        ...{ category: categoryOf(tax_pct), tax_pct, roundings: ofRate(rounded, tax_pct).length },
        taxable_minor: sum(own.map(line => line.net_minor)),
        tax_minor: sum(own.map(line => line.tax_minor)),
      };
    });
const isNorm = (taxes: readonly EnTax[], currency: string) =>
  minorUnits(currency) <= NORM_UNITS && taxes.every(tax => isNormTax(tax, currency));
const totalsOf = (net_minor: number, tax_minor: number, gross_minor: number): EnDocument['totals'] => ({
  ...{ lines_minor: net_minor, net_minor, tax_minor, gross_minor },
  ...{ prepaid_minor: 0, payable_minor: gross_minor },
});
const partiesOf = (invoice: SentInvoice): { seller: EnParty; buyer: EnParty } => ({
  seller: {
    ...{ name: invoice.seller.name, country: invoice.seller.country, tax_id: invoice.seller.tax_id },
    ...{ email: invoice.seller.contact_email, address: linesOf(invoice.seller_address) },
  },
  buyer: {
    ...{ name: invoice.customer_name, country: invoice.customer_country },
    ...{ tax_id: invoice.customer_tax_id, email: invoice.customer_email },
    address: linesOf(invoice.customer_address),
  },
});
const microsOf = (minor: number, currency: string) => minor * (MICROS / minorUnits(currency));

/** As it was sent: payments and credit notes are documents of their own. */
export function enInvoice(invoice: SentInvoice): EnDocument {
  const { seller, currency, lines: own, number, sent_at, due_at, reference, note } = invoice;
  const taxes = taxesOf(own, own);
  return {
    ...{ kind: 'invoice', isNorm: isNorm(taxes, currency), corrects: null },
    ...{ number, currency, reference, note, taxes, ...partiesOf(invoice) },
    issued: dayOf(sent_at, seller.tz),
    due: dayOf(due_at, seller.tz),
    payment: seller.bank_account && { account: seller.bank_account, quoting: number },
    period: { from: invoice.period_from, to: invoice.period_to },
    lines: own.map((line, nth) => ({
      ...{ id: String(nth + 1), name: line.text, qty: line.qty, net_minor: line.net_minor },
      price_micros: line.unit_minor === null ? (line.price_micros ?? 0) : microsOf(line.unit_minor, currency),
      base_qty: line.unit_minor === null ? THOUSAND : 1,
      ...{ category: categoryOf(line.tax_pct), tax_pct: line.tax_pct },
    })),
    totals: totalsOf(invoice.subtotal_minor, invoice.tax_minor, invoice.total_minor),
  };
}

/** Each of its lines is one piece at the amount that is taken off. */
export function enCreditNote(invoice: SentInvoice, note: CreditNote): EnDocument {
  const { seller, currency, reference, credit_notes } = invoice;
  const taxes = taxesOf(note.lines, [...invoice.lines, ...credit_notes.flatMap(({ lines }) => lines)]);
  return {
    ...{ kind: 'credit_note', isNorm: isNorm(taxes, currency) },
    ...{ number: note.number, currency, reference, note: note.reason, taxes, ...partiesOf(invoice) },
    issued: dayOf(note.created_at, seller.tz),
    ...{ due: null, period: null, payment: null },
    corrects: { number: invoice.number, issued: dayOf(invoice.sent_at, seller.tz) },
    lines: note.lines.map(({ text, net_minor, tax_pct }, nth) => ({
      ...{ id: String(nth + 1), name: text, qty: 1, net_minor },
      ...{ price_micros: microsOf(net_minor, currency), base_qty: 1 },
      ...{ category: categoryOf(tax_pct), tax_pct },
    })),
    totals: totalsOf(note.subtotal_minor, note.tax_minor, note.total_minor),
  };
}
