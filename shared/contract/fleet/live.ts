/** Every screen at a glance, as it is now: a stream of what a wall of monitors shows. */
import * as z from 'zod/mini';
import { NETWORKS, PRESENCES } from './device.ts';
import { endpoint } from '../wire/endpoint.ts';
import { id, instant, int, MAX_INT, wordsOf } from '../wire/wire.ts';

/** Looked at again this often while somebody watches, ms. */
export const LIVE_EVERY_MS = 2_000;
/** A word that nothing changed, ms. */
export const LIVE_ALIVE_MS = 15_000;
/** After this the watcher asks anew, and shows anew that it may. */
export const LIVE_LIFE_MS = 5 * 60_000;
const MAX_TILES = 200;

export const tile = z.object({
  id,
  name: z.string(),
  vehicle: z.nullable(z.string()),
  presence: z.enum(PRESENCES),
  state: z.string(),
  now_playing: z.nullable(z.string()),
  version: z.nullable(z.string()),
  network: z.nullable(z.enum(NETWORKS)),
  last_seen_at: z.nullable(instant),
  /** Share of its items it holds whole; null where it plays none. */
  ready: z.nullable(z.number()),
});
export type Tile = z.infer<typeof tile>;
const count = int(0, MAX_INT);

/** The worst first: who is away, then who is degraded. */
export const wall = z.object({
  at: instant,
  presence: z.record(z.enum(PRESENCES), count),
  versions: z.array(z.object({ version: z.string(), screens: count })),
  /** Screens that the filter names; `tiles` are those of this page. */
  total: count,
  tiles: z.array(tile),
  incidents: count,
});
export type Wall = z.infer<typeof wall>;

/** Each event's data is a `wall`: one, and with `follow` another each time something has changed. */
export const liveDevices = endpoint({
  method: 'GET',
  path: '/api/devices/live',
  access: { who: 'user', area: 'devices', level: 'R', transactions: 'own' },
  summary: 'All screens as they are now, as server-sent events',
  query: z.object({
    status: wordsOf(PRESENCES),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_TILES)), 60),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)), 0),
    follow: z.optional(z.enum(['1'])),
  }),
  answer: 'text',
});
