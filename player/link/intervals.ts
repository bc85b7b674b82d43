/** How often a screen calls its server, ms; seldom where each byte costs. */
import { HEARTBEAT_S } from '../../shared/contract/fleet/device.ts';
import { LEASES_MS } from '../../shared/playout/leases/interval.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const INTERVALS = {
  /** Its answer says whether there is something new to play. */
  heartbeat: { free: HEARTBEAT_S.free * SECOND_MS, metered: HEARTBEAT_S.metered * SECOND_MS },
  manifest: { free: 15 * SECOND_MS, metered: 5 * MINUTE_MS },
  /** Alone a play costs more in headers than in itself. */
  plays: { free: 5 * SECOND_MS, metered: 10 * MINUTE_MS },
  /** Whether there is anything to ask is looked at so often: nothing is sent where the screen holds enough. */
  leases: LEASES_MS,
  /** Why campaigns play or not: a few hundred bytes. */
  decisions: { free: 5 * MINUTE_MS, metered: 30 * MINUTE_MS },
  /** Of the stage, for whoever looks after the screen; within the data plan on a metered link. */
  picture: { free: HOUR_MS, metered: HOUR_MS },
} as const;
