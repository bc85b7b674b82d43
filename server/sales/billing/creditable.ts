/** What can be credited of an invoice at each of its tax rates: tax goes back at the rate it was charged at. Pure. */
import { majorOf } from '../../../shared/i18n/format.ts';
import { taxOf } from './lines.ts';

interface NetLine {
  net_minor: number;
  tax_pct: number;
}
interface TaxedLine extends NetLine {
  tax_minor: number;
}
export type Left = Omit<TaxedLine, 'tax_pct'>;

/** By rate: what was invoiced at it, less what was credited at it. */
export function creditableByRate(
  invoiced: readonly TaxedLine[],
  credited: readonly TaxedLine[],
): ReadonlyMap<number, Left> {
  const left = new Map<number, Left>();
  const add = ({ net_minor, tax_minor, tax_pct }: TaxedLine, sign: 1 | -1) => {
    const before = left.get(tax_pct) ?? { net_minor: 0, tax_minor: 0 };
    left.set(tax_pct, {
      net_minor: before.net_minor + sign * net_minor,
      tax_minor: before.tax_minor + sign * tax_minor,
    });
  };
  for (const line of invoiced) add(line, 1);
  for (const line of credited) add(line, -1);
  return left;
}

export type Credited<L> =
  | { lines: (L & { tax_minor: number })[]; problem: null }
  | { problem: { field: string; text: string } };

/**
 * The line that takes the rest of a rate takes the rest of its tax, and no line more tax than is left, so that an invoice
 * that is credited in parts is credited to the last minor unit.
 */
export function taxWithin(net_minor: number, tax_pct: number, left: Left): number {
  const rest = Math.max(0, left.tax_minor);
  return net_minor === left.net_minor ? rest : Math.min(rest, taxOf(net_minor, tax_pct));
}

const PERCENT_DIVISOR = 10_000;
/** The most before tax, up to what is wanted, that leaves with its tax no less than nothing of an invoice. */
export function netWithin(
  wanted: number,
  { tax_pct, left_minor, ofRate }: { tax_pct: number; left_minor: number; ofRate: Left },
): number {
  const isWithin = (net: number) => net + taxWithin(net, tax_pct, ofRate) <= left_minor;
  let net = Math.min(wanted, ofRate.net_minor);
  if (net > 0 && !isWithin(net)) {
    const atMost = (left_minor * PERCENT_DIVISOR) / (PERCENT_DIVISOR + Math.round(tax_pct * 100));
    net = Math.min(net - 1, Math.ceil(atMost) + 1);
    while (net > 0 && !isWithin(net)) net -= 1;
  }
  return Math.max(0, net);
}

/** The most that one line may take off at each rate, before tax: what a person reads, and what a line is refused by. */
export const mostByRate = (creditable: ReadonlyMap<number, Left>, left_minor: number) =>
  [...creditable]
    .map(([tax_pct, ofRate]) => ({
      tax_pct,
      net_minor: netWithin(ofRate.net_minor, { tax_pct, left_minor, ofRate }),
    }))
    .filter(({ net_minor }) => net_minor > 0)
    .toSorted((a, b) => b.tax_pct - a.tax_pct);

/** The lines with their tax, or the first one that the invoice has no room for. `left_minor`: of it, with tax. */
export function creditedAtRates<L extends NetLine>(
  lines: readonly L[],
  creditable: ReadonlyMap<number, Left>,
  currency: string,
  left_minor = Infinity,
): Credited<L> {
  const left = new Map(creditable);
  let open_minor = left_minor;
  const taxed: (L & { tax_minor: number })[] = [];
  for (const [nth, line] of lines.entries()) {
    const { net_minor, tax_pct } = line;
    const ofRate = left.get(tax_pct);
    if (ofRate === undefined) {
      const rates = [...creditable.keys()].toSorted((a, b) => b - a).map(rate => `${rate} %`);
      return {
        problem: { field: `lines.${nth}.tax_pct`, text: `A rate of the invoice: ${rates.join(', ')}` },
      };
    }
    const most = netWithin(ofRate.net_minor, { tax_pct, left_minor: open_minor, ofRate });
    if (net_minor > most)
      return {
        problem: { field: `lines.${nth}.net_minor`, text: `Must be at most ${majorOf(most, currency)}` },
      };
    const tax_minor = taxWithin(net_minor, tax_pct, ofRate);
    taxed.push({ ...line, tax_minor });
    open_minor -= net_minor + tax_minor;
    left.set(tax_pct, { net_minor: ofRate.net_minor - net_minor, tax_minor: ofRate.tax_minor - tax_minor });
  }
  return { lines: taxed, problem: null };
}
