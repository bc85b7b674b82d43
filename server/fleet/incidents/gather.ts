/** Whether what befell these screens is one incident or one for each. Pure. */
import { INCIDENT_GROUP } from '../../../shared/contract/fleet/incident.ts';

export interface Recent {
  id: string;
  screens: number;
  /** Somebody looks after it already: it takes others in, and goes into none. */
  isAcked: boolean;
}
export interface Gathered {
  /** The one that takes the screens in; null: a new one. Each gets its own where `together` is false. */
  into: string | null;
  together: boolean;
  /** These go into it. */
  merged: string[];
}

/** `recent`: of the same kind, grown within the last minutes. */
export function gather(screens: number, recent: readonly Recent[]): Gathered {
  const all = recent.reduce((sum, one) => sum + one.screens, screens);
  if (all < INCIDENT_GROUP.screens) return { into: null, together: false, merged: [] };
  const [largest, ...others] = [...recent].sort(
    (a, b) => Number(b.isAcked) - Number(a.isAcked) || b.screens - a.screens,
  );
  return {
    into: largest?.id ?? null,
    together: true,
    merged: others.filter(one => !one.isAcked).map(one => one.id),
  };
}
