import * as z from 'zod/mini';
import { creative, CREATIVE_KINDS } from './creative.ts';
import { FITS } from '../fleet/device.ts';
import { endpoint } from '../wire/endpoint.ts';
import { entity } from '../wire/entity.ts';
import { byId, common, id, instant, int, MAX_INT, name } from '../wire/wire.ts';

export const PLAYLIST_STATES = ['draft', 'published', 'archived'] as const;
export const TRANSITIONS = ['none', 'fade'] as const;
export const MAX_ITEMS = 500;

/** duration_ms null: play a video to its end. */
export const playlistItemInput = z.strictObject({
  id: z.optional(id),
  creative_id: id,
  duration_ms: z.nullable(int(3_000, 3_600_000)),
  transition: z._default(z.enum(TRANSITIONS), 'none'),
  fit: z._default(z.nullable(z.enum(FITS)), null),
});
export type PlaylistItemInput = z.input<typeof playlistItemInput>;

export const playlistItem = z.object({
  id,
  creative_id: id,
  duration_ms: z.nullable(int(1_000, 3_600_000)),
  transition: z.enum(TRANSITIONS),
  fit: z.nullable(z.enum(FITS)),
  creative,
});
export type PlaylistItem = z.infer<typeof playlistItem>;

export const playlist = z.object({
  ...common,
  name,
  state: z.enum(PLAYLIST_STATES),
  default_duration_ms: int(3_000, 3_600_000),
  /** The version the screens play; null before the first publish. */
  published_version: z.nullable(int(1, MAX_INT)),
  /** The draft differs from what is published. */
  has_draft: z.boolean(),
  item_count: int(0, MAX_ITEMS),
  /** Duration of the draft's loop, and the bytes a screen must store for it. */
  loop_ms: int(0, MAX_INT),
  bytes: int(0, MAX_INT),
  /** The first 50 items with their duration, for the proportional strip. */
  strip: z.array(z.object({ creative_id: id, kind: z.enum(CREATIVE_KINDS), ms: int(0, MAX_INT) })),
  /** `group`: the name of the group through which a screen plays it; null: assigned to the screen itself. */
  assigned_to: z.array(z.object({ id, name: z.string(), group: z.nullable(z.string()) })),
});
export type Playlist = z.infer<typeof playlist>;
export const playlistDetail = z.object({ ...playlist.shape, items: z.array(playlistItem) });
export type PlaylistDetail = z.infer<typeof playlistDetail>;

const create = z.strictObject({ name, default_duration_ms: z.optional(int(3_000, 3_600_000)) });
export const playlistPatch = z.partial(create);
export const playlists = entity({
  path: '/api/playlists',
  area: 'creatives',
  row: playlist,
  detail: playlistDetail,
  create,
  patch: playlistPatch,
  removable: true,
  listOptions: {
    sorts: ['name', 'state', 'published_version', 'created_at', 'updated_at'],
    defaultSort: 'name',
    enums: { status: { state: PLAYLIST_STATES } },
  },
  actions: {
    publish: { summary: 'Let the screens play the draft' },
    /** Assigns the playlist to exactly these screens and removes it from all others. */
    assign: {
      summary: 'Put it on exactly these screens',
      body: z.strictObject({ device_ids: z.array(id).check(z.maxLength(1_000)) }),
    },
    duplicate: {
      summary: 'Make a copy with a name of its own',
      body: z.strictObject({ name: z.optional(name) }),
    },
    /** Changes only the draft; publishing is a separate step. */
    revert: {
      summary: 'Make an earlier version the draft again',
      body: z.strictObject({ version: int(1, MAX_INT) }),
      versioned: true,
    },
  },
});
/** Replaces the draft's items, in the order given. */
export const putItems = endpoint({
  method: 'PUT',
  path: '/api/playlists/:id/items',
  access: { who: 'user', area: 'creatives', level: 'W' },
  summary: "Replace the draft's items",
  params: byId,
  body: z.strictObject({ items: z.array(playlistItemInput).check(z.maxLength(MAX_ITEMS)) }),
  answer: playlistDetail,
  versioned: true,
});
export const playlistVersions = endpoint({
  method: 'GET',
  path: '/api/playlists/:id/versions',
  access: { who: 'user', area: 'creatives', level: 'R' },
  summary: 'Published versions, newest first',
  params: byId,
  answer: z.object({
    items: z.array(
      z.object({
        version: int(1, MAX_INT),
        published_at: instant,
        item_count: z.int(),
        loop_ms: z.int(),
        bytes: z.int(),
      }),
    ),
  }),
});

/** Number of screens that a readiness report names; its counts cover all. */
export const LATE_SCREENS = 20;
/** Files a screen lacks; null: it still plays an earlier version, or never reported. */
const files = z.nullable(int(0, MAX_ITEMS));
const readiness = z.object({
  screens: int(0, MAX_INT),
  ready: int(0, MAX_INT),
  /** Screens that are not ready, grouped by missing files, fewest first. */
  lacking: z.array(z.object({ files, screens: int(1, MAX_INT) })),
  late: z
    .array(z.object({ id, name: z.string(), files, last_seen_at: z.nullable(instant) }))
    .check(z.maxLength(LATE_SCREENS)),
  /** `bytes`: what the draft needs on a screen; `fresh`: the part it must download. Most screens first. */
  cost: z.array(z.object({ bytes: int(0, MAX_INT), fresh: int(0, MAX_INT), screens: int(1, MAX_INT) })),
});
export type Readiness = z.infer<typeof readiness>;
export const playlistReadiness = endpoint({
  method: 'GET',
  path: '/api/playlists/:id/readiness',
  access: { who: 'user', area: 'creatives', level: 'R' },
  summary: 'How many of its screens have all its files, and what its draft costs them in bytes',
  params: byId,
  answer: readiness,
});
