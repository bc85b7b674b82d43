/** What was taken off the screens by hand, as they are told of it. */
import { and, arrayOverlaps, desc, eq, inArray, or, sql } from 'drizzle-orm';
import { MAX_WITHDRAWN } from '../../shared/contract/playout/manifest.ts';
import { mediaAssets } from '../db/schema.ts';
import type { TransactionContext } from '../transaction/context.ts';

/** The files themselves, and those of slides that hold their pictures. */
export const isMadeOf = (asset_ids: readonly string[]) =>
  or(inArray(mediaAssets.id, [...asset_ids]), arrayOverlaps(mediaAssets.picture_ids, [...asset_ids]));

/** Files that were taken off, and those of slides that hold one of them, as a set: found once, and joined. */
export const quarantinedFiles = sql`(
  select own.id from media_assets as own where own.state = 'quarantined'
  union
  select slide.id from media_assets as slide
    cross join unnest(slide.picture_ids) as held(id)
    inner join media_assets as picture on picture.id = held.id
  where picture.state = 'quarantined')`;

/** Hashes of what no screen of the tenant may begin; in one order, so that screens are told only of a change. */
export async function withdrawnFiles({
  tx,
  tenant_id,
}: Pick<TransactionContext, 'tx' | 'tenant_id'>): Promise<string[]> {
  const rows = await tx
    .select({ sha256: mediaAssets.sha256 })
    .from(mediaAssets)
    .where(and(eq(mediaAssets.tenant_id, tenant_id), sql`${mediaAssets.id} in ${quarantinedFiles}`))
    .orderBy(desc(mediaAssets.updated_at), mediaAssets.id)
    .limit(MAX_WITHDRAWN);
  return rows.map(({ sha256 }) => sha256).toSorted();
}
