/** How a campaign's plan runs over the hours of its flights. Pure. */
import type { PACINGS } from '../contract/sales/campaign.ts';
import { openMs, type OpenFlight } from './openTime.ts';

const HOUR_MS = 3_600_000;

export interface PlannedFlights {
  flights: readonly OpenFlight[];
  tz: string;
}
export type Pacing = (typeof PACINGS)[number];

/** Hours that are left of its flights, as far as their hours of the week go. */
export const hoursLeft = (row: PlannedFlights, now: number) => hoursUntil(row, { from: now });
export const hoursUntil = (
  { flights, tz }: PlannedFlights,
  { from, to = Infinity }: { from: number; to?: number },
) => openMs(flights, { from, to, tz }) / HOUR_MS;

export const hoursIn = (row: PlannedFlights) => hoursLeft(row, -Infinity);

/** How much of the hours of its flights is over, 0 to 1. */
export function elapsedShare({ flights, tz }: PlannedFlights, now: number): number {
  const total = openMs(flights, { from: -Infinity, to: Infinity, tz });
  return total === 0 ? 0 : Math.min(1, openMs(flights, { from: -Infinity, to: now, tz }) / total);
}
/** Half again as fast at first, and slower towards the end: the whole is the same. */
const FRONT = 1.5;
export function plannedShare(campaign: PlannedFlights & { pacing: Pacing }, now: number): number {
  const share = elapsedShare(campaign, now);
  return campaign.pacing === 'front' ? Math.min(1, FRONT * share - (FRONT - 1) * share * share) : share;
}
/** How much faster than evenly the rest of a plan that leans forward begins: its slope, by that of a straight rest. */
export function frontFactor(campaign: PlannedFlights, now: number): number {
  const share = elapsedShare(campaign, now);
  return (FRONT - 2 * (FRONT - 1) * share) / (1 - (FRONT - 1) * share);
}
