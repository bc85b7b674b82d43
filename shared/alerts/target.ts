/** Which screens hold an alert, and where they show it. Pure. */
import { TEST_TAG, type Alert, type AlertTarget } from '../contract/alerts/alert.ts';
import type { AlertArea, Geocode } from '../contract/alerts/area.ts';

export interface TargetScreen {
  id: string;
  tags: readonly string[];
}
/** What codes of a target stand for. */
export interface Resolved {
  areas: AlertArea[];
  tags: string[];
  unresolved: Geocode[];
}
type Targeted = Pick<Alert, 'status' | 'forced'> & {
  target: AlertTarget;
  codes: Pick<Resolved, 'areas' | 'tags'>;
};

/** null: it does not hold it. An empty list: it holds it, and nowhere is the place. `anywhere`: wherever it is. */
export function placesFor(
  { status, forced, target, codes }: Targeted,
  { id, tags }: TargetScreen,
): AlertArea[] | 'anywhere' | null {
  const { mode } = target;
  if (target.exclude_device_ids.includes(id)) return null;
  if (status !== 'Actual' && !forced && !tags.includes(TEST_TAG)) return null;
  if (mode === 'all') return 'anywhere';
  const isTagged = (named: readonly string[]) => tags.some(tag => named.includes(tag));
  const isNamed =
    (mode !== 'tags' && mode !== 'geo' && target.device_ids.includes(id)) ||
    (mode !== 'devices' && mode !== 'geo' && isTagged(target.tags)) ||
    (mode !== 'devices' && mode !== 'tags' && isTagged(codes.tags));
  if (isNamed) return 'anywhere';
  return mode === 'geo' || mode === 'mixed' ? [...target.areas, ...codes.areas] : null;
}
