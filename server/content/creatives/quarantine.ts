/** What was taken off all screens by hand, and the slides that hold a picture which was. */
import { eq, sql } from 'drizzle-orm';
import { mediaAssets } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

export const isQuarantined = sql<boolean>`(${mediaAssets.state} = 'quarantined' or exists(
  select 1 from media_assets as picture
  where picture.id = any(${mediaAssets.picture_ids}) and picture.state = 'quarantined'))`;

/**
 * The same bytes may have been made of another file of the same picture: what holds them answers for all of these
 * files, or a second upload would lift the licence and the quarantine of the first.
 */
export async function notePictures(
  { tx }: Pick<TransactionContext, 'tx'>,
  asset_id: string,
  picture_ids: readonly string[] = [],
): Promise<void> {
  const all = sql`(select array_agg(distinct id) from unnest(${mediaAssets.picture_ids} || ${sql.param([...picture_ids])}::uuid[]) as id)`;
  if (picture_ids.length > 0)
    await tx.update(mediaAssets).set({ picture_ids: all }).where(eq(mediaAssets.id, asset_id));
}
