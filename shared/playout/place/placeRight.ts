/** Whether a screen is where a line was sold, and how sure a play is of it afterwards. Pure. */
import type { Coordinates, PlayPlace } from '../../contract/playout/fence.ts';
import type { DocumentLine, LinePlace } from '../../contract/playout/flights.ts';
import type { PlaceGrade } from '../../contract/proof/play.ts';
import { depthM, isInFence } from './fences.ts';
import type { ScreenPosition } from '../rights.ts';

/** What screens were ever given of a campaign, by the version of its place. */
export type IssuedPlaces = Readonly<Record<string, LinePlace | null>>;
/** The version of none. */
export const ANYWHERE = 'anywhere';

/** Young and narrow enough for the campaign. */
const isFixGood = (
  place: ScreenPosition | null,
  { max_fix_age_s, max_accuracy_m }: LinePlace,
): place is ScreenPosition =>
  place !== null && place.age_ms <= max_fix_age_s * 1_000 && place.acc_m <= max_accuracy_m;
const isInAny = (place: Coordinates, { fences }: LinePlace) => fences.some(fence => isInFence(place, fence));

/** How sure it is that a play was in its place, by what it says itself. */
export function gradeOf(fix: PlayPlace['fix'], place: LinePlace): PlaceGrade {
  const at = fix && { ...fix, age_ms: fix.age_s * 1_000 };
  if (!isFixGood(at, place)) return place.when_unknown === 'open' ? 'unknown' : 'outside';
  if (!isInAny(at, place)) return 'outside';
  return place.fences.some(fence => depthM(at, fence) >= at.acc_m) ? 'inside' : 'edge';
}

export function refusedByPlace(
  line: Pick<DocumentLine, 'id' | 'place'>,
  place: ScreenPosition | null,
): 'place' | 'place_unknown' | null {
  if (!line.place) return null;
  if (!isFixGood(place, line.place)) return line.place.when_unknown === 'open' ? null : 'place_unknown';
  const isThere = place.entered ? place.entered.has(line.id) : isInAny(place, line.place);
  return isThere ? null : 'place';
}
