import { useCallback, useEffect, useRef, useState } from 'react';
import type { PlaylistDetail } from '../../../../shared/contract/content/playlist.ts';
import { useOwnDraft } from '../../../kit/drafts/useOwnDraft.ts';
import { onSettled } from '../../../kit/unsavedChanges.ts';
import { differs, draftOf } from './draftReducer.ts';
import { packItems, unpackItems, type KeptItems } from './keptItems.ts';

/** What was changed and neither saved nor thrown away, through a reload and the end of the session. */
export function useKeptItems(playlist: PlaylistDetail) {
  const { begun, keep, drop } = useOwnDraft(`playlists/${playlist.id}/items`);
  const [restored] = useState(() => {
    const found = unpackItems(begun, playlist);
    return found && differs(found.items, draftOf(playlist).items) ? found : null;
  });
  /** Another tab's work is not thrown away by a page that has changed nothing. */
  const isKept = useRef(begun !== null);
  /** What is drawn once more before the page goes keeps nothing again. */
  const isOver = useRef(false);
  const keepItems = useCallback(
    (now: KeptItems | null) => {
      if (isOver.current) return;
      if (now !== null) keep(packItems(now, playlist));
      else if (isKept.current) drop();
      isKept.current = now !== null;
    },
    [keep, drop, playlist],
  );
  const throwAway = useCallback(() => {
    isOver.current = true;
    drop();
  }, [drop]);
  useEffect(() => onSettled(form => form === null && throwAway()), [throwAway]);
  return { restored, keepItems, throwAway };
}
