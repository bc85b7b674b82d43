/** Whether a screen will learn of a spot in time, and is on then: by what it was like before and by the hours of its place. */
import type { OpeningHours } from '../../../shared/contract/fleet/location.ts';
import { PRESENCE_S } from '../../../shared/contract/fleet/device.ts';
import { localAt, startDayOf } from '../../../shared/playout/rights.ts';
import type { History } from '../../proof/analytics/history.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { Histories } from './histories.ts';
import { nextSlot, type Slot } from './slots.ts';

const HOUR_MS = 3_600_000;
const HEARD_MS = PRESENCE_S.stale * 1_000;

/** Pure. A place that has named no hours at all is taken to be open. */
export function isOpen(hours: OpeningHours, tz: string, { from, to }: Slot): boolean {
  if (hours.every(spans => spans.length === 0)) return true;
  const isOpenAt = (at: number) => {
    const local = localAt(at, tz);
    return hours.some((spans, day) =>
      spans.some(span => startDayOf({ ...span, days: [day + 1] }, local) !== null),
    );
  };
  return isOpenAt(from) && isOpenAt(to - 1);
}

interface LastContact {
  now: number;
  /** ms; null: never. */
  last_seen: number | null;
  /** For how long it is usually without a link. */
  offline_h: number;
}
/** Pure. null: it is not expected back. Otherwise from when on it is taken to know what was sold. */
export function knownFrom({ now, last_seen, offline_h }: LastContact): number | null {
  if (last_seen === null) return null;
  const back = last_seen + offline_h * HOUR_MS;
  if (now - last_seen <= HEARD_MS) return now;
  return back < now ? null : back;
}

export interface ReachedScreen {
  device: { id: string; last_seen_at: Date | null };
  placement: { movable: boolean };
  /** Where a screen stands. */
  location: { hours: OpeningHours; tz: string } | null;
}
interface OfferLimits {
  histories: Histories;
  /** ms; null: nothing of it lies ahead. */
  offered_until: number | null;
  max_lead_s: number;
}
type Reached = Pick<History, 'offline_h'> &
  ({ slot: Slot; kept_out: null } | { slot: null; kept_out: 'unheard' | 'closed' | null });

/** The spot that is offered next; none: why not, or null where all that may be sold by now has been offered. */
export async function nextOffer(
  ctx: TransactionContext,
  { device, placement, location }: ReachedScreen,
  { histories, offered_until, max_lead_s }: OfferLimits,
): Promise<Reached> {
  const { now } = ctx;
  const last_seen = device.last_seen_at?.getTime() ?? null;
  const { offline_h } = await histories.of(ctx, device.id);
  const from = knownFrom({ now, last_seen, offline_h });
  if (from === null) return { offline_h, slot: null, kept_out: 'unheard' };
  const place = placement.movable ? null : location;
  const isSold = (one: Slot) => place === null || isOpen(place.hours, place.tz, one);
  const times = { now, offered_until, offline_h, max_lead_s };
  const slot = nextSlot(times, isSold);
  if (slot && slot.from < from) return { offline_h, slot: null, kept_out: 'unheard' };
  if (slot) return { offline_h, slot, kept_out: null };
  return { offline_h, slot, kept_out: nextSlot(times) ? 'closed' : null };
}
