/** Fetches what a simulated screen is to play: the signed head, then the playlist and the campaigns it names. */
import {
  document,
  manifest,
  type ConfigDocument,
  type DocumentItem,
  type Head,
  type PlaylistDocument,
  type ScheduleDocument,
} from '../../../shared/contract/playout/manifest.ts';
import type { FlightsDocument } from '../../../shared/contract/playout/flights.ts';
import { entryAt } from '../../../shared/playout/playlistAt.ts';
import { originalOf } from '../../../shared/playout/renditions.ts';
import { address } from '../../../shared/contract/wire/endpoint.ts';
import type { VehicleClient } from './client.ts';
import type { Loop, LoopItem } from './records.ts';

const NOT_MODIFIED = 304;

const itemOf = ({ id, creative_id, asset, name, duration_ms }: DocumentItem): LoopItem => ({
  ...{ id, creative_id, creative_sha256: originalOf(asset), name, duration_ms },
});
/** Each line plays its first creative. */
const lineItems = ({ lines }: FlightsDocument): LoopItem[] =>
  lines.flatMap(({ campaign_id, starts_at, ends_at, place, items }) =>
    items.slice(0, 1).map(item => ({
      ...itemOf(item),
      line: {
        ...{ campaign_id, from: Date.parse(starts_at), until: Date.parse(ends_at) },
        ...(place?.version !== undefined && { fence_version: place.version }),
      },
    })),
  );
/** A simulated screen does not decide as a real one does: campaigns take their turn at the end of the loop. */
export const loopOf = (
  playlist: PlaylistDocument,
  flights: FlightsDocument | null,
  manifest_version: number,
): Loop => ({
  playlist_id: playlist.playlist_id,
  playlist_version: playlist.version,
  manifest_version,
  items: [...playlist.items.map(itemOf), ...(flights ? lineItems(flights) : [])],
});

/** What plays at a moment: the loop of the exception that holds, else its own. */
export function loopAt(loop: Loop, now: number): Loop {
  const { tz, entries, loops } = loop.exceptions ?? { tz: 'UTC', entries: [], loops: [] };
  const entry = entryAt(entries, now, tz);
  return loops.find(({ playlist_id }) => playlist_id === entry?.playlist_id) ?? loop;
}

/** Polls with the version it has: null where nothing is new, a loop without items where nothing is to be played. */
export async function pollLoop(client: VehicleClient, version: number): Promise<Loop | null> {
  const headers = { 'if-none-match': `"v${version}"` };
  const reply = await client.request('GET', manifest.path, { headers });
  if (reply.status === NOT_MODIFIED) return null;
  const head = JSON.parse(reply.text) as Head;
  const readAll = <T>(kind: Head['documents'][number]['kind']): Promise<T[]> =>
    Promise.all(
      head.documents
        .filter(one => one.kind === kind)
        .map(async ({ sha256 }) => {
          const { text } = await client.request('GET', address(document.path, { sha256 }));
          return JSON.parse(text) as T;
        }),
    );
  const [[playlist], [config], [flights = null], [schedule], scheduled] = await Promise.all([
    readAll<PlaylistDocument>('playlist'),
    readAll<ConfigDocument>('config'),
    readAll<FlightsDocument>('flights'),
    readAll<ScheduleDocument>('schedule'),
    readAll<PlaylistDocument>('scheduled'),
  ]);
  const none = { playlist_id: '', playlist_version: 0, manifest_version: head.version, items: [] };
  return {
    ...(playlist ? loopOf(playlist, flights, head.version) : none),
    ...(schedule && {
      exceptions: {
        tz: config?.tz ?? 'UTC',
        entries: schedule.entries,
        loops: scheduled.map(one => loopOf(one, flights, head.version)),
      },
    }),
  };
}
