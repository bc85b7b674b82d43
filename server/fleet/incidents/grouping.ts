/** Decides whether faults of several screens are one incident or one each. Pure. */
import { INCIDENT_GROUP } from '../../../shared/contract/fleet/incident.ts';

export interface RecentIncident {
  id: string;
  screens: number;
  /** Acknowledged: others may be merged into it, but it is merged into none. */
  isAcked: boolean;
}
export interface IncidentGrouping {
  /** The incident that takes all notes; null: a new one. Where `isGrouped` is false, each screen gets its own. */
  targetId: string | null;
  isGrouped: boolean;
  /** Incidents that are merged into it. */
  merged: string[];
}

/** `recent`: open incidents of the same kind that changed within the last minutes. */
export function groupIncidents(screens: number, recent: readonly RecentIncident[]): IncidentGrouping {
  const all = recent.reduce((sum, one) => sum + one.screens, screens);
  if (all < INCIDENT_GROUP.screens) return { targetId: null, isGrouped: false, merged: [] };
  const [largest, ...others] = [...recent].sort(
    (a, b) => Number(b.isAcked) - Number(a.isAcked) || b.screens - a.screens,
  );
  return {
    targetId: largest?.id ?? null,
    isGrouped: true,
    merged: others.filter(one => !one.isAcked).map(one => one.id),
  };
}
