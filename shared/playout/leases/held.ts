/** The leases on a device between two calls: what it holds, what it gives back, and when it asks for more. Pure. */
import type { DocumentLine } from '../../contract/playout/flights.ts';
import { MAX_LEASES_HELD } from '../../contract/playout/screenCalls.ts';
import type { Lease, PulledLeases, pullLeases, SpentLease } from '../../contract/playout/lease.ts';
import type { BodyInput } from '../../contract/wire/endpoint.ts';
import { isExpired, needsMore, usedOf, type SpentPlays } from './spend.ts';

/** `closed`: nothing plays under it any more, whatever the clock says later; the next call gives it back. */
export type HeldLease = Lease & { closed?: true };

/** A screen that goes out of reach before a flight begins should hold its first plays by then. */
const AHEAD_MS = 8 * 3_600_000;

const isOfUse = (lease: HeldLease, { spent, lines, at }: LeaseState): boolean =>
  !isExpired(lease, at) &&
  usedOf(spent, lease.id) < lease.max_plays &&
  lines.some(({ id }) => id === lease.line_id);

export interface LeaseState {
  spent: SpentPlays | undefined;
  lines: readonly DocumentLine[];
  /** Corrected wall clock, ms. */
  at: number;
}

/** Closes what is used up, over, or of a line that is not played any more. */
export const closeUseless = (held: readonly HeldLease[], standing: LeaseState): readonly HeldLease[] =>
  held.every(lease => lease.closed || isOfUse(lease, standing))
    ? held
    : held.map(lease => (lease.closed || isOfUse(lease, standing) ? lease : { ...lease, closed: true }));

/** Lines that could play soon and hold too few plays. */
const shortLines = (held: readonly HeldLease[], { lines, spent, at }: LeaseState): DocumentLine[] =>
  lines.filter(
    ({ id, leased, starts_at, ends_at }) =>
      leased &&
      at < Date.parse(ends_at) &&
      Date.parse(starts_at) < at + AHEAD_MS &&
      needsMore(id, held, spent, at),
  );

/** Lines for which there was nothing to be had, and until when that is so. */
export interface LeaseWait {
  /** ms */
  until: number;
  lines: ReadonlySet<string>;
}
export const NO_WAIT: LeaseWait = { until: 0, lines: new Set() };
/** `held`: with what the answer brought. */
export const waitAfter = (
  { ask_again_at }: Pick<PulledLeases, 'ask_again_at'>,
  held: readonly HeldLease[],
  standing: LeaseState,
): LeaseWait =>
  ask_again_at === null
    ? NO_WAIT
    : { until: Date.parse(ask_again_at), lines: new Set(shortLines(held, standing).map(({ id }) => id)) };

/** Something is to be given back, or a line is short of plays; one that waits keeps no other waiting. */
export const hasToAsk = (held: readonly HeldLease[], standing: LeaseState, wait = NO_WAIT): boolean =>
  held.some(lease => lease.closed || !isOfUse(lease, standing)) ||
  shortLines(held, standing).some(({ id }) => standing.at >= wait.until || !wait.lines.has(id));

/** A play that began under a lease a moment before it was closed is counted by now: each is given back one call later. */
export function askedWith(
  held: readonly HeldLease[],
  spent: SpentPlays | undefined,
): BodyInput<typeof pullLeases> {
  const named = ({ id, max_plays }: HeldLease): SpentLease => ({
    id,
    used: Math.min(max_plays, usedOf(spent, id)),
  });
  /** What one call does not take is named by the next, once those given back are gone. */
  const some = (isWanted: (one: HeldLease) => boolean) =>
    held.filter(isWanted).slice(0, MAX_LEASES_HELD).map(named);
  return { held: some(one => !one.closed), returned: some(one => one.closed === true) };
}

export function afterAnswer(
  held: readonly HeldLease[],
  { returned }: BodyInput<typeof pullLeases>,
  granted: readonly Lease[],
): readonly HeldLease[] {
  const gone = new Set(returned.map(({ id }) => id));
  const known = new Set(held.map(({ id }) => id));
  return [...held.filter(({ id }) => !gone.has(id)), ...granted.filter(({ id }) => !known.has(id))];
}
