/** Whether a play shares its time with others of its screen: one part of a screen plays one thing at a time. Pure. */
import type { PlayRecord } from '../../../shared/contract/proof/play.ts';
import { isSamePlace } from '../../../shared/playout/zones.ts';
import { claimedStart, uncertaintyOf, type Timed } from '../../../shared/proof/clock.ts';

/** A play with its place in the ledgers and on the screen. */
export interface PlacedPlay extends Timed {
  play_id: string;
  epoch: string;
  seq: number;
  zone: PlayRecord['zone'];
  /** It was taken over from another ledger, which it names. */
  previous_key?: PlayRecord['previous_key'] | null;
}

/** ms; a start and the end before it are not read at the same instant, and items may cross-fade. */
export const OVERLAP_MS = 2_000;
/** ms; where a clock is less sure than this, its time is compared with no other of its own ledger. */
export const SURE_MS = 10_000;
/** A short play has no more leave than this share of its length, or any number of them would fit into one moment. */
const MAX_SHARED = 0.5;

export const isSure = (play: Timed): boolean => uncertaintyOf(play) <= SURE_MS;
/** Its number lies among those of another time. */
export const isAdopted = ({ previous_key }: Pick<PlacedPlay, 'previous_key'>): boolean =>
  previous_key !== undefined && previous_key !== null;

export const isOneLedger = (a: PlacedPlay, b: PlacedPlay): boolean =>
  a.epoch === b.epoch && !isAdopted(a) && !isAdopted(b);

const sharedMs = (a: Timed, b: Timed, startOf: (play: Timed) => number): number =>
  Math.max(
    0,
    Math.min(startOf(a) + a.duration_ms, startOf(b) + b.duration_ms) - Math.max(startOf(a), startOf(b)),
  );
const monotonicStart = ({ started_mono_ms }: Timed) => started_mono_ms;

/**
 * ms that both take for themselves. The monotonic clock of one boot says it exactly. Restarts of a screen that hears no
 * server may repeat the hours of its wall clock, so within one ledger only clocks that are sure are compared (what is
 * unsure has its seconds counted: seconds.ts). Between two ledgers of one screen the times count as they are claimed: a
 * copy could else free itself by claiming no clock.
 */
function sharedTime(a: PlacedPlay, b: PlacedPlay): number {
  const byBoot = a.boot_id === b.boot_id ? sharedMs(a, b, monotonicStart) : 0;
  const isComparable = !isOneLedger(a, b) || (isSure(a) && isSure(b));
  return Math.max(byBoot, isComparable ? sharedMs(a, b, claimedStart) : 0);
}

/** A play with one of these was set aside because its time was taken; it does not take time from others. */
export const TIME_REASONS: readonly string[] = ['clone', 'elapsed', 'overlap'];
export type AtOnce = 'overlap' | 'clone';
/** `clone`: most of it is shared with plays of another ledger. null: its time is its own. */
export function atOnceOf(play: PlacedPlay, others: readonly PlacedPlay[]): AtOnce | null {
  let own = 0;
  let foreign = 0;
  let unsure = 0;
  for (const other of others) {
    /** The same play, handed in once more under another number, is no second one. */
    if (other.play_id === play.play_id || !isSamePlace(other.zone, play.zone)) continue;
    const shared = sharedTime(play, other);
    if (shared === 0) continue;
    if (isOneLedger(play, other)) own += shared;
    else foreign += shared;
    if (play.boot_id !== other.boot_id) unsure = Math.max(unsure, uncertaintyOf(other));
  }
  const leeway =
    OVERLAP_MS + (unsure === 0 ? 0 : Math.min(SURE_MS, unsure) + Math.min(SURE_MS, uncertaintyOf(play)));
  if (own + foreign <= Math.min(leeway, play.duration_ms * MAX_SHARED)) return null;
  return foreign > own ? 'clone' : 'overlap';
}
