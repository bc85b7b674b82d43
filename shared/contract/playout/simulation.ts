/** What the simulator works from: the very documents of a screen, and what the server's books say of its leases. */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { byId, id, instant, int, MAX_INT } from '../wire/wire.ts';
import { lease } from './lease.ts';
import { daypart } from './schedule.ts';

/** Each was made by the server by its own contract; the simulator reads them as a screen does. */
const content = z.record(z.string(), z.unknown());
const document = z.nullable(content);

/** Of one campaign that is played under leases. Plays that are out with screens are still counted as left. */
const leasedBooks = z.object({
  campaign_id: id,
  flights: z.array(z.object({ starts_at: instant, ends_at: instant, dayparts: z.array(daypart) })),
  tz: z.string(),
  pacing: z.enum(['even', 'asap', 'front']),
  is_share: z.boolean(),
  /** Screens that share what may be out, and those of them in reach. */
  screens: int(1, MAX_INT),
  online: int(1, MAX_INT),
  /** Plays that its goal and its budget leave, and those of its day where it has a budget of the day. */
  left: z.number(),
  daily: z.nullable(z.number()),
  /** Plays that each budget with a hard cap leaves it, until that budget's time ends. */
  caps: z.array(z.object({ left: z.number(), until: instant })),
  /** Delivered since midnight in its zone. */
  today: z.number(),
});
export type LeasedBooks = z.infer<typeof leasedBooks>;

const screenLeases = z.object({
  /** The time of these books. */
  at: instant,
  plays_per_h: z.number(),
  /** For how long this screen is usually without a link. */
  offline_h: z.number(),
  /** What it may still play by these books, with what was reported of it. */
  held: z.array(z.extend(lease, { used: int(0, MAX_INT) })),
  campaigns: z.array(leasedBooks),
});
export type ScreenLeases = z.infer<typeof screenLeases>;

export const deviceDocuments = endpoint({
  method: 'GET',
  path: '/api/devices/:id/documents',
  access: { who: 'user', area: 'devices', level: 'R' },
  summary: 'What a screen was given to play, and what it is granted of it, to look ahead by',
  params: byId,
  answer: z.object({
    playlist: document,
    config: document,
    flights: document,
    schedule: document,
    /** The playlists of its schedule. */
    scheduled: z.array(content),
    /** null: none of its campaigns needs one. */
    leases: z.nullable(screenLeases),
  }),
});
