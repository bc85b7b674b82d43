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
type Left = Omit<TaxedLine, 'tax_pct'>;

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
  { lines: (L & { tax_minor: number })[]; problem: null } | { problem: { field: string; text: string } };

/**
 * The lines with their tax, or the first one that the invoice has no room for. The line that takes the rest of a rate
 * takes the rest of its tax, so that an invoice that is credited in parts is credited to the last minor unit.
 */
export function creditedAtRates<L extends NetLine>(
  lines: readonly L[],
  creditable: ReadonlyMap<number, Left>,
  currency: string,
): Credited<L> {
  const left = new Map(creditable);
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
    if (net_minor > ofRate.net_minor) {
      const most = majorOf(Math.max(0, ofRate.net_minor), currency);
      return { problem: { field: `lines.${nth}.net_minor`, text: `Must be at most ${most}` } };
    }
    const isRest = net_minor === ofRate.net_minor;
    const tax_minor = isRest ? Math.max(0, ofRate.tax_minor) : taxOf(net_minor, tax_pct);
    taxed.push({ ...line, tax_minor });
    left.set(tax_pct, { net_minor: ofRate.net_minor - net_minor, tax_minor: ofRate.tax_minor - tax_minor });
  }
  return { lines: taxed, problem: null };
}
