/** Which time of a campaign is on invoices already, and what is left of another. Pure. */
import type { InvoiceLine } from '../../../shared/contract/sales/billing/invoiceLine.ts';

export interface Span {
  /** ms */
  from: number;
  /** ms, exclusive */
  to: number;
}

/** The parts of a time that none of the others covers, in order. */
export function uncovered(span: Span, covered: readonly Span[]): Span[] {
  const left: Span[] = [];
  let at = span.from;
  for (const { from, to } of covered.toSorted((a, b) => a.from - b.from)) {
    if (to <= at || from >= span.to) continue;
    if (from > at) left.push({ from: at, to: from });
    at = Math.max(at, to);
  }
  if (at < span.to) left.push({ from: at, to: span.to });
  return left;
}
export const overlaps = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;

export interface CoveredPlays extends Span {
  campaign_id: string;
  price_micros: number;
  /** Of all lines of this time. */
  qty: number;
  /** When they were received; each play of the time was received at another one or stands on another line. */
  received: readonly Span[];
}
/** What a line says of plays; nothing for other lines. Lines of before they named when plays were received took all until they were drafted. */
export function playsOfLine(
  { evidence, price_micros, qty }: InvoiceLine,
  drafted_at: number,
): CoveredPlays[] {
  if (price_micros === null || !evidence?.campaign_id || !evidence.from || !evidence.to) return [];
  const { campaign_id, from, to, received } = evidence;
  return [
    {
      ...{ campaign_id, price_micros, qty, from: Date.parse(from), to: Date.parse(to) },
      received: received?.map(parsed) ?? [{ from: 0, to: drafted_at }],
    },
  ];
}
const parsed = ({ from, to }: { from: string; to: string }) => ({
  ...{ from: Date.parse(from), to: Date.parse(to) },
});

const timeOf = (line: CoveredPlays) => `${line.campaign_id} ${line.from} ${line.to}`;
/** Lines of one campaign and time added up, the first count and what came late, at the price of the last of them. */
export function coveredPlays(lines: readonly CoveredPlays[]): CoveredPlays[] {
  const found = new Map<string, CoveredPlays>();
  for (const line of lines) {
    const before = found.get(timeOf(line));
    found.set(timeOf(line), {
      ...{ ...line, qty: (before?.qty ?? 0) + line.qty },
      received: [...(before?.received ?? []), ...line.received],
    });
  }
  return [...found.values()];
}

/** Until when plays of a time are counted: never less far than they were. */
export const countedUntil = (covered: readonly Span[], until: number): number =>
  Math.max(until, ...covered.map(one => one.to));

/** Each line with what it alone holds: of two that took plays of the same moment it is the one that ends first. */
export function apart<T extends CoveredPlays>(lines: readonly T[]): T[] {
  const taken = new Map<string, Span[]>();
  const endOf = (line: T) => Math.max(...line.received.map(one => one.to));
  return lines
    .toSorted((a, b) => endOf(a) - endOf(b))
    .map(line => {
      const before = taken.get(timeOf(line)) ?? [];
      taken.set(timeOf(line), [...before, ...line.received]);
      return { ...line, received: line.received.flatMap(one => uncovered(one, before)) };
    });
}
