/** What was taken off all screens by hand, and the slides that hold a picture which was. */
import { arrayOverlaps, inArray, or, sql } from 'drizzle-orm';
import { mediaAssets } from '../../db/schema.ts';

export const isQuarantined = sql<boolean>`(${mediaAssets.state} = 'quarantined' or exists(
  select 1 from media_assets as picture
  where picture.id = any(${mediaAssets.picture_ids}) and picture.state = 'quarantined'))`;

/** The files themselves, and those of slides that hold their pictures. */
export const isMadeOf = (asset_ids: readonly string[]) =>
  or(inArray(mediaAssets.id, [...asset_ids]), arrayOverlaps(mediaAssets.picture_ids, [...asset_ids]));
