/** Where a screen stands in a loop that may have played before. Pure. */
import type { PlaylistDocument } from '../contract/playout/manifest.ts';
import type { LoopPosition } from './order.ts';

/** Where the loops of a screen stand. */
export interface LoopStanding {
  position: LoopPosition | null;
  /** The playlist of the item of a loop shown last; null where it is not known. */
  lastLoop: string | null;
}
/** Another loop is begun at its start. */
export const positionIn = (
  { position, lastLoop }: LoopStanding,
  playlist: Pick<PlaylistDocument, 'playlist_id'> | null | undefined,
) => (lastLoop === null || playlist?.playlist_id === lastLoop ? position : null);
