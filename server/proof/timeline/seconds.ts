/** Seconds of plays whose time is not certain, against those that went by between two that are. Pure. */
import { isSamePlace } from '../../../shared/playout/zones.ts';
import { claimedStart } from '../../../shared/proof/clock.ts';
import { isAdopted, isOneLedger, isSure, OVERLAP_MS, type PlacedPlay } from './atOnce.ts';

/** What is stored of a ledger around the records of a batch, for one part of the screen; times in ms. */
export interface LedgerStretch {
  epoch: string;
  zone: PlacedPlay['zone'];
  /** End of the last play before the batch whose time is certain; null: there is none. */
  since: number | null;
  /** Start of the first one after it. */
  until: number | null;
  /** Seconds of the uncertain plays between these two, ms. */
  uncertain_ms: number;
}
interface Batch {
  /** Those of the batch that were judged before it, and those that come after it in its ledger. */
  before: readonly PlacedPlay[];
  after: readonly PlacedPlay[];
  stretches: readonly LedgerStretch[];
  /** ms: nothing was played before the one or after the other. */
  paired_at: number;
  now: number;
}

/** Of the drift of a monotonic clock; 1 in 1,000 is twenty times what a crystal does. */
const DRIFT = 1e-3;
const SLACK_MS = OVERLAP_MS + 3_000;

/** Records of a ledger stand in the order of their time, whatever its clock says. */
export function isOverspent(play: PlacedPlay, { before, after, stretches, paired_at, now }: Batch): boolean {
  if (isSure(play) || isAdopted(play)) return false;
  const isHere = (other: PlacedPlay) => isOneLedger(play, other) && isSamePlace(play.zone, other.zone);
  const stored = stretches.find(({ epoch, zone }) => epoch === play.epoch && zone === play.zone);
  let seconds = play.duration_ms;
  let since = stored?.since ?? paired_at;
  let storedSeconds = stored?.uncertain_ms ?? 0;
  for (const other of before.toReversed()) {
    if (!isHere(other)) continue;
    if (isSure(other)) {
      since = claimedStart(other) + other.duration_ms;
      storedSeconds = 0;
      break;
    }
    seconds += other.duration_ms;
  }
  /** What is stored may have been played after the next certain one of this batch. */
  const next = storedSeconds > 0 ? undefined : after.find(other => isHere(other) && isSure(other));
  const until = Math.min(now, next ? claimedStart(next) : (stored?.until ?? now));
  const elapsed = Math.max(0, until - since);
  return seconds + storedSeconds > elapsed * (1 + DRIFT) + SLACK_MS;
}
