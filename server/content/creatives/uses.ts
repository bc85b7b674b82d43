/** Where creatives are used: in drafts and in published playlists. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { playlistItems, playlists, playlistVersions } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { playlistInReach } from '../ownDevices.ts';

export interface CreativeUse {
  id: string;
  name: string;
}

/** Playlists of each creative, sorted by name. */
export async function usesOf(
  ctx: TransactionContext,
  creative_ids: readonly string[],
): Promise<Map<string, CreativeUse[]>> {
  const uses = new Map<string, CreativeUse[]>(creative_ids.map(id => [id, []]));
  if (creative_ids.length === 0) return uses;
  const ids = [...creative_ids];
  const { tx: db, tenant_id } = ctx;
  const alive = and(eq(playlists.tenant_id, tenant_id), isNull(playlists.deleted_at), playlistInReach(ctx));
  const drafts = db
    .select({
      creative_id: sql<string>`${playlistItems.creative_id}`.as('creative_id'),
      id: playlists.id,
      name: playlists.name,
    })
    .from(playlistItems)
    .innerJoin(playlists, eq(playlists.id, playlistItems.playlist_id))
    .where(and(alive, inArray(playlistItems.creative_id, ids)));
  const published = db
    .select({ creative_id: sql<string>`c.id`.as('creative_id'), id: playlists.id, name: playlists.name })
    .from(playlists)
    .innerJoin(
      playlistVersions,
      and(
        eq(playlistVersions.playlist_id, playlists.id),
        eq(playlistVersions.version, playlists.published_version),
      ),
    )
    .innerJoin(sql`unnest(${playlistVersions.creative_ids}) as c(id)`, inArray(sql`c.id`, ids))
    .where(alive);
  for (const { creative_id, id, name } of await unionAll(drafts, published)) {
    const list = uses.get(creative_id) ?? [];
    if (!list.some(use => use.id === id)) list.push({ id, name });
    uses.set(creative_id, list);
  }
  for (const list of uses.values()) list.sort((a, b) => (a.name < b.name ? -1 : 1));
  return uses;
}
