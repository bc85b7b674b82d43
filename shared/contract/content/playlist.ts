import * as z from 'zod/mini';
import { CONTENT_KINDS } from './contentKinds.ts';
import { creative, CREATIVE_KINDS } from './creative.ts';
import { FITS } from '../fleet/device.ts';
import {
  condition,
  daypart,
  LAYOUTS,
  MAX_CONDITIONS,
  MAX_DAYPARTS,
  SHUFFLES,
  TRANSITIONS,
} from '../playout/schedule.ts';
import { endpoint } from '../wire/endpoint.ts';
import { entity } from '../wire/entity.ts';
import { byId, common, id, instant, int, localDate, MAX_INT, name } from '../wire/wire.ts';

export const PLAYLIST_STATES = ['draft', 'published', 'archived'] as const;
export const MAX_ITEMS = 500;
/** Different hours that a row names. */
export const MAX_HOURS = 50;
/** Which part of a screen a playlist is made for. */
export const ZONES = ['full', 'main', 'side', 'ticker'] as const;
/** The zone that the second playlist of a layout must be made for; a full screen has none. */
export const BESIDE_ZONE = {
  full: null,
  main_side: 'side',
  main_ticker: 'ticker',
  side_by_side: 'side',
} as const;

/** `campaign_slot`: a campaign's, and its creative until one takes the slot. */
export const ITEM_SOURCES = ['creative', 'content_kind', 'campaign_slot', 'widget'] as const;
export const WIDGETS = ['clock', 'date', 'weather', 'destination'] as const;
export type Widget = (typeof WIDGETS)[number];
/** A record of a play names its creative by an id; a widget is the same in every tenant. */
export const WIDGET_IDS: Readonly<Record<Widget, string>> = {
  clock: '00000000-0000-8000-8000-000000000001',
  date: '00000000-0000-8000-8000-000000000002',
  weather: '00000000-0000-8000-8000-000000000003',
  destination: '00000000-0000-8000-8000-000000000004',
};

const itemFields = {
  source: z.enum(ITEM_SOURCES),
  /** Of `creative` and `campaign_slot`. */
  creative_id: z.nullable(id),
  content_kind: z.nullable(z.enum(CONTENT_KINDS)),
  widget: z.nullable(z.enum(WIDGETS)),
  transition: z.enum(TRANSITIONS),
  fit: z.nullable(z.enum(FITS)),
  /** Chance in a weighted shuffle. */
  weight: int(1, 100),
  /** Hours of the week, any of them; none: always. */
  dayparts: z.array(daypart).check(z.maxLength(MAX_DAYPARTS)),
  valid_from: z.nullable(localDate),
  valid_until: z.nullable(localDate),
  conditions: z.array(condition).check(z.maxLength(MAX_CONDITIONS)),
};
/** What an item of a source must name; it names nothing else. */
const NAMED_BY = {
  creative: 'creative_id',
  campaign_slot: 'creative_id',
  content_kind: 'content_kind',
  widget: 'widget',
} as const;
type Named = Record<(typeof NAMED_BY)[keyof typeof NAMED_BY], unknown> & { source: keyof typeof NAMED_BY };
const nameRule = (field: (typeof NAMED_BY)[keyof typeof NAMED_BY]) =>
  z.refine<Named>(item => (item[field] !== null) === (NAMED_BY[item.source] === field), {
    error: `What is played does not fit its source`,
    path: [field],
  });

/** duration_ms null: play a video to its end, and what has a length of its own for that long. */
export const playlistItemInput = z
  .strictObject({
    id: z.optional(id),
    source: z._default(itemFields.source, 'creative'),
    creative_id: z._default(itemFields.creative_id, null),
    content_kind: z._default(itemFields.content_kind, null),
    widget: z._default(itemFields.widget, null),
    duration_ms: z.nullable(int(3_000, 3_600_000)),
    transition: z._default(itemFields.transition, 'none'),
    fit: z._default(itemFields.fit, null),
    weight: z._default(itemFields.weight, 1),
    dayparts: z._default(itemFields.dayparts, []),
    valid_from: z._default(itemFields.valid_from, null),
    valid_until: z._default(itemFields.valid_until, null),
    conditions: z._default(itemFields.conditions, []),
  })
  .check(
    nameRule('creative_id'),
    nameRule('content_kind'),
    nameRule('widget'),
    z.refine(
      ({ valid_from, valid_until }) =>
        valid_from === null || valid_until === null || valid_from <= valid_until,
      { error: 'The last day is before the first', path: ['valid_until'] },
    ),
  );
export type PlaylistItemInput = z.input<typeof playlistItemInput>;

export const playlistItem = z.object({
  id,
  ...itemFields,
  duration_ms: z.nullable(int(1_000, 3_600_000)),
  /** Null where it plays local content or a widget. */
  creative: z.nullable(creative),
});
export type PlaylistItem = z.infer<typeof playlistItem>;

const settings = {
  name,
  /** Of pictures, content and widgets whose item has none. */
  default_duration_ms: int(3_000, 3_600_000),
  shuffle: z.enum(SHUFFLES),
  zone: z.enum(ZONES),
  layout: z.enum(LAYOUTS),
  /** The playlist of the second zone; what it has published plays there. */
  beside_id: z.nullable(id),
  /** Plays on the screens that no other playlist is meant for; one of a tenant. */
  fallback: z.boolean(),
};
export const playlist = z.object({
  ...common,
  ...settings,
  state: z.enum(PLAYLIST_STATES),
  beside_name: z.nullable(z.string()),
  /** Who locked it, and when; only they and who stands above them may change or publish it. */
  locked: z.nullable(z.object({ by: id, name: z.string(), at: instant })),
  /** The version the screens play; null before the first publish. */
  published_version: z.nullable(int(1, MAX_INT)),
  /** The draft differs from what is published. */
  has_draft: z.boolean(),
  item_count: int(0, MAX_ITEMS),
  /** Duration of the draft's loop, and the bytes a screen must store for it. */
  loop_ms: int(0, MAX_INT),
  bytes: int(0, MAX_INT),
  /** The first 50 items with their duration, for the proportional strip. `creative_id`: what each plays. */
  strip: z.array(z.object({ creative_id: id, kind: z.enum(CREATIVE_KINDS), ms: int(0, MAX_INT) })),
  /** Hours of the week of its items, each once. */
  hours: z.array(daypart).check(z.maxLength(MAX_HOURS)),
  /** `group`: the name of the group through which a screen plays it; null: assigned to the screen itself. */
  assigned_to: z.array(z.object({ id, name: z.string(), group: z.nullable(z.string()) })),
});
export type Playlist = z.infer<typeof playlist>;
export const playlistDetail = z.object({ ...playlist.shape, items: z.array(playlistItem) });
export type PlaylistDetail = z.infer<typeof playlistDetail>;

/** The main zone is the whole screen of a playlist that names no second one. */
export const isForWholeScreen = (zone: Playlist['zone']): boolean => zone === 'full' || zone === 'main';
/** Where a zone is left out, the one of the row decides, which the server knows. */
const forWholeScreen = z.refine<{ zone?: Playlist['zone'] | undefined; fallback?: boolean | undefined }>(
  ({ zone = 'full', fallback }) => fallback !== true || isForWholeScreen(zone),
  { path: ['fallback'], error: 'A playlist of the whole screen.' },
);
const { name: _name, ...rest } = settings;
const writable = z.strictObject({ name, ...z.partial(z.strictObject(rest)).shape });
const create = writable.check(forWholeScreen);
export const playlistPatch = z.partial(writable).check(forWholeScreen);
export const playlists = entity({
  path: '/api/playlists',
  bulk: ['delete', 'restore', 'publish', 'archive', 'unarchive', 'lock', 'unlock'],
  area: 'creatives',
  row: playlist,
  detail: playlistDetail,
  create,
  patch: playlistPatch,
  removable: true,
  listOptions: {
    sorts: ['name', 'state', 'published_version', 'created_at', 'updated_at'],
    defaultSort: 'name',
    enums: { status: { state: PLAYLIST_STATES }, zone: { zone: ZONES } },
  },
  actions: {
    unarchive: { summary: 'Take a playlist out of the archive', from: ['archived'] },
    /** With a version: what somebody else has saved since is not published unseen. */
    publish: { summary: 'Let the screens play the draft', versioned: 'optional' },
    /** Assigns the playlist to exactly these screens and removes it from all others. */
    assign: {
      summary: 'Put it on exactly these screens',
      body: z.strictObject({ device_ids: z.array(id).check(z.maxLength(1_000)) }),
    },
    duplicate: {
      summary: 'Make a copy with a name of its own',
      body: z.strictObject({ name: z.optional(name) }),
    },
    /** Nothing may play it; it leaves the lists, and may be taken out again. */
    archive: {
      summary: 'Put away a playlist that nothing plays',
      from: ['draft', 'published'],
      to: 'archived',
      undo: 'unarchive',
    },
    /** Its creatives come along as drafts, which the other tenant decides about. */
    copy: {
      summary: 'Make a copy in another tenant, with its creatives as drafts',
      body: z.strictObject({ tenant_id: id }),
      access: { tenants: 'all' },
    },
    lock: { summary: 'Keep others from changing and publishing it' },
    unlock: { summary: 'Let others change it again' },
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
