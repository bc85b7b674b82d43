/** A copy of a playlist in another tenant. It knows no document of screens, so that the list of playlists stays small. */
import * as z from 'zod/mini';
import { endpoint, type Answer } from '../wire/endpoint.ts';
import { byId, id, int } from '../wire/wire.ts';
import { MAX_ITEMS, playlistDetail } from './playlist.ts';

/** Its creatives come along as drafts, which the other tenant decides about. */
export const copyPlaylist = endpoint({
  method: 'POST',
  path: '/api/playlists/:id/copy',
  access: { who: 'user', area: 'creatives', level: 'W', tenants: 'all' },
  summary: 'Make a copy in another tenant, with its creatives as drafts',
  params: byId,
  body: z.strictObject({ tenant_id: id }),
  answer: z.object({ ...playlistDetail.shape, copied_creatives: int(0, MAX_ITEMS) }),
});
export type CopiedPlaylist = Answer<typeof copyPlaylist>;
