/** What a screen earns its owner in a month. Pure: whole minor units, and periods as `YYYY-MM`. */
import { dayStart, isoDate } from '../i18n/format.ts';
import { costOfPlays, divideHalfEven } from '../money.ts';

const PERCENT = 100;
const DECEMBER = 12;

/** Months up to this one began by the clocks of a zone that the tenant had then. */
export interface EarlierZone {
  tz: string;
  through: string;
}
type EarlierZones = readonly EarlierZone[];

/** A month that has begun keeps its beginning, whatever zone the tenant has later: each moment lies in exactly one. */
const startOfPeriod = (period: string, tz: string, earlier: EarlierZones): string =>
  dayStart(`${period}-01`, earlier.find(({ through }) => period <= through)?.tz ?? tz);

/** The month of a moment: by the clocks of the zone, or of the one that the tenant had then. */
export function periodOf(ms: number, tz: string, earlier: EarlierZones = []): string {
  const period = isoDate(ms, tz).slice(0, 7);
  if (earlier.length === 0) return period;
  const isIn = (one: string) => {
    const { from, to } = boundsOfPeriod(one, tz, earlier);
    return Date.parse(from) <= ms && ms < Date.parse(to);
  };
  return [periodBefore(period), nextPeriod(period)].find(isIn) ?? period;
}

/** What stands of zones before once the tenant has another: the running month and all before it have begun. */
export function zonesAfterChange(
  now: number,
  { tz, earlier }: { tz: string; earlier: EarlierZones },
): EarlierZone[] {
  const through = periodOf(now, tz, earlier);
  const last = earlier.at(-1);
  return last && last.through >= through ? [...earlier] : [...earlier, { tz, through }];
}

export function nextPeriod(period: string): string {
  const [year = 0, month = 0] = period.split('-').map(Number);
  return month === DECEMBER ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`;
}
export function periodBefore(period: string): string {
  const [year = 0, month = 0] = period.split('-').map(Number);
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`;
}

/** UTC ISO-8601; `to` is exclusive. */
export const boundsOfPeriod = (period: string, tz: string, earlier: EarlierZones = []) => ({
  from: startOfPeriod(period, tz, earlier),
  to: startOfPeriod(nextPeriod(period), tz, earlier),
});

/** Plays of one campaign, and the price of a thousand of them; null: it has none. */
export interface PricedPlays {
  plays: number;
  bid_micros: number | null;
  /** Of a partner that bought them by auction: what it is billed for all of them. */
  sold_minor?: number;
}

export const grossOf = ({ plays, bid_micros, sold_minor }: PricedPlays, currency: string): number =>
  sold_minor ?? costOfPlays(plays, bid_micros, currency);

/** The fee is what the rounded share of the owner leaves, so that both always add up to the gross. */
export function feeOf(gross_minor: number, fee_pct: number): number {
  const share = divideHalfEven(BigInt(gross_minor) * BigInt(PERCENT - fee_pct), BigInt(PERCENT));
  return gross_minor - share;
}

export function earningOf(
  lines: readonly PricedPlays[],
  { currency, fee_pct, adjustment_minor }: { currency: string; fee_pct: number; adjustment_minor: number },
) {
  const gross_minor = lines.reduce((sum, line) => sum + grossOf(line, currency), 0);
  const fee_minor = feeOf(gross_minor, fee_pct);
  return {
    plays: lines.reduce((sum, { plays }) => sum + plays, 0),
    gross_minor,
    fee_minor,
    net_minor: gross_minor - fee_minor + adjustment_minor,
  };
}
