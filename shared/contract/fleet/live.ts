/** The live wall: the state of all screens as a stream of server-sent events; and where they were last. */
import * as z from 'zod/mini';
import { NETWORKS, PRESENCES } from './device.ts';
import { deviceFilter } from './deviceChanges.ts';
import { endpoint, type Answer } from '../wire/endpoint.ts';
import { enumList, id, instant, int, MAX_INT, name, text } from '../wire/wire.ts';

/** ms; polling interval while somebody is subscribed. */
export const LIVE_INTERVAL_MS = 2_000;
/** ms; interval of keep-alive comments while nothing changes. */
export const LIVE_KEEPALIVE_MS = 15_000;
/** ms; then the stream ends, and the client reconnects and is authorised again. */
export const LIVE_MAX_MS = 5 * 60_000;
const MAX_TILES = 200;

/** Hours that pictures of the stage are kept; one an hour. */
export const PICTURE_HOURS = 24;
/** A JPEG of 20 KB as a data URL. */
export const MAX_PICTURE_CHARS = 27_000;
const picture = z
  .string()
  .check(z.regex(/^data:image\/jpeg;base64,[A-Za-z0-9+/]+={0,2}$/), z.maxLength(MAX_PICTURE_CHARS));

export const tile = z.object({
  id,
  name: z.string(),
  vehicle: z.nullable(z.string()),
  presence: z.enum(PRESENCES),
  state: z.string(),
  now_playing: z.nullable(z.string()),
  /** Signed link to a still of what is on screen. */
  picture_url: z.nullable(z.string()),
  version: z.nullable(z.string()),
  network: z.nullable(z.enum(NETWORKS)),
  /** What it has played comes every ten minutes only. */
  saves_data: z.boolean(),
  last_seen_at: z.nullable(instant),
  /** Share of its items that are complete; null where it plays none. */
  ready: z.nullable(z.number()),
});
export type Tile = z.infer<typeof tile>;
const count = int(0, MAX_INT);

/** Tiles are sorted worst first: offline, then stale. */
export const wall = z.object({
  at: instant,
  presence: z.record(z.enum(PRESENCES), count),
  versions: z.array(z.object({ version: z.string(), screens: count })),
  /** Number of screens that match the filter; `tiles` is one page of them. */
  total: count,
  tiles: z.array(tile),
  incidents: count,
});
export type Wall = z.infer<typeof wall>;

/** Each event's data is a `wall`: one event, and with `follow` another after each change. */
export const liveDevices = endpoint({
  method: 'GET',
  path: '/api/devices/live',
  access: { who: 'user', area: 'devices', level: 'R', transactions: 'own' },
  summary: 'All screens as they are now, as server-sent events',
  query: z.object({
    status: enumList(PRESENCES),
    /** Of the player. */
    version: z.optional(text(1, 40)),
    /** That plays where no exception holds. */
    playlist_id: z.optional(id),
    /** Put in by hand, or by its rule; without the groups below. */
    group_id: z.optional(id),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_TILES)), 60),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)), 0),
    follow: z.optional(z.enum(['1'])),
  }),
  answer: 'text',
});

/** Sent once an hour while there is a link, and within the data plan; the server says when it was. */
export const sendPicture = endpoint({
  method: 'POST',
  path: '/api/player/pictures',
  access: { who: 'device' },
  summary: 'What is on the stage, as a small picture',
  limit: 'pictures',
  body: z.strictObject({ picture }),
});
export const stagePictures = endpoint({
  method: 'GET',
  path: '/api/devices/:id/pictures',
  access: { who: 'user', area: 'monitor', level: 'R' },
  summary: 'What was on the stage of a screen in the last 24 hours, newest first',
  params: z.object({ id }),
  answer: z.object({ items: z.array(z.object({ taken_at: instant, picture: z.string() })) }),
});
export type StagePicture = Answer<typeof stagePictures>['items'][number];

/** m; a screen that stands at a location is somewhere within it. */
const accuracy = int(0, 50_000);
export const devicePlace = z.object({
  id,
  name,
  last_seen_at: z.nullable(instant),
  /** As the screen reported it; else that of the location it belongs to, which is no observation and has no time. */
  place: z.nullable(
    z.object({
      lat: z.number(),
      lng: z.number(),
      acc_m: accuracy,
      at: z.nullable(instant),
      location: z.nullable(name),
    }),
  ),
});
export type DevicePlace = z.infer<typeof devicePlace>;

/** All that the filter of the list matches, by name. */
export const devicePlaces = endpoint({
  method: 'GET',
  path: '/api/devices/places',
  access: { who: 'user', area: 'devices', level: 'R' },
  summary: 'Where screens were last',
  query: z.object(deviceFilter),
  answer: z.object({ items: z.array(devicePlace) }),
});
