/** Which time of a campaign is on invoices already, and what is left of another. Pure. */
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
}
/** Lines of one campaign and time added up, the first count and what came late, at the price of the last of them. */
export function coveredPlays(lines: readonly CoveredPlays[]): CoveredPlays[] {
  const found = new Map<string, CoveredPlays>();
  for (const line of lines) {
    const key = `${line.campaign_id} ${line.from} ${line.to}`;
    const before = found.get(key);
    found.set(key, { ...line, qty: (before?.qty ?? 0) + line.qty });
  }
  return [...found.values()];
}
