/** Tables of both engines. Times are timestamptz in ms; ids are uuid v7 made by the server. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Head } from '../../shared/contract/manifest.ts';
import type { PlayRecord } from '../../shared/contract/play.ts';
import type { PlaylistItem } from '../../shared/contract/playlist.ts';
import type { Reported } from '../../shared/contract/device.ts';
import type { PublicJwk } from '../../shared/contract/pairing.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
const big = (name: string) => bigint(name, { mode: 'number' });
const made = {
  created_at: at('created_at').notNull().defaultNow(),
  updated_at: at('updated_at').notNull().defaultNow(),
  created_by: uuid('created_by'),
  version: integer('version').notNull().default(1),
  deleted_at: at('deleted_at'),
};

export const tenants = pgTable('tenants', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique(),
  kind: text('kind').notNull(),
  tz: text('tz').notNull().default('UTC'),
  status: text('status').notNull().default('active'),
  ...made,
});
export type PublishedItem = Omit<PlaylistItem, 'creative'>;
const tenant_id = uuid('tenant_id')
  .notNull()
  .references(() => tenants.id);

export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  tenant_id,
  email: text('email').notNull().unique(),
  first_name: text('first_name'),
  last_name: text('last_name'),
  role: text('role').notNull(),
  status: text('status').notNull(),
  locale: text('locale').notNull().default('en'),
  tz: text('tz').notNull().default('UTC'),
  last_login_at: at('last_login_at'),
  /** argon2id; null for demo roles, which have no password. */
  password_hash: text('password_hash'),
  must_change_password: boolean('must_change_password').notNull().default(false),
  /** A one-time password ends here. */
  password_expires_at: at('password_expires_at'),
  failed_logins: integer('failed_logins').notNull().default(0),
  locked_until: at('locked_until'),
  demo: boolean('demo').notNull().default(false),
  ...made,
});

export const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey(),
  user_id: uuid('user_id')
    .notNull()
    .references(() => users.id),
  /** SHA-256 of the refresh token in force, and of the one before it until its successor is used. */
  refresh_hash: text('refresh_hash').notNull().unique(),
  previous_hash: text('previous_hash').unique(),
  ip: text('ip'),
  user_agent: text('user_agent'),
  created_at: at('created_at').notNull().defaultNow(),
  last_used_at: at('last_used_at').notNull().defaultNow(),
  expires_at: at('expires_at').notNull(),
  revoked_at: at('revoked_at'),
});

export const devices = pgTable(
  'devices',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    name: text('name').notNull(),
    kind: text('kind').notNull().default('tablet'),
    state: text('state').notNull().default('active'),
    vehicle: text('vehicle'),
    orientation: integer('orientation').notNull().default(0),
    fit: text('fit').notNull().default('contain'),
    volume: integer('volume').notNull().default(0),
    tz: text('tz').notNull().default('UTC'),
    tags: text('tags')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    playlist_id: uuid('playlist_id').references(() => playlists.id),
    manifest_version: integer('manifest_version').notNull().default(1),
    last_seen_at: at('last_seen_at'),
    reported: jsonb('reported').$type<Reported>(),
    /** Two records claimed one place of its ledger: a restored or copied profile. */
    forked_at: at('forked_at'),
    ...made,
  },
  t => [index('devices_tenant').on(t.tenant_id, t.name), index('devices_playlist').on(t.playlist_id)],
);

export const deviceKeys = pgTable(
  'device_keys',
  {
    /** RFC 7638 thumbprint. */
    key_id: text('key_id').primaryKey(),
    device_id: uuid('device_id')
      .notNull()
      .references(() => devices.id),
    jwk: jsonb('jwk').$type<PublicJwk>().notNull(),
    state: text('state').notNull().default('active'),
    created_at: at('created_at').notNull().defaultNow(),
    revoked_at: at('revoked_at'),
  },
  t => [index('device_keys_device').on(t.device_id)],
);

export const pairings = pgTable(
  'pairings',
  {
    id: uuid('id').primaryKey(),
    code: text('code').notNull().unique(),
    key_id: text('key_id').notNull(),
    jwk: jsonb('jwk').$type<PublicJwk>().notNull(),
    facts: jsonb('facts').$type<Record<string, string>>().notNull(),
    expires_at: at('expires_at').notNull(),
    device_id: uuid('device_id').references(() => devices.id),
    created_at: at('created_at').notNull().defaultNow(),
  },
  t => [index('pairings_key').on(t.key_id), index('pairings_end').on(t.expires_at)],
);

export const mediaAssets = pgTable(
  'media_assets',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    filename: text('filename').notNull(),
    mime: text('mime').notNull(),
    codec: text('codec'),
    bytes: big('bytes').notNull(),
    sha256: text('sha256').notNull(),
    /** SHA-256 of the chunk list, which lies beside the file. */
    chunks_sha256: text('chunks_sha256').notNull(),
    w: integer('w').notNull(),
    h: integer('h').notNull(),
    duration_ms: integer('duration_ms'),
    state: text('state').notNull().default('ready'),
    thumbnail_sha256: text('thumbnail_sha256'),
    ...made,
  },
  t => [
    uniqueIndex('media_once').on(t.tenant_id, t.sha256),
    index('media_bytes').on(t.sha256),
    index('media_thumbnail').on(t.thumbnail_sha256),
  ],
);

export const creatives = pgTable(
  'creatives',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    name: text('name').notNull(),
    kind: text('kind').notNull(),
    state: text('state').notNull(),
    approval_reason: text('approval_reason'),
    asset_id: uuid('asset_id')
      .notNull()
      .references(() => mediaAssets.id),
    duration_ms: integer('duration_ms').notNull(),
    alt_text: text('alt_text').notNull().default(''),
    ...made,
  },
  t => [index('creatives_tenant').on(t.tenant_id, t.name)],
);

export const playlists = pgTable(
  'playlists',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    name: text('name').notNull(),
    state: text('state').notNull().default('draft'),
    default_duration_ms: integer('default_duration_ms').notNull().default(10_000),
    published_version: integer('published_version'),
    has_draft: boolean('has_draft').notNull().default(true),
    ...made,
  },
  t => [index('playlists_tenant').on(t.tenant_id, t.name)],
);

/** The draft's items; what was published stands in playlist_versions. */
export const playlistItems = pgTable(
  'playlist_items',
  {
    id: uuid('id').primaryKey(),
    playlist_id: uuid('playlist_id')
      .notNull()
      .references(() => playlists.id),
    position: integer('position').notNull(),
    creative_id: uuid('creative_id')
      .notNull()
      .references(() => creatives.id),
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
    playlist_id: uuid('playlist_id')
      .notNull()
      .references(() => playlists.id),
    version: integer('version').notNull(),
    document_sha256: text('document_sha256')
      .notNull()
      .references(() => documents.sha256),
    /** The draft it was made from, to make it the draft again. */
    items: jsonb('items').$type<PublishedItem[]>().notNull(),
    creative_ids: uuid('creative_ids').array().notNull(),
    item_count: integer('item_count').notNull(),
    loop_ms: big('loop_ms').notNull(),
    bytes: big('bytes').notNull(),
    published_at: at('published_at').notNull().defaultNow(),
    published_by: uuid('published_by'),
  },
  t => [primaryKey({ columns: [t.playlist_id, t.version] })],
);

/** Immutable, named by the SHA-256 of their bytes. */
export const documents = pgTable('documents', {
  sha256: text('sha256').primaryKey(),
  kind: text('kind').notNull(),
  body: text('body').notNull(),
  created_at: at('created_at').notNull().defaultNow(),
});

/** The head a device gets: one row a version, so that a version never means two things. */
export const manifests = pgTable(
  'manifests',
  {
    device_id: uuid('device_id')
      .notNull()
      .references(() => devices.id),
    version: integer('version').notNull(),
    /** Documents the head names: what this device may fetch. */
    documents: text('documents').array().notNull(),
    head: jsonb('head').$type<Head>().notNull(),
    created_at: at('created_at').notNull().defaultNow(),
  },
  t => [primaryKey({ columns: [t.device_id, t.version] })],
);

export const plays = pgTable(
  'plays',
  {
    play_id: uuid('play_id').notNull(),
    tenant_id,
    device_id: uuid('device_id')
      .notNull()
      .references(() => devices.id),
    epoch: uuid('epoch').notNull(),
    seq: big('seq').notNull(),
    creative_id: uuid('creative_id').notNull(),
    playlist_id: uuid('playlist_id'),
    result: text('result').notNull(),
    state: text('state').notNull(),
    reasons: text('reasons')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Corrected by the device's clock sample. */
    started_at: at('started_at').notNull(),
    received_at: at('received_at').notNull().defaultNow(),
    duration_ms: integer('duration_ms').notNull(),
    expected_ms: integer('expected_ms').notNull(),
    completion: doublePrecision('completion').notNull(),
    visible_share: doublePrecision('visible_share').notNull(),
    record_hash: text('record_hash').notNull(),
    record: jsonb('record').$type<PlayRecord>().notNull(),
    batch_id: uuid('batch_id').notNull(),
  },
  t => [
    /** The natural key, for ever. */
    primaryKey({ columns: [t.device_id, t.epoch, t.seq] }),
    uniqueIndex('plays_id').on(t.device_id, t.play_id),
    index('plays_by_time').on(t.tenant_id, t.started_at, t.play_id),
    index('plays_by_creative').on(t.tenant_id, t.creative_id),
  ],
);

export const receipts = pgTable('receipts', {
  batch_id: uuid('batch_id').primaryKey(),
  device_id: uuid('device_id')
    .notNull()
    .references(() => devices.id),
  receipt: jsonb('receipt').$type<Record<string, unknown>>().notNull(),
  checkpoint: jsonb('checkpoint').$type<Record<string, unknown>>().notNull(),
  received_at: at('received_at').notNull().defaultNow(),
});

/** Keys of the server, wrapped by the secret of the data directory or environment. */
export const serverKeys = pgTable('server_keys', {
  key_id: text('key_id').primaryKey(),
  purpose: text('purpose').notNull(),
  jwk: jsonb('jwk').$type<PublicJwk>().notNull(),
  wrapped: text('wrapped').notNull(),
  state: text('state').notNull().default('active'),
  created_at: at('created_at').notNull().defaultNow(),
});
