/** How the credit of a dispute falls on lines of invoices. Pure; whole minor units. */
import { taxOf } from '../billing/lines.ts';

const PERCENT_DIVISOR = 10_000;

export interface CreditableLine {
  invoice_id: string;
  line_id: string;
  net_minor: number;
  /** By disputes that were decided before. */
  credited_minor: number;
  tax_pct: number;
  /** What payments and credit notes leave of its invoice, with tax. */
  left_minor: number;
}
export interface CreditPart {
  invoice_id: string;
  line_id: string;
  tax_pct: number;
  net_minor: number;
}

/** The most before tax that leaves with its tax no less than nothing. */
export function netWithin(left_minor: number, tax_pct: number): number {
  let net = Math.floor((left_minor * PERCENT_DIVISOR) / (PERCENT_DIVISOR + Math.round(tax_pct * 100)));
  while (net + 1 + taxOf(net + 1, tax_pct) <= left_minor) net += 1;
  while (net > 0 && net + taxOf(net, tax_pct) > left_minor) net -= 1;
  return Math.max(0, net);
}

export interface PlaysToCredit {
  line_id: string;
  plays: number;
  amount_minor: number;
}
/** Plays of each line at what they cost, as far as it can be credited; `rest`: what cannot. */
export function allocatePlays(
  wanted: readonly PlaysToCredit[],
  lines: readonly CreditableLine[],
): { parts: (CreditPart & { plays: number })[]; rest: number } {
  const left = new Map(lines.map(line => [line.invoice_id, line.left_minor]));
  const parts: (CreditPart & { plays: number })[] = [];
  let rest = 0;
  for (const { line_id, plays, amount_minor } of wanted) {
    const line = lines.find(one => one.line_id === line_id);
    const ofInvoice = (line && left.get(line.invoice_id)) ?? 0;
    const most = line
      ? Math.min(line.net_minor - line.credited_minor, netWithin(ofInvoice, line.tax_pct))
      : 0;
    const net = Math.min(amount_minor, most);
    rest += amount_minor - net;
    if (!line) continue;
    parts.push({ ...{ invoice_id: line.invoice_id, line_id, tax_pct: line.tax_pct }, plays, net_minor: net });
    left.set(line.invoice_id, ofInvoice - net - taxOf(net, line.tax_pct));
  }
  return { parts, rest };
}

/** Line by line, none for more than it has left and no invoice for more than is left of it; `rest`: what found no line. */
export function allocateCredit(
  amount_minor: number,
  lines: readonly CreditableLine[],
): { parts: CreditPart[]; rest: number } {
  const left = new Map(lines.map(line => [line.invoice_id, line.left_minor]));
  const parts: CreditPart[] = [];
  let rest = amount_minor;
  for (const { invoice_id, line_id, tax_pct, net_minor, credited_minor } of lines) {
    const ofInvoice = left.get(invoice_id) ?? 0;
    const net = Math.min(rest, net_minor - credited_minor, netWithin(ofInvoice, tax_pct));
    if (net <= 0) continue;
    parts.push({ invoice_id, line_id, tax_pct, net_minor: net });
    left.set(invoice_id, ofInvoice - net - taxOf(net, tax_pct));
    rest -= net;
  }
  return { parts, rest };
}
