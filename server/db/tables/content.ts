/** Media, creatives, playlists and published documents. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import type { Failure, Processing, Unplayable } from '../../../shared/contract/content/media.ts';
import type { DocumentRendition } from '../../../shared/contract/playout/manifest.ts';
import type { ContentKind } from '../../../shared/contract/content/contentKinds.ts';
import type { Playlist, PlaylistItem, Widget } from '../../../shared/contract/content/playlist.ts';
import type { Condition, Daypart } from '../../../shared/contract/playout/schedule.ts';
import type { SlideContent } from '../../../shared/contract/content/slide.ts';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import { at, bigInteger, commonColumns } from './columns.ts';
import { tenant_id } from './tenants.ts';

/** What ffmpeg tells of a video; null: it could not. */
export interface Measured {
  fps: number | null;
  /** Flashes in any one second. */
  flashes: number | null;
  /** LUFS; null where there is no sound. */
  loudness: number | null;
}
/** As whoever took it off the screens has said it. */
export interface StoredQuarantine {
  reason: string;
  at: string;
  /** null: nobody any more, or it was taken off before that was written down. */
  by: string | null;
}
export type StoredRendition = Omit<DocumentRendition, 'chunk_bytes'> & { codec?: 'av1' };
export type PublishedItem = Omit<PlaylistItem, 'creative'>;
type PlaylistSettings = Pick<Playlist, 'shuffle' | 'zone' | 'layout'>;

export const mediaAssets = pgTable(
  'media_assets',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    filename: text('filename').notNull(),
    mime: text('mime').notNull(),
    codec: text('codec'),
    bytes: bigInteger('bytes').notNull(),
    sha256: text('sha256').notNull(),
    /** SHA-256 of the chunk list, which is stored beside the file. */
    chunks_sha256: text('chunks_sha256').notNull(),
    w: integer('w').notNull(),
    h: integer('h').notNull(),
    duration_ms: integer('duration_ms'),
    state: text('state').notNull().default('ready'),
    /** null unless its state is `quarantined`. */
    quarantine: jsonb('quarantine').$type<StoredQuarantine>(),
    thumbnail_sha256: text('thumbnail_sha256'),
    poster_sha256: text('poster_sha256'),
    /** Smallest first. */
    renditions: jsonb('renditions')
      .$type<StoredRendition[]>()
      .notNull()
      .default(sql`'[]'::jsonb`),
    /** Why screens do not play it as it is. */
    unplayable: text('unplayable').$type<Unplayable>(),
    failure: text('failure').$type<Failure>(),
    processing: text('processing').$type<Processing>().notNull().default('none'),
    progress: integer('progress').notNull().default(0),
    /** Its renditions in AV1 were made, or it was found that none is worth it. */
    av1_tried: boolean('av1_tried').notNull().default(false),
    /** What was measured of a video, once. */
    measured: jsonb('measured').$type<Measured>(),
    /** What the file of a slide was made from. */
    slide: jsonb('slide').$type<SlideContent>(),
    /** Files whose pictures are packed into that of a slide. */
    picture_ids: uuid('picture_ids')
      .array()
      .notNull()
      .default(sql`'{}'::uuid[]`),
    /** A server fetched it for a feed; nobody uploaded it. */
    from_feed: boolean('from_feed').notNull().default(false),
    /** When it was queued; while it runs, when its node last renewed the lease. */
    processing_at: at('processing_at'),
    /** `Summer/Taxi tops`; empty: in none. */
    folder: text('folder').notNull().default(''),
    tags: text('tags')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Last day of its licence, by the calendar of each screen. */
    licence_until: date('licence_until', { mode: 'string' }),
    /** The file whose newer version it is. */
    replaces: uuid('replaces'),
    ...commonColumns,
  },
  t => [
    uniqueIndex('media_once').on(t.tenant_id, t.sha256),
    index('media_bytes').on(t.sha256),
    index('media_chunks').on(t.tenant_id, t.chunks_sha256),
    index('media_thumbnail').on(t.thumbnail_sha256),
    index('media_poster').on(t.poster_sha256),
    index('media_renditions').using('gin', sql`${t.renditions} jsonb_path_ops`),
    index('media_processing')
      .on(t.processing_at)
      .where(sql`${t.processing} in ('queued', 'running')`),
    index('media_without_av1')
      .on(t.created_at)
      .where(sql`${t.processing} = 'done' and not ${t.av1_tried}`),
    index('media_newest').on(t.tenant_id, t.created_at),
    index('media_folder').on(t.tenant_id, t.folder),
    index('media_tags').using('gin', t.tags),
    index('media_pictures').using('gin', t.picture_ids),
    index('media_replaces').on(t.replaces),
  ],
);

export const creatives = pgTable(
  'creatives',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    name: text('name').notNull(),
    kind: text('kind').notNull(),
    state: text('state').$type<Creative['state']>().notNull(),
    approval_reason: text('approval_reason'),
    approved_sha256: text('approved_sha256'),
    /** Hashes of what was made of the approved file; screens are given no other. */
    approved_renditions: text('approved_renditions')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    asset_id: uuid('asset_id')
      .notNull()
      .references(() => mediaAssets.id),
    duration_ms: integer('duration_ms').notNull(),
    alt_text: text('alt_text').notNull().default(''),
    /** First and last day, both included, by the calendar of each screen. */
    valid_from: date('valid_from', { mode: 'string' }),
    valid_until: date('valid_until', { mode: 'string' }),
    languages: text('languages')
      .array()
      .$type<Creative['languages']>()
      .notNull()
      .default(sql`'{}'::text[]`),
    cats: text('cats')
      .array()
      .$type<Creative['cats']>()
      .notNull()
      .default(sql`'{}'::text[]`),
    qr_target: text('qr_target'),
    advertiser: text('advertiser').notNull().default(''),
    /** Who wrote of it since it was approved last: none of them decides about it. */
    edited_by: uuid('edited_by')
      .array()
      .notNull()
      .default(sql`'{}'::uuid[]`),
    ...commonColumns,
  },
  t => [index('creatives_tenant').on(t.tenant_id, t.name), index('creatives_asset').on(t.asset_id)],
);

export const playlists = pgTable(
  'playlists',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    name: text('name').notNull(),
    state: text('state').notNull().default('draft'),
    default_duration_ms: integer('default_duration_ms').notNull().default(10_000),
    shuffle: text('shuffle').$type<PlaylistSettings['shuffle']>().notNull().default('none'),
    zone: text('zone').$type<PlaylistSettings['zone']>().notNull().default('full'),
    layout: text('layout').$type<PlaylistSettings['layout']>().notNull().default('full'),
    beside_id: uuid('beside_id').references((): AnyPgColumn => playlists.id),
    fallback: boolean('fallback').notNull().default(false),
    locked_by: uuid('locked_by'),
    locked_name: text('locked_name'),
    locked_role: text('locked_role').$type<Role>(),
    locked_at: at('locked_at'),
    published_version: integer('published_version'),
    has_draft: boolean('has_draft').notNull().default(true),
    ...commonColumns,
  },
  t => [
    index('playlists_tenant').on(t.tenant_id, t.name),
    uniqueIndex('playlists_fallback')
      .on(t.tenant_id)
      .where(sql`fallback and deleted_at is null`),
  ],
);

/** Items of the draft; published items are in playlist_versions. */
export const playlistItems = pgTable(
  'playlist_items',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    playlist_id: uuid('playlist_id')
      .notNull()
      .references(() => playlists.id),
    position: integer('position').notNull(),
    source: text('source').$type<PlaylistItem['source']>().notNull().default('creative'),
    creative_id: uuid('creative_id').references(() => creatives.id),
    content_kind: text('content_kind').$type<ContentKind>(),
    widget: text('widget').$type<Widget>(),
    weight: integer('weight').notNull().default(1),
    dayparts: jsonb('dayparts')
      .$type<Daypart[]>()
      .notNull()
      .default(sql`'[]'::jsonb`),
    valid_from: date('valid_from', { mode: 'string' }),
    valid_until: date('valid_until', { mode: 'string' }),
    conditions: jsonb('conditions')
      .$type<Condition[]>()
      .notNull()
      .default(sql`'[]'::jsonb`),
    /** null: play a video to its end. */
    duration_ms: integer('duration_ms'),
    transition: text('transition').notNull().default('none'),
    fit: text('fit'),
  },
  t => [
    index('playlist_items_order').on(t.playlist_id, t.position),
    index('playlist_items_creative').on(t.creative_id),
  ],
);

export const playlistVersions = pgTable(
  'playlist_versions',
  {
    tenant_id,
    playlist_id: uuid('playlist_id')
      .notNull()
      .references(() => playlists.id),
    version: integer('version').notNull(),
    document_sha256: text('document_sha256').notNull(),
    /** The draft it was published from, needed to revert to it. */
    items: jsonb('items').$type<PublishedItem[]>().notNull(),
    creative_ids: uuid('creative_ids').array().notNull(),
    content_kinds: text('content_kinds')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The playlist of its second zone. */
    beside_id: uuid('beside_id'),
    /** Of the playlist when it was published; null: of an older server. */
    default_duration_ms: integer('default_duration_ms'),
    item_count: integer('item_count').notNull(),
    loop_ms: bigInteger('loop_ms').notNull(),
    bytes: bigInteger('bytes').notNull(),
    published_at: at('published_at').notNull().defaultNow(),
    published_by: uuid('published_by'),
  },
  t => [
    primaryKey({ columns: [t.playlist_id, t.version] }),
    foreignKey({
      columns: [t.tenant_id, t.document_sha256],
      foreignColumns: [documents.tenant_id, documents.sha256],
    }),
  ],
);

/**
 * Files that screens were given, by the creative, widget or content item they stand for. A play of an earlier one may
 * come in long after it was replaced.
 */
export const issuedFiles = pgTable(
  'issued_files',
  {
    tenant_id,
    /** Of a creative, a widget or a content item. */
    source_id: uuid('source_id').notNull(),
    sha256: text('sha256').notNull(),
  },
  t => [primaryKey({ columns: [t.tenant_id, t.source_id, t.sha256] })],
);

/** Immutable documents, named by the SHA-256 of their bytes. Tenants do not share documents, even with equal bytes. */
export const documents = pgTable(
  'documents',
  {
    tenant_id,
    sha256: text('sha256').notNull(),
    kind: text('kind').notNull(),
    body: text('body').notNull(),
    created_at: at('created_at').notNull().defaultNow(),
  },
  t => [primaryKey({ columns: [t.tenant_id, t.sha256] })],
);
