/** Sums of invoice lines, and what an edit makes of them. Pure; whole minor units. */
import type { InvoiceLine, LineInput } from '../../../shared/contract/sales/billing/invoiceLine.ts';
import { HAND_QUANTITY_MAX, isHandQuantity } from '../../../shared/contract/sales/billing/invoiceLine.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { costOfPlays, divideHalfEven } from '../../../shared/money.ts';

const HUNDRED = 100;
const PERCENT_DIVISOR = 10_000n;

/** Tax in hundredths of a percent, rounded half to even once. */
export const taxOf = (net_minor: number, tax_pct: number): number =>
  divideHalfEven(BigInt(net_minor) * BigInt(Math.round(tax_pct * HUNDRED)), PERCENT_DIVISOR);

type Priced = Pick<InvoiceLine, 'qty' | 'unit_minor' | 'price_micros'>;
const netOf = ({ qty, unit_minor, price_micros }: Priced, currency: string): number =>
  unit_minor === null ? costOfPlays(qty, price_micros, currency) : qty * unit_minor;

/** A line with its amounts. */
export function pricedLine(
  line: Omit<InvoiceLine, 'net_minor' | 'tax_minor'>,
  currency: string,
): InvoiceLine {
  const net_minor = netOf(line, currency);
  return { ...line, net_minor, tax_minor: taxOf(net_minor, line.tax_pct) };
}

export interface Sums {
  subtotal_minor: number;
  tax_minor: number;
  total_minor: number;
}
/** What was rounded on the lines is only added here. */
export function sumsOf(lines: readonly { net_minor: number; tax_minor: number }[]): Sums {
  const subtotal_minor = lines.reduce((sum, line) => sum + line.net_minor, 0);
  const tax_minor = lines.reduce((sum, line) => sum + line.tax_minor, 0);
  return { subtotal_minor, tax_minor, total_minor: subtotal_minor + tax_minor };
}

export function refuseField(field: string, text: string): never {
  throw new AppError('VALIDATION', text, { [field]: [text] });
}

/** Counted lines keep quantity, price and evidence; what has no id is new, and what is not named any more is gone. */
export function editedLines(
  current: readonly InvoiceLine[],
  edits: readonly LineInput[],
  { currency, newId }: { currency: string; newId: () => string },
): InvoiceLine[] {
  const named = new Set<string>();
  return edits.map(({ id, text, qty, unit_minor, tax_pct }, nth) => {
    const field = (name: string) => `lines.${nth}.${name}`;
    if (id === undefined)
      return pricedLine(handLine({ id: newId(), text, qty, unit_minor, tax_pct }), currency);
    const line = current.find(one => one.id === id);
    if (!line || named.has(id)) return refuseField(field('id'), 'There is no such line.');
    named.add(id);
    if (line.price_micros === null)
      return pricedLine(
        { ...handLine({ id, text, qty, unit_minor, tax_pct }), kind: line.kind, evidence: line.evidence },
        currency,
      );
    if (qty !== line.qty) refuseField(field('qty'), 'This was counted from plays and stays as it is');
    if (unit_minor !== null)
      refuseField(field('unit_minor'), 'This was counted from plays and stays as it is');
    return pricedLine({ ...line, text, tax_pct }, currency);

    function handLine(typed: Required<LineInput>) {
      if (typed.unit_minor === null) refuseField(field('unit_minor'), 'Required');
      if (!isHandQuantity(typed.qty)) refuseField(field('qty'), `Must be at most ${HAND_QUANTITY_MAX}`);
      return { ...typed, kind: 'other' as const, price_micros: null, evidence: null };
    }
  });
}
