/** How long a creative may be shown: by its own last day, and by those of the licences of all that is in its file. */
import { and, gte, isNull, or, sql, type SQL } from 'drizzle-orm';
import { lastDayAnywhere } from '../../../shared/playout/licence.ts';
import { creatives } from '../../db/schema.ts';

/**
 * The last day of the licence of the file, or of a picture packed into it, whichever is earlier; null: none ends. Named
 * with its table by hand: in a query of one table the builder leaves that out.
 */
export const licenceEnd = sql<string | null>`least("media_assets"."licence_until", (
  select min(picture.licence_until) from media_assets as picture
  where picture.id = any("media_assets"."picture_ids")))::text`;

/** False once the last day is over in every zone; until then each screen ends it at its own midnight. */
export function mayStillBeShown(now: number): SQL | undefined {
  const day = lastDayAnywhere(now);
  const licence = sql`(${licenceEnd})::date`;
  return and(
    or(isNull(creatives.valid_until), gte(creatives.valid_until, day)),
    sql`(${licence} is null or ${licence} >= ${day}::date)`,
  );
}
