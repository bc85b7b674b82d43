/** What was taken off all screens by hand, and the slides that hold a picture which was. */
import { arrayContains, eq, or, sql } from 'drizzle-orm';
import { mediaAssets } from '../../db/schema.ts';

export const isQuarantined = sql<boolean>`(${mediaAssets.state} = 'quarantined' or exists(
  select 1 from media_assets as picture
  where picture.id = any(${mediaAssets.picture_ids}) and picture.state = 'quarantined'))`;

/** The file itself, and those of slides that hold its picture. */
export const isMadeOf = (asset_id: string) =>
  or(eq(mediaAssets.id, asset_id), arrayContains(mediaAssets.picture_ids, [asset_id]));
