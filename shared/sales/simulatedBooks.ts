/**
 * The books of a campaign over a simulated day: what is left of it, and what is out with screens. Its other screens are
 * taken to play as much of it as this one does; until the day begins all keep to its plan. Pure.
 */
import type { LeasedBooks } from '../contract/playout/simulation.ts';
import { playsPerHour } from '../playout/leases/size.ts';
import { dayOf } from '../playout/rights.ts';
import { planLeft, type LeasedCampaign } from './leaseGrant.ts';

const HOUR_MS = 3_600_000;

/** What is left of it when the day begins, worked out hour by hour by its plan. */
function leftAt(books: LeasedBooks, campaign: LeasedCampaign, booked_at: number, from: number): number {
  let { left } = books;
  for (let at = booked_at; at < from; at += HOUR_MS) {
    const plan = planLeft(campaign, false, at);
    const perHour = playsPerHour(plan, left);
    const next = planLeft(campaign, false, Math.min(from, at + HOUR_MS));
    if (perHour !== null) left = Math.max(0, left - perHour * (plan.hours_left - next.hours_left));
  }
  return left;
}

interface OwnCounts {
  delivered: number;
  outstanding: number;
}
/** `booked_at`: the time of these books, ms. A day that began before it is worked out as if nothing of it were over. */
export function createSimulatedBooks(books: LeasedBooks, booked_at: number, from: number) {
  const { tz, online, daily } = books;
  const campaign: LeasedCampaign = { ...books, isShare: books.is_share };
  const isLater = from > booked_at;
  const undone = isLater ? 0 : books.today;
  const left = leftAt(books, campaign, booked_at, from) + undone;
  const capped = books.capped === null ? Infinity : books.capped + undone;
  let due_at = 0;
  let day = dayOf(from, tz);
  /** Of all screens, before this day of the calendar; less what was delivered on it before the simulation. */
  let beforeDay = isLater && day === dayOf(booked_at, tz) ? -books.today : 0;
  return {
    campaign,
    /** `own`: of this screen. */
    counts(at: number, own: OwnCounts) {
      const [delivered, outstanding] = [online * own.delivered, online * own.outstanding];
      const today = dayOf(at, tz);
      if (today !== day) [day, beforeDay] = [today, delivered];
      const limits = [
        left - delivered,
        daily === null ? Infinity : daily - (delivered - beforeDay),
        capped - delivered - outstanding,
      ];
      return { left: Math.max(0, Math.floor(Math.min(...limits))), outstanding, due_at };
    },
    /** The others take theirs, too, before it is this screen's turn again. */
    noteDue(next: number, at: number) {
      const apart = next - Math.max(due_at, at - HOUR_MS);
      due_at = next + apart * (online - 1);
    },
  };
}
