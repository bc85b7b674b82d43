/** An item that was chosen, as a recording names it. Pure. */
import type { RecordedDecision } from '../../contract/proof/recording.ts';
import type { PlayItem } from '../decide.ts';

export const chosenOf = (item: PlayItem | null): RecordedDecision['chosen'] =>
  item && { item_id: item.id, line_id: item.line?.id ?? null, lease_id: item.line?.lease_id ?? null };
