/**
 * The books of a campaign over a simulated day: what is left of it, and what is out with screens. Its other screens are
 * taken to play as much of it as this one does; until the day begins all keep to its plan. Pure.
 */
import type { LeasedBooks } from '../contract/playout/simulation.ts';
import { dayStart } from '../i18n/format.ts';
import { dayOf } from '../playout/rights.ts';
import { leastLeft, playsPerHour, type LeasedCampaign, type PlaysLimit } from './leaseGrant.ts';
import { hoursUntil } from './plan.ts';

const HOUR_MS = 3_600_000;

/** What is left of it at a time, when so much was delivered since these books, and so much since midnight. */
function limitsAt(books: LeasedBooks, played: { ever: number; today: number }, at: number): PlaysLimit[] {
  const { daily, tz } = books;
  const midnight = Date.parse(dayStart(dayOf(at, tz), tz, 1));
  const caps = books.caps.map(cap => ({
    left: Math.floor(cap.left - played.ever),
    until: Date.parse(cap.until),
  }));
  return [
    { left: Math.floor(books.left - played.ever) },
    ...(daily === null ? [] : [{ left: Math.floor(daily - played.today), until: midnight }]),
    /** A budget of the month begins anew with the next. */
    ...caps.filter(({ until }) => at < until),
  ];
}

/** What was delivered from its books to the day that begins, worked out hour by hour by its plan. */
function playedBefore(books: LeasedBooks, campaign: LeasedCampaign, booked_at: number, from: number) {
  let [ever, today] = [0, books.today];
  /** A day of the next century is looked at as soon as one of next week. */
  for (let at = booked_at; at < from && hoursUntil(campaign, { from: at }) > 0;) {
    const midnight = Date.parse(dayStart(dayOf(at, books.tz), books.tz, 1));
    const until = Math.min(from, at + HOUR_MS, midnight);
    const limits = limitsAt(books, { ever, today }, at);
    const perHour = playsPerHour(campaign, limits, { isByShare: false, outstanding: 0 }, at) ?? 0;
    const plays = Math.min(perHour * hoursUntil(campaign, { from: at, to: until }), leastLeft(limits));
    [ever, today] = [ever + plays, until === midnight ? 0 : today + plays];
    at = until;
  }
  return { ever, today };
}

interface OwnCounts {
  delivered: number;
  outstanding: number;
}
/** `booked_at`: the time of these books, ms. A day that began before it is worked out as if nothing of it were over. */
export function createSimulatedBooks(books: LeasedBooks, booked_at: number, from: number) {
  const { tz, online } = books;
  const campaign: LeasedCampaign = { ...books, isShare: books.is_share };
  const before =
    from > booked_at ? playedBefore(books, campaign, booked_at, from) : { ever: -books.today, today: 0 };
  let due_at = 0;
  let day = dayOf(from, tz);
  /** Of all screens in this simulation, before this day of the calendar; less what was delivered on it before. */
  let beforeDay = -before.today;
  return {
    campaign,
    /** `own`: of this screen. */
    counts(at: number, own: OwnCounts) {
      const [delivered, outstanding] = [online * own.delivered, online * own.outstanding];
      const today = dayOf(at, tz);
      if (today !== day) [day, beforeDay] = [today, delivered];
      const played = { ever: before.ever + delivered, today: delivered - beforeDay };
      return { limits: limitsAt(books, played, at), outstanding, due_at };
    },
    /** The others take theirs, too, before it is this screen's turn again. */
    noteDue(next: number, at: number) {
      const apart = next - Math.max(due_at, at - HOUR_MS);
      due_at = next + apart * (online - 1);
    },
  };
}
