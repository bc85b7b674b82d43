import { playlists, putItems, type PlaylistItemInput } from '../../../../shared/contract/content/playlist.ts';
import { address } from '../../../../shared/contract/wire/endpoint.ts';
import { useWaiting } from '../../../app/queue/useWaiting.ts';

/** What of a playlist waits for a link: its draft, null where none does, and its publication. */
export function useWaitingDraft(id: string): {
  draft: readonly PlaylistItemInput[] | null;
  isPublished: boolean;
} {
  const entries = useWaiting(address(playlists.read.path, { id }));
  const of = ({ path }: { path: string }) => entries.filter(({ url }) => url === address(path, { id }));
  const draft = of(putItems).at(-1);
  return {
    draft: draft ? (draft.data as { items: readonly PlaylistItemInput[] }).items : null,
    isPublished: of(playlists.actionEndpoints.publish).length > 0,
  };
}
