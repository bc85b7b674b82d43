/** A sent invoice as EN 16931 sees it, and the rules of that norm that are broken in one. Pure. */
import type { InvoiceDetail } from '../../../shared/contract/sales/billing/invoice.ts';
import { dayOf } from '../../../shared/i18n/format.ts';
import { minorUnits } from '../../../shared/money.ts';

/** Standard rate, and zero rate. */
export type TaxCategory = 'S' | 'Z';
export interface EnParty {
  name: string;
  address: readonly string[];
  country: string | null;
  tax_id: string | null;
  email: string | null;
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
}
export interface EnInvoice {
  /** It says that it follows EN 16931, which has no amounts with three decimals. */
  isNorm: boolean;
  number: string;
  issued: string;
  due: string;
  currency: string;
  period: { from: string; to: string };
  reference: string;
  note: string;
  seller: EnParty;
  buyer: EnParty;
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

const MICROS = 1_000_000;
const THOUSAND = 1_000;
const HUNDRED = 100;
const NORM_UNITS = 100;
const categoryOf = (tax_pct: number): TaxCategory => (tax_pct > 0 ? 'S' : 'Z');
const linesOf = (text: string) =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');

/** As it was sent: payments and credit notes are documents of their own. */
export function enInvoice(
  invoice: InvoiceDetail & { number: string; sent_at: string; due_at: string },
): EnInvoice {
  const { seller, currency, lines: own, number, sent_at, due_at, reference, note } = invoice;
  const lines = own.map((line, nth): EnLine => ({
    id: String(nth + 1),
    name: line.text,
    qty: line.qty,
    net_minor: line.net_minor,
    price_micros:
      line.unit_minor === null ? (line.price_micros ?? 0) : line.unit_minor * (MICROS / minorUnits(currency)),
    base_qty: line.unit_minor === null ? THOUSAND : 1,
    category: categoryOf(line.tax_pct),
    tax_pct: line.tax_pct,
  }));
  const taxes = [...new Set(own.map(line => line.tax_pct))]
    .toSorted((a, b) => b - a)
    .map((tax_pct): EnTax => {
      const of = own.filter(line => line.tax_pct === tax_pct);
      return {
        ...{ category: categoryOf(tax_pct), tax_pct },
        taxable_minor: of.reduce((sum, line) => sum + line.net_minor, 0),
        tax_minor: of.reduce((sum, line) => sum + line.tax_minor, 0),
      };
    });
  return {
    isNorm: minorUnits(currency) <= NORM_UNITS,
    ...{ number, currency, reference, note, lines, taxes },
    issued: dayOf(sent_at, seller.tz),
    due: dayOf(due_at, seller.tz),
    period: { from: invoice.period_from, to: invoice.period_to },
    seller: {
      ...{ name: seller.name, country: seller.country, tax_id: seller.tax_id, email: null },
      address: linesOf(invoice.seller_address),
    },
    buyer: {
      ...{ name: invoice.customer_name, country: invoice.customer_country },
      ...{ tax_id: invoice.customer_tax_id, email: invoice.customer_email },
      address: linesOf(invoice.customer_address),
    },
    totals: {
      ...{ lines_minor: invoice.subtotal_minor, net_minor: invoice.subtotal_minor },
      ...{ tax_minor: invoice.tax_minor, gross_minor: invoice.total_minor },
      ...{ prepaid_minor: 0, payable_minor: invoice.total_minor },
    },
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const isDay = (day: string) => /^\d{4}-\d\d-\d\d$/.test(day);
const ofRate = ({ lines }: EnInvoice, { category, tax_pct }: EnTax) =>
  lines.filter(line => line.category === category && line.tax_pct === tax_pct);

/** Tax is rounded on each line (contract §0), so that a rate may differ by half a minor unit for each of its lines. */
function isTaxOfRate(invoice: EnInvoice, tax: EnTax): boolean {
  const exact = BigInt(tax.taxable_minor) * BigInt(Math.round(tax.tax_pct * HUNDRED));
  const off = BigInt(tax.tax_minor) * 10_000n - exact;
  return (off < 0n ? -off : off) <= 5_000n * BigInt(ofRate(invoice, tax).length);
}
const netSumOf = (invoice: EnInvoice, tax: EnTax) => sum(ofRate(invoice, tax).map(line => line.net_minor));

/** Each rule by its name in the norm; true: it holds. */
const RULES: Readonly<Record<string, (invoice: EnInvoice) => boolean>> = {
  'BR-02': ({ number }) => number !== '',
  'BR-03': ({ issued }) => isDay(issued),
  'BR-05': ({ currency }) => /^[A-Z]{3}$/.test(currency),
  'BR-06': ({ seller }) => seller.name !== '',
  'BR-07': ({ buyer }) => buyer.name !== '',
  'BR-09': ({ seller }) => seller.country !== null,
  'BR-11': ({ buyer }) => buyer.country !== null,
  'BR-16': ({ lines }) => lines.length > 0,
  'BR-25': ({ lines }) => lines.every(line => line.name !== ''),
  'BR-27': ({ lines }) => lines.every(line => line.price_micros >= 0),
  'BR-29': ({ period: { from, to } }) => from <= to,
  'BR-CO-10': ({ lines, totals }) => totals.lines_minor === sum(lines.map(line => line.net_minor)),
  'BR-CO-13': ({ totals }) => totals.net_minor === totals.lines_minor,
  'BR-CO-14': ({ taxes, totals }) => totals.tax_minor === sum(taxes.map(tax => tax.tax_minor)),
  'BR-CO-15': ({ totals }) => totals.gross_minor === totals.net_minor + totals.tax_minor,
  'BR-CO-16': ({ totals }) => totals.payable_minor === totals.gross_minor - totals.prepaid_minor,
  'BR-CO-17': invoice => invoice.taxes.every(tax => isTaxOfRate(invoice, tax)),
  'BR-CO-18': ({ taxes }) => taxes.length > 0,
  'BR-CO-25': ({ due, totals }) => totals.payable_minor <= 0 || isDay(due),
  'BR-CO-26': ({ seller }) => seller.tax_id !== null,
  'BR-S-05': ({ lines }) => lines.every(line => line.category !== 'S' || line.tax_pct > 0),
  'BR-S-08': invoice =>
    invoice.taxes.every(tax => tax.category !== 'S' || tax.taxable_minor === netSumOf(invoice, tax)),
  'BR-Z-05': ({ lines }) => lines.every(line => line.category !== 'Z' || line.tax_pct === 0),
  'BR-Z-08': invoice =>
    invoice.taxes.every(tax => tax.category !== 'Z' || tax.taxable_minor === netSumOf(invoice, tax)),
  'BR-Z-09': ({ taxes }) => taxes.every(tax => tax.category !== 'Z' || tax.tax_minor === 0),
  /** Amounts have at most two decimals. */
  'BR-DEC-14': ({ isNorm, currency }) => !isNorm || minorUnits(currency) <= NORM_UNITS,
};

/** Names of the rules that are broken; none where it may be handed on. */
export const brokenRules = (invoice: EnInvoice): string[] =>
  Object.entries(RULES).flatMap(([name, holds]) => (holds(invoice) ? [] : [name]));
