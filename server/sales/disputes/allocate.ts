/** How the credit of a dispute falls on lines of invoices. Pure; whole minor units. */
import { netWithin, taxWithin, type Left } from '../billing/creditable.ts';

export interface CreditableLine {
  invoice_id: string;
  line_id: string;
  /** Before tax, as far as it is not credited yet and the dispute is about it. */
  creditable_minor: number;
  /** What is not credited of the lines concerned of its invoice, with what was credited by hand taken off. */
  of_lines_minor: number;
  tax_pct: number;
  /** What is not credited of its invoice at this rate. */
  of_rate: Left;
  /** What payments and credit notes leave of its invoice, with tax. */
  left_minor: number;
}
export interface CreditPart {
  invoice_id: string;
  line_id: string;
  tax_pct: number;
  net_minor: number;
}

/** What can be taken of a line, while what others of its invoice take is counted. */
function takerOf(lines: readonly CreditableLine[]): (line: CreditableLine, wanted: number) => number {
  const left = new Map(lines.map(line => [line.invoice_id, line.left_minor]));
  const ofLines = new Map(lines.map(line => [line.invoice_id, line.of_lines_minor]));
  const rateOf = ({ invoice_id, tax_pct }: CreditableLine) => `${invoice_id} ${tax_pct}`;
  const ofRates = new Map(lines.map(line => [rateOf(line), line.of_rate]));
  return (line, wanted) => {
    const { invoice_id, creditable_minor, tax_pct } = line;
    const [left_minor, net] = [left.get(invoice_id) ?? 0, ofLines.get(invoice_id) ?? 0];
    const ofRate = ofRates.get(rateOf(line)) ?? line.of_rate;
    const taken = netWithin(Math.min(wanted, creditable_minor, net), { tax_pct, left_minor, ofRate });
    const tax_minor = taken === 0 ? 0 : taxWithin(taken, tax_pct, ofRate);
    left.set(invoice_id, left_minor - taken - tax_minor);
    ofLines.set(invoice_id, net - taken);
    ofRates.set(rateOf(line), {
      net_minor: ofRate.net_minor - taken,
      tax_minor: ofRate.tax_minor - tax_minor,
    });
    return taken;
  };
}

export interface PlaysToCredit {
  line_id: string;
  /** Number of its invoice. */
  invoice: string;
  plays: number;
  amount_minor: number;
}
/** Plays of each line at what they cost; `short`: what is wanted of lines that have less, or that nothing can be taken of. */
export function allocatePlays(
  wanted: readonly PlaysToCredit[],
  lines: readonly CreditableLine[],
): { parts: (CreditPart & { plays: number })[]; short: { invoice: string; most_minor: number }[] } {
  const take = takerOf(lines);
  const parts: (CreditPart & { plays: number })[] = [];
  const short: { invoice: string; most_minor: number }[] = [];
  for (const { line_id, invoice, plays, amount_minor } of wanted) {
    const line = lines.find(one => one.line_id === line_id);
    const net_minor = line ? take(line, amount_minor) : 0;
    if (!line || net_minor < amount_minor) short.push({ invoice, most_minor: net_minor });
    else parts.push({ invoice_id: line.invoice_id, line_id, tax_pct: line.tax_pct, plays, net_minor });
  }
  return { parts, short };
}

/** Line by line, none for more than it has left and no invoice for more than is left of it; `rest`: what found no line. */
export function allocateCredit(
  amount_minor: number,
  lines: readonly CreditableLine[],
): { parts: CreditPart[]; rest: number } {
  const take = takerOf(lines);
  const parts: CreditPart[] = [];
  let rest = amount_minor;
  for (const line of lines) {
    const net_minor = take(line, rest);
    if (net_minor <= 0) continue;
    parts.push({ invoice_id: line.invoice_id, line_id: line.line_id, tax_pct: line.tax_pct, net_minor });
    rest -= net_minor;
  }
  return { parts, rest };
}
