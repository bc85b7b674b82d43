/** How long a creative may be shown: by its own last day, and by that of the licence of its file. */
import { and, gte, isNull, or, type SQL } from 'drizzle-orm';
import { lastDayAnywhere } from '../../../shared/playout/licence.ts';
import { creatives, mediaAssets } from '../../db/schema.ts';

/** False once the last day is over in every zone; until then each screen ends it at its own midnight. */
export function mayStillBeShown(now: number): SQL | undefined {
  const day = lastDayAnywhere(now);
  const holds = (until: typeof creatives.valid_until | typeof mediaAssets.licence_until) =>
    or(isNull(until), gte(until, day));
  return and(holds(creatives.valid_until), holds(mediaAssets.licence_until));
}
