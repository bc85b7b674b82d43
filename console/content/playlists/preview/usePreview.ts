/** The document a draft would become, asked once for as long as the dialog is open: its links hold for minutes. */
import { useQuery } from '@tanstack/react-query';
import { devices } from '../../../../shared/contract/fleet/device.ts';
import { previewDraft, previewPlaylist } from '../../../../shared/contract/content/playlistCalls.ts';
import { read } from '../../../../shared/net/queries.ts';
import { useAuth } from '../../../app/session/auth.tsx';
import { useZone } from '../../../kit/text/useFormat.ts';
import { inputOf, type DraftItem } from '../editor/draftReducer.ts';

/** `isSaved`: the items are those the server has, which whoever may only look is shown too. */
export function usePreview(playlist_id: string, items: readonly DraftItem[], isSaved: boolean) {
  const { client } = useAuth();
  const params = { id: playlist_id };
  return useQuery({
    queryKey: ['playlist preview', playlist_id],
    queryFn: ({ signal }) =>
      isSaved
        ? client.call(previewPlaylist, { params, signal })
        : client.call(previewDraft, {
            ...{ params, signal },
            body: { items: items.map(item => ({ ...inputOf(item), id: item.key })) },
          }),
    ...{ gcTime: 0, staleTime: Infinity, retry: false },
  });
}

const MAX_SCREENS = 100;
/** The zones of the screens that play it, the first of them by their names; else the user's own. */
export function useScreenZones(playlist_id: string): readonly string[] {
  const { client } = useAuth();
  const own = useZone();
  const { data } = useQuery(
    read(client, devices.list, { query: { playlist_id, limit: MAX_SCREENS } as object }),
  );
  const zones = [...new Set((data?.items ?? []).map(({ tz }) => tz))];
  return zones.length === 0 ? [own] : zones;
}
