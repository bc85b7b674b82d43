/** Fetches what a simulated screen is to play: the signed head, then the playlist it names. */
import {
  document,
  manifest,
  type Head,
  type PlaylistDocument,
} from '../../../shared/contract/playout/manifest.ts';
import { originalOf } from '../../../shared/playout/renditions.ts';
import { address } from '../../../shared/contract/wire/endpoint.ts';
import type { VehicleClient } from './client.ts';
import type { Loop } from './records.ts';

const NOT_MODIFIED = 304;

export const loopOf = (playlist: PlaylistDocument, manifest_version: number): Loop => ({
  playlist_id: playlist.playlist_id,
  playlist_version: playlist.version,
  manifest_version,
  items: playlist.items.map(({ id, creative_id, asset, name, duration_ms }) => ({
    ...{ id, creative_id, creative_sha256: originalOf(asset), name, duration_ms },
  })),
});

/** Polls with the version it has: null where nothing is new, a loop without items where nothing is to be played. */
export async function pollLoop(client: VehicleClient, version: number): Promise<Loop | null> {
  const headers = { 'if-none-match': `"v${version}"` };
  const reply = await client.request('GET', manifest.path, { headers });
  if (reply.status === NOT_MODIFIED) return null;
  const head = JSON.parse(reply.text) as Head;
  const named = head.documents.find(({ kind }) => kind === 'playlist');
  if (!named) return { playlist_id: '', playlist_version: 0, manifest_version: head.version, items: [] };
  const { text } = await client.request('GET', address(document.path, { sha256: named.sha256 }));
  return loopOf(JSON.parse(text) as PlaylistDocument, head.version);
}
