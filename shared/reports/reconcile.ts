/** A partner's figures against ours, and what each difference comes from. Pure; whole numbers throughout. */
import type { ReconciledLine, Reason } from '../contract/reports/reconciliation.ts';
import { divideHalfEven, minorUnits } from '../money.ts';
import type { TheirRow } from './partnerFile.ts';

/** What was sold to the partner, one spot or the sum of several that are alike. Days are those of the partner's zone. */
export interface OurSpot {
  key: string | null;
  /** Of the play; of the time it was sold for where none is confirmed. */
  day: string;
  /** Of the notice that bills it; null: none came through. */
  billed_day: string | null;
  /** It counts with us. */
  isBillable: boolean;
  /** Its partner was in test mode. */
  isTest: boolean;
  /** Impressions, or plays, in ten-thousandths. */
  count_e4: number;
  /** In 10^-13 of the currency's unit. */
  cost: bigint;
  currency: string | null;
}
export interface Reconciled {
  lines: ReconciledLine[];
  matched: number;
  explained: number;
  ours_e4: number;
  theirs_e4: number;
  diff_pct: number | null;
}
const COST_A_MICRO = 10n ** 7n;
const HUNDREDTHS = 10_000;
const microsOf = (cost: bigint) => divideHalfEven(cost, COST_A_MICRO);
const countOf = (spots: readonly OurSpot[]) => spots.reduce((sum, one) => sum + one.count_e4, 0);
const costOf = (spots: readonly OurSpot[]) => spots.reduce((sum, one) => sum + one.cost, 0n);
const counts = ({ isBillable, isTest }: OurSpot) => isBillable && !isTest;
const groupKey = (day: string, key: string | null) => JSON.stringify([day, key]);
const isWithin = (diff: number, of: number, tolerance_pct: number) =>
  Math.abs(diff) * 100 <= Math.abs(of) * tolerance_pct;

function grouped<T extends { day: string; key: string | null }>(rows: readonly T[]): Map<string, T[]> {
  return groupedBy(rows, row => groupKey(row.day, row.key));
}
function groupedBy<K, T>(rows: readonly T[], keyOf: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
/** One currency of a group, or null where it has several: then its amounts cannot be compared. */
const currencyOf = (rows: readonly { currency: string | null }[]): string | null => {
  const all = new Set(rows.map(row => row.currency));
  return all.size === 1 ? ([...all][0] ?? null) : null;
};

type Cause = [reason: Reason, spots: readonly OurSpot[]];
/** Spots that we count and they may not, and the other way round, in the order in which they are believed. */
function causesOf(day: string, ofKey: readonly OurSpot[]): { more: Cause[]; fewer: Cause[] } {
  const here = ofKey.filter(spot => spot.day === day);
  const billed = here.filter(counts);
  return {
    more: [
      ['notice_failed', billed.filter(spot => spot.billed_day === null)],
      ['cut_off', billed.filter(spot => spot.billed_day !== null && spot.billed_day !== day)],
    ],
    fewer: [
      ['cut_off', ofKey.filter(spot => counts(spot) && spot.day !== day && spot.billed_day === day)],
      ['unconfirmed', here.filter(spot => !spot.isBillable && !spot.isTest)],
      ['test_mode', here.filter(spot => spot.isTest)],
    ],
  };
}

/** How much of a count its causes explain. */
function explain(diff_e4: number, causes: readonly Cause[]) {
  const reasons: ReconciledLine['reasons'] = [];
  let left = Math.abs(diff_e4);
  let cost = 0n;
  for (const [reason, spots] of causes) {
    const count_e4 = Math.min(left, countOf(spots));
    if (count_e4 === 0) continue;
    reasons.push({ reason, count_e4 });
    left -= count_e4;
    /** A part of a cause is priced by its share. */
    cost += (costOf(spots) * BigInt(count_e4)) / BigInt(countOf(spots));
  }
  return { reasons, left, cost };
}

interface Group {
  day: string;
  key: string | null;
  ours: readonly OurSpot[];
  theirs: readonly TheirRow[];
  ofKey: readonly OurSpot[];
  isKnownToThem: boolean;
}
function compare(
  { day, key, ours, theirs, ofKey, isKnownToThem }: Group,
  tolerance_pct: number,
): ReconciledLine {
  const own = { count_e4: countOf(ours), micros: microsOf(costOf(ours)), currency: currencyOf(ours) };
  const their = {
    count_e4: theirs.reduce((sum, row) => sum + row.count_e4, 0),
    micros: theirs.reduce((sum, row) => sum + row.micros, 0),
    currency: currencyOf(theirs),
  };
  const line = { day, key, ours: own, theirs: their };
  const diff = own.count_e4 - their.count_e4;
  const { more, fewer } = causesOf(day, ofKey);
  const { reasons, left, cost } = explain(diff, diff > 0 ? more : fewer);
  const isCountMatched = isWithin(diff, own.count_e4, tolerance_pct);
  const isCountExplained = isCountMatched || isWithin(left, own.count_e4, tolerance_pct);
  if (!isCountExplained && ofKey.length === 0) reasons.push({ reason: 'unknown_to_us', count_e4: left });
  else if (!isCountExplained && diff > 0 && !isKnownToThem)
    reasons.push({ reason: 'unknown_to_them', count_e4: left });

  const isOneCurrency = ours.length === 0 || theirs.length === 0 || own.currency === their.currency;
  if (!isOneCurrency) reasons.push({ reason: 'currency', count_e4: 0 });
  const amount = own.micros - their.micros;
  const ofCauses = diff > 0 ? microsOf(cost) : -microsOf(cost);
  const isAmountMatched = isOneCurrency && isWithin(amount, own.micros, tolerance_pct);
  /** They round each line to their smallest coin: half of one for each. */
  const coin = minorUnits(their.currency ?? own.currency ?? 'EUR');
  const rounding = Math.ceil((Math.max(1, theirs.length) * 1_000_000) / coin / 2);
  const rest = Math.abs(amount - ofCauses);
  const isRounding = isOneCurrency && rest > 0 && rest <= rounding;
  const isAmountExplained =
    !isOneCurrency ||
    rest === 0 ||
    isRounding ||
    isAmountMatched ||
    isWithin(rest, own.micros, tolerance_pct);
  if (isCountMatched && isAmountMatched) return { ...line, state: 'matched', reasons: [] };
  if (isRounding && isCountExplained) reasons.push({ reason: 'rounding', count_e4: 0 });
  return { ...line, state: isCountExplained && isAmountExplained ? 'explained' : 'open', reasons };
}

/** Every day and key that either side has within these days; what was played about them explains what moved over a bound. */
export function reconcile(
  spots: readonly OurSpot[],
  file: readonly TheirRow[],
  { first_day, last_day, tolerance_pct }: { first_day: string; last_day: string; tolerance_pct: number },
): Reconciled {
  const isWanted = ({ day }: { day: string }) => day >= first_day && day <= last_day;
  const ours = grouped(spots.filter(spot => counts(spot) && isWanted(spot)));
  const theirs = grouped(file.filter(isWanted));
  const byKey = groupedBy(spots, spot => spot.key);
  const theirKeys = new Set(file.map(row => row.key));
  const lines = [...new Set([...ours.keys(), ...theirs.keys()])].sort().map(at => {
    const [day, key] = JSON.parse(at) as [string, string | null];
    const group = { day, key, ours: ours.get(at) ?? [], theirs: theirs.get(at) ?? [] };
    const known = { ofKey: byKey.get(key) ?? [], isKnownToThem: theirKeys.has(key) };
    return compare({ ...group, ...known }, tolerance_pct);
  });
  const ours_e4 = lines.reduce((sum, line) => sum + line.ours.count_e4, 0);
  const theirs_e4 = lines.reduce((sum, line) => sum + line.theirs.count_e4, 0);
  return {
    lines,
    matched: lines.filter(line => line.state === 'matched').length,
    explained: lines.filter(line => line.state === 'explained').length,
    ...{ ours_e4, theirs_e4 },
    diff_pct: ours_e4 === 0 ? null : Math.round(((theirs_e4 - ours_e4) * HUNDREDTHS) / ours_e4) / 100,
  };
}
