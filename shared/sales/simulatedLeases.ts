/**
 * Leases of a simulated day: the screen asks as a screen with a link does, and is granted by the rule of the server.
 * Files are on it, its plays are reported as they end, and its link holds all day. Pure.
 */
import { instant } from '../clock.ts';
import type { DocumentLine } from '../contract/playout/flights.ts';
import {
  MAX_LEASE_PLAYS,
  type Lease,
  type PulledLeases,
  type SpentLease,
} from '../contract/playout/lease.ts';
import type { ScreenLeases } from '../contract/playout/simulation.ts';
import {
  afterAnswer,
  askedWith,
  closeUseless,
  hasToAsk,
  NO_WAIT,
  waitAfter,
  type HeldLease,
} from '../playout/leases/held.ts';
import type { SpentPlays } from '../playout/leases/spend.ts';
import type { LeaseHolder } from '../playout/simulate.ts';
import { ASK_AGAIN_MS, grantOf, isInVainFor, leaseTimes, openingsOf, shortOpenings } from './leaseGrant.ts';
import { createSimulatedBooks } from './simulatedBooks.ts';

const HOUR_MS = 3_600_000;

interface SimulatedScreen {
  leases: ScreenLeases;
  lines: readonly DocumentLine[];
  tz: string;
  /** ms; when the day begins, and how often the screen looks whether it has to ask. */
  from: number;
  every_ms: number;
}

/** A lease in the books of the simulated server. */
interface Entry extends Lease {
  used: number;
  /** Plays under it that were counted before the day began. */
  before: number;
  isReturned: boolean;
  report_deadline: number;
}
/** The play that goes on: it is reported once it is over. */
interface Playing {
  lease_id: string | undefined;
  ends: number;
}

export function createSimulatedLeases(screen: SimulatedScreen): LeaseHolder {
  const { leases, lines, tz, from, every_ms } = screen;
  const history = { plays_per_h: leases.plays_per_h, offline_h: leases.offline_h };
  const leased = lines.filter(line => line.leased);
  const books = new Map(
    leases.campaigns.map(one => [one.campaign_id, createSimulatedBooks(one, Date.parse(leases.at), from)]),
  );
  /** What it holds by now is of the time of these books; a day that began before it begins with nothing. */
  const isLater = from > Date.parse(leases.at);
  const begun = leases.held.filter(({ campaign_id }) => isLater || !books.has(campaign_id));
  const entries: Entry[] = begun.map(one => ({
    ...{ ...one, before: one.used, isReturned: false },
    report_deadline: Date.parse(one.play_deadline) + Math.max(1, history.offline_h) * HOUR_MS,
  }));
  let held: readonly HeldLease[] = begun;
  let wait = NO_WAIT;
  let next = from;
  let granted = 0;
  let playing: Playing = { lease_id: undefined, ends: from };

  const reportedOf = ({ id, used }: Entry, at: number) =>
    used - (playing.lease_id === id && playing.ends > at ? 1 : 0);
  const openOf = (one: Entry, at: number) =>
    at >= one.report_deadline
      ? 0
      : Math.max(0, (one.isReturned ? one.used : one.max_plays) - reportedOf(one, at));
  function ownCounts(campaign_id: string, at: number) {
    const own = entries.filter(one => one.campaign_id === campaign_id);
    return {
      delivered: own.reduce((sum, one) => sum + reportedOf(one, at) - one.before, 0),
      outstanding: own.reduce((sum, one) => sum + openOf(one, at), 0),
    };
  }

  /** As the server grants to one screen. */
  function grant(campaign_id: string, at: number): { fresh: Entry[]; isInVain: boolean } {
    const book = books.get(campaign_id);
    const own = entries.filter(
      one => one.campaign_id === campaign_id && !one.isReturned && at < Date.parse(one.play_deadline),
    );
    const wanted = leased.filter(line => line.campaign_id === campaign_id);
    const all = openingsOf(wanted, { tz, offline_h: history.offline_h }, at);
    const short = shortOpenings(all, own, one => one.used);
    if (!book || short.length === 0) return { fresh: [], isInVain: false };
    const fresh: Entry[] = [];
    for (const opening of short) {
      const counts = book.counts(at, ownCounts(campaign_id, at));
      const asking = { history, before: 0, lines: all.length };
      const found = grantOf(book.campaign, counts, opening.line, asking, at);
      if (!found) break;
      if (found.due_at !== undefined) book.noteDue(found.due_at, at);
      const windowEnds = own
        .filter(({ line_id }) => line_id === opening.line.id)
        .map(({ window_end }) => Date.parse(window_end));
      const times = leaseTimes(found, opening, { windowEnds, offline_h: history.offline_h });
      const entry: Entry = {
        ...{ id: `simulated-${granted++}`, campaign_id, line_id: opening.line.id },
        max_plays: Math.min(MAX_LEASE_PLAYS, found.plays),
        ...{ window_start: instant(times.window_start), window_end: instant(times.window_end) },
        ...{ play_deadline: instant(times.play_deadline), report_deadline: times.report_deadline },
        ...{ used: 0, before: 0, isReturned: false },
      };
      entries.push(entry);
      fresh.push(entry);
    }
    return { fresh, isInVain: isInVainFor(all, short, fresh.length) };
  }

  function pull(body: { held: readonly SpentLease[]; returned: readonly SpentLease[] }, at: number) {
    const byId = new Map(entries.map(one => [one.id, one]));
    for (const { id, used } of [...body.held, ...body.returned]) {
      const entry = byId.get(id);
      if (entry) entry.used = Math.max(entry.used, used);
    }
    for (const { id } of body.returned) {
      const entry = byId.get(id);
      if (entry) entry.isReturned = true;
    }
    const answers = [...new Set(leased.map(line => line.campaign_id))].sort().map(id => grant(id, at));
    const isInVain = answers.some(one => one.isInVain);
    return {
      leases: answers.flatMap(({ fresh }) => fresh),
      ask_again_at: isInVain ? instant(at + ASK_AGAIN_MS) : null,
    } satisfies Partial<PulledLeases>;
  }

  function look(spent: SpentPlays | undefined, at: number): void {
    const standing = { spent, lines, at };
    if (!hasToAsk(held, standing, wait)) return;
    const body = askedWith(held, spent);
    held = closeUseless(held, standing);
    const answer = pull(body, at);
    held = afterAnswer(held, body, answer.leases);
    wait = waitAfter(answer, held, standing);
  }
  return {
    spent: Object.fromEntries(begun.map(({ id, used }) => [id, used])),
    heldAt(at, spent) {
      for (; next <= at; next += every_ms) look(spent, next);
      return held;
    },
    began(lease_id, ends) {
      playing = { lease_id, ends };
    },
  };
}
