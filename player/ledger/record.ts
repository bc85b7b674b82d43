/** How a play becomes a record: what is known before, what its end adds, and its place in the chain. Pure. */
import { recordHash } from '../../shared/contract/proof/chain.ts';
import type { PlayRecord } from '../../shared/contract/proof/play.ts';
import { FULL_PLAY_SLACK_MS } from '../../shared/proof/counting.ts';
import type { OpenRow, UnsealedRecord, PlayDraft, PlayProgress } from '../../shared/device/storage.ts';
import type { Ending } from '../engine/state.ts';

export interface PlayEnd {
  ending: Ending;
  /** Monotonic ms. */
  at: number;
  seen: PlayProgress | null;
}

const share = (part: number, whole: number) => (whole <= 0 ? 0 : Math.min(1, Math.max(0, part / whole)));
const ms = (value: number) => Math.round(value * 1000) / 1000;

/** `completed` is claimed by the engine and kept only if the time on screen bears it out. */
export function bodyOf(draft: PlayDraft, { ending, at, seen }: PlayEnd): UnsealedRecord {
  if (ending === 'not_shown' || seen === null) return notShown(draft);
  const visible = Math.min(seen.visible_ms, at - draft.started_mono_ms);
  const isFull = visible >= draft.expected_ms - FULL_PLAY_SLACK_MS;
  return {
    ...draft,
    ended_mono_ms: ms(at),
    duration_ms: ms(Math.max(0, visible)),
    result: ending === 'completed' && !isFull ? 'partial' : ending,
    completion: isFull ? 1 : share(visible, draft.expected_ms),
    frames: seen.frames,
    visible_share: share(visible, at - draft.started_mono_ms),
    ...(seen.picture && { picture: seen.picture }),
  };
}

const notShown = (draft: PlayDraft): UnsealedRecord => ({
  ...draft,
  ended_mono_ms: draft.started_mono_ms,
  duration_ms: 0,
  result: 'not_shown',
  completion: 0,
  frames: { rendered: 0, dropped: 0 },
  visible_share: 0,
});

/** A row another boot left open: it ended at its last heartbeat, or was never shown. */
export const bodyAfterBoot = ({ draft, seen }: OpenRow): UnsealedRecord =>
  bodyOf(draft, { ending: 'interrupted', at: seen?.mono ?? draft.started_mono_ms, seen });

/** A record without its place in a chain. */
export function unsealed({ prev_hash: _before, record_hash: _own, ...body }: PlayRecord): UnsealedRecord {
  return body;
}

/** Gives the record its place after `hash`. */
export async function seal(body: UnsealedRecord, hash: string): Promise<PlayRecord> {
  const record = { ...body, prev_hash: hash };
  return { ...record, record_hash: await recordHash(record) };
}
