/** On how many of its screens the pacing leaves advertising less time than a campaign's shortest creative takes. Pure. */
import { adLimitOf } from '../../../shared/playout/decide.ts';
import type { Room } from './room.ts';

const MS_PER_S = 1_000;

/** `shortest_ms`: Infinity where nothing of it may be shown, which another check says. */
export function screensTooFull(rooms: readonly Room[], shortest_ms: number): number {
  if (!Number.isFinite(shortest_ms)) return 0;
  return rooms.filter(({ config: { pacing } }) => {
    return pacing && adLimitOf(pacing) < Math.max(shortest_ms, pacing.min_item_s * MS_PER_S);
  }).length;
}
