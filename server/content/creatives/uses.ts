/** Where creatives are used: in drafts and published versions of playlists, and in campaigns that are not over. */
import { and, asc, eq, isNull, notInArray, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { OVER } from '../../../shared/contract/sales/campaign.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { campaigns, playlistItems, playlists, playlistVersions } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { playlistInReach } from '../ownDevices.ts';
import { isLiveVersion } from '../playlists/liveVersion.ts';

export interface CreativeUse {
  id: string;
  name: string;
}
export interface PlaylistUse extends CreativeUse {
  creative_id: string;
  /** Screens play it by the version that is published. */
  is_live: boolean;
  in_draft: boolean;
}

/** Each playlist of each creative once, by name. */
export async function playlistUses(
  ctx: TransactionContext,
  creative_ids: readonly string[],
): Promise<PlaylistUse[]> {
  if (creative_ids.length === 0) return [];
  const wanted = sql`${`{${creative_ids.join(',')}}`}::uuid[]`;
  const { tx, tenant_id } = ctx;
  const alive = and(eq(playlists.tenant_id, tenant_id), isNull(playlists.deleted_at), playlistInReach(ctx));
  const drafts = tx
    .select({
      creative_id: sql<string>`${playlistItems.creative_id}`.as('creative_id'),
      ...{ id: playlists.id, name: playlists.name, is_live: sql<boolean>`false`.as('is_live') },
    })
    .from(playlistItems)
    .innerJoin(playlists, eq(playlists.id, playlistItems.playlist_id))
    .where(and(alive, sql`${playlistItems.creative_id} = any(${wanted})`));
  const published = tx
    .select({
      creative_id: sql<string>`c.id`.as('creative_id'),
      ...{ id: playlists.id, name: playlists.name, is_live: sql<boolean>`true`.as('is_live') },
    })
    .from(playlists)
    .innerJoin(playlistVersions, isLiveVersion)
    .innerJoin(sql`unnest(${playlistVersions.creative_ids}) as c(id)`, sql`c.id = any(${wanted})`)
    .where(alive);
  const both = unionAll(drafts, published).as('uses');
  const inDraft = sql<boolean>`bool_or(not ${both.is_live})`;
  return tx
    .select({
      ...{ creative_id: both.creative_id, id: both.id, name: both.name },
      ...{ is_live: sql<boolean>`bool_or(${both.is_live})`, in_draft: inDraft },
    })
    .from(both)
    .groupBy(both.creative_id, both.id, both.name)
    .orderBy(asc(both.name), asc(both.id));
}

/** Playlists of each creative, by name. */
export async function usesOf(
  ctx: TransactionContext,
  creative_ids: readonly string[],
): Promise<Map<string, CreativeUse[]>> {
  const uses = new Map<string, CreativeUse[]>(creative_ids.map(id => [id, []]));
  for (const { creative_id, id, name } of await playlistUses(ctx, creative_ids))
    uses.get(creative_id)?.push({ id, name });
  return uses;
}

/** Each campaign of each creative once, by name; an edit that waits for approval counts. */
export async function campaignUses(
  { tx, tenant_id }: TransactionContext,
  creative_ids: readonly string[],
): Promise<(CreativeUse & { creative_id: string })[]> {
  if (creative_ids.length === 0) return [];
  const wanted = sql`${sql.param([...creative_ids])}::uuid[]`;
  const named = sql`(
    select unnest(${campaigns.creative_ids}) as id
    union select (one ->> 'creative_id')::uuid
      from jsonb_array_elements(coalesce(${campaigns.change} -> 'creatives', '[]')) as one)`;
  return tx
    .select({ creative_id: sql<string>`c.id`, id: campaigns.id, name: campaigns.name })
    .from(campaigns)
    .innerJoin(sql`lateral ${named} as c`, sql`c.id = any(${wanted})`)
    .where(
      and(
        ...[eq(campaigns.tenant_id, tenant_id), isNull(campaigns.deleted_at)],
        notInArray(campaigns.state, [...OVER]),
      ),
    )
    .orderBy(asc(campaigns.name), asc(campaigns.id));
}

/** Throws IN_USE with the playlists or campaigns that have it. */
export async function requireUnused(ctx: TransactionContext, creative_id: string): Promise<void> {
  const inPlaylists = (await usesOf(ctx, [creative_id])).get(creative_id) ?? [];
  if (inPlaylists.length > 0)
    throw new AppError('IN_USE', 'This is used in playlists.', { by: 'playlists', used_in: inPlaylists });
  const used_in = (await campaignUses(ctx, [creative_id])).map(({ id, name }) => ({ id, name }));
  if (used_in.length > 0)
    throw new AppError('IN_USE', 'This is used in campaigns.', { by: 'campaigns', used_in });
}
