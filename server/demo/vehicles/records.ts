/** The play ledger of a simulated screen: records in a chain, and the checkpoint that vouches for them. */
import { instant } from '../../../shared/clock.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { checkpointText, FIRST_PREV_HASH, recordHash } from '../../../shared/contract/proof/chain.ts';
import type { PlayRecord, sendPlays } from '../../../shared/contract/proof/play.ts';
import { originalOf } from '../../../shared/playout/renditions.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Identity } from './client.ts';
import type { Show } from './decisions.ts';
import { signText } from './signing.ts';

export interface Showing extends Show {
  /** ms since 1970 */
  start: number;
  /** ms on screen; below the item's duration, the play was interrupted. */
  shown_ms: number;
  isOnline: boolean;
}

const FRAMES_PER_MS = 0.03;
const CLOCK_UNCERTAINTY_MS = 24;

/** One start of the machine: its records share a boot id and a monotonic clock that begins at `bootAt`. */
export function createRecords({ device_id, key }: Identity, player_version: string, epochAt: number) {
  const { key_id } = key;
  const epoch = uuid7(epochAt);
  let boot = { id: uuid7(epochAt), at: epochAt };
  let seq = 0;
  let hash = FIRST_PREV_HASH;

  return {
    epoch,
    get seq() {
      return seq;
    },
    boot: (at: number) => void (boot = { id: uuid7(at), at }),
    async add({ item, loop, geo, zone, manifest_version, ...seen }: Showing): Promise<PlayRecord> {
      const { start, shown_ms, isOnline } = seen;
      const mono = start - boot.at;
      const completion = Math.min(1, shown_ms / item.duration_ms);
      const { line } = item;
      const body: Omit<PlayRecord, 'record_hash'> = {
        play_id: uuid7(start),
        ...{ device_id, key_id, epoch, seq: seq + 1, boot_id: boot.id, prev_hash: hash },
        kind: line?.programmatic ? 'programmatic' : 'direct',
        creative_id: item.creative_id,
        creative_sha256: originalOf(item.asset),
        playlist_id: loop?.playlist_id ?? null,
        playlist_version: loop?.version ?? null,
        ...{ item_id: item.id, manifest_version, zone },
        ...(line && { campaign_id: line.campaign_id }),
        ...(line?.lease_id && { lease_id: line.lease_id }),
        ...(geo && { geo }),
        planned_at: instant(start),
        started_wall_ms: start,
        started_mono_ms: mono,
        ended_mono_ms: mono + shown_ms,
        duration_ms: shown_ms,
        expected_ms: item.duration_ms,
        result: completion < 1 ? 'interrupted' : 'completed',
        completion,
        frames: { rendered: Math.round(shown_ms * FRAMES_PER_MS), dropped: 0 },
        visible_share: 1,
        volume: 0,
        network: isOnline ? 'online' : 'offline',
        player_version,
        clock: {
          offset_ms: 0,
          uncertainty_ms: CLOCK_UNCERTAINTY_MS,
          source: 'server',
          synced_at_mono: 0,
          quality: 'A',
        },
      };
      const record_hash = await recordHash(body);
      seq++;
      hash = record_hash;
      return { ...body, record_hash };
    },
    /** The body of a call that hands these records in; they end with the newest one. */
    batch(records: readonly PlayRecord[]): Body<typeof sendPlays> {
      const last = records.at(-1);
      if (!last) throw new Error('There is nothing to hand in.');
      const text = checkpointText(device_id, epoch, last.seq, last.record_hash);
      const sig = signText(key.privateKey, text);
      return {
        epoch,
        checkpoint: { seq: last.seq, hash: last.record_hash, sig },
        records: records.map(record => ({ ...record })),
      };
    },
  };
}
export type Records = ReturnType<typeof createRecords>;
