/** What a screen plays from at a moment, of the documents it was given: the loop of the playlist that holds, and campaigns. Pure. */
import type { FlightsDocument } from '../contract/playout/flights.ts';
import type { Lease } from '../contract/playout/lease.ts';
import type { ConfigDocument, PlaylistDocument, ScheduleDocument } from '../contract/playout/manifest.ts';
import type { Plan } from './decide.ts';
import { entryAt } from './playlistAt.ts';
import { loopIn } from './zones.ts';

export interface Documents {
  playlist: PlaylistDocument | null;
  config: ConfigDocument | null;
  flights: FlightsDocument | null;
  /** Left out where no exception can hold. */
  schedule?: ScheduleDocument | null;
  scheduled?: readonly PlaylistDocument[];
}
/** What plays at a time, and the standing loop where that is another: it stands in where nothing of the plan may play. */
export interface PlanAt {
  plan: Plan;
  standing: Plan['loop'];
}

export const zoneOfDocuments = ({ config }: Documents) => config?.tz ?? 'UTC';

/** `leases`: what the screen holds; left out, nobody asks for one. An exception whose playlist is not there is none. */
export function plansOf(documents: Documents, leases?: readonly Lease[]): (at: number | null) => PlanAt {
  const { playlist, config, flights, schedule, scheduled = [] } = documents;
  const { weights, pacing, weather_rules } = config ?? {};
  const playlistWith = (id: string) => scheduled.find(({ playlist_id }) => playlist_id === id);
  const entries = (schedule?.entries ?? []).filter(({ playlist_id }) => playlistWith(playlist_id));
  const standing = loopIn(playlist, 'main');
  return at => {
    const entry = entryAt(entries, at, zoneOfDocuments(documents));
    const loop = entry ? loopIn(playlistWith(entry.playlist_id), 'main') : standing;
    return {
      plan: { loop, lines: flights?.lines ?? [], weights, pacing, weather_rules, leases },
      standing: entry ? standing : null,
    };
  };
}
