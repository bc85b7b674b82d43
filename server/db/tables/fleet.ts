/** Screens, their keys and their desired state. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import type { Rollout } from '../../../shared/contract/fleet/build.ts';
import type { CommandKind, CommandState } from '../../../shared/contract/fleet/command.ts';
import type { Brightness, Reported } from '../../../shared/contract/fleet/device.ts';
import type { DeviceGroup } from '../../../shared/contract/fleet/deviceGroup.ts';
import type { IncidentKind, IncidentState } from '../../../shared/contract/fleet/incident.ts';
import type { Head } from '../../../shared/contract/playout/manifest.ts';
import type { NoticeEvent, NoticeLine } from '../../../shared/contract/fleet/notice.ts';
import type { PublicJwk } from '../../../shared/contract/fleet/jwk.ts';
import { at, commonColumns } from './columns.ts';
import { playlists } from './content.ts';
import { users } from './identity.ts';
import { locations } from './places.ts';
import { tenant_id, tenants } from './tenants.ts';

export const deviceGroups = pgTable(
  'device_groups',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    name: text('name').notNull(),
    parent_id: uuid('parent_id').references((): AnyPgColumn => deviceGroups.id),
    playlist_id: uuid('playlist_id').references(() => playlists.id),
    rule: jsonb('rule').$type<DeviceGroup['rule']>(),
    ...commonColumns,
  },
  t => [index('device_groups_tenant').on(t.tenant_id, t.name)],
);

export const devices = pgTable(
  'devices',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    name: text('name').notNull(),
    kind: text('kind').notNull().default('tablet'),
    state: text('state').notNull().default('active'),
    serial: text('serial'),
    /** Fingerprint of the machine it was paired from (devices/machine.ts). */
    machine: text('machine'),
    vehicle: text('vehicle'),
    plate_hash: text('plate_hash'),
    /** Groups it was put into by hand, the first one first (playout/effectivePlaylist.ts). */
    group_ids: uuid('group_ids')
      .array()
      .notNull()
      .default(sql`'{}'::uuid[]`),
    location_id: uuid('location_id').references(() => locations.id),
    /** The user who earns by this screen. */
    owner_user_id: uuid('owner_user_id').references(() => users.id),
    orientation: integer('orientation').notNull().default(0),
    fit: text('fit').notNull().default('contain'),
    volume: integer('volume').notNull().default(0),
    brightness: text('brightness').$type<Brightness>().notNull().default('auto'),
    tz: text('tz').notNull().default('UTC'),
    metered: text('metered').notNull().default('auto'),
    data_plan_mb: integer('data_plan_mb'),
    data_plan_day: integer('data_plan_day').notNull().default(1),
    depot_from: text('depot_from'),
    depot_to: text('depot_to'),
    tags: text('tags')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Its own; what it plays is the effective one. */
    playlist_id: uuid('playlist_id').references(() => playlists.id),
    /** Worked out by playout/settle.ts whenever one of its reasons changes. */
    effective_playlist_id: uuid('effective_playlist_id').references(() => playlists.id),
    /** The group that playlist comes from; null: its own. */
    effective_group_id: uuid('effective_group_id').references(() => deviceGroups.id),
    /** What exceptions of its schedule may play on it, also worked out there. */
    scheduled_playlist_ids: uuid('scheduled_playlist_ids')
      .array()
      .notNull()
      .default(sql`'{}'::uuid[]`),
    /** The document of the campaigns it may play; null without any. */
    flights_sha256: text('flights_sha256'),
    manifest_version: integer('manifest_version').notNull().default(1),
    last_seen_at: at('last_seen_at'),
    reported: jsonb('reported').$type<Reported>(),
    /** When it came; reports of several nodes are written in any order. */
    reported_at: at('reported_at'),
    /** Set when two different records had the same ledger key: the profile was restored or copied. */
    forked_at: at('forked_at'),
    ...commonColumns,
  },
  t => [
    index('devices_tenant').on(t.tenant_id, t.name),
    index('devices_playlist').on(t.effective_playlist_id),
  ],
);

export const deviceKeys = pgTable(
  'device_keys',
  {
    /** RFC 7638 thumbprint. */
    key_id: text('key_id').primaryKey(),
    tenant_id,
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
    /** Both null until somebody claims it. */
    tenant_id: uuid('tenant_id').references(() => tenants.id),
    device_id: uuid('device_id').references(() => devices.id),
    created_at: at('created_at').notNull().defaultNow(),
  },
  t => [index('pairings_key').on(t.key_id), index('pairings_end').on(t.expires_at)],
);

/** The signed manifest heads: one row per version, so that a version never has two meanings. */
export const manifests = pgTable(
  'manifests',
  {
    tenant_id,
    device_id: uuid('device_id')
      .notNull()
      .references(() => devices.id),
    version: integer('version').notNull(),
    /** Documents that the head names; the device may fetch only these. */
    documents: text('documents').array().notNull(),
    head: jsonb('head').$type<Head>().notNull(),
    created_at: at('created_at').notNull().defaultNow(),
  },
  t => [primaryKey({ columns: [t.device_id, t.version] })],
);

/** What was on the stage, one picture an hour; those of a day are kept. */
export const stagePictures = pgTable(
  'stage_pictures',
  {
    tenant_id,
    device_id: uuid('device_id')
      .notNull()
      .references(() => devices.id),
    hour: at('hour').notNull(),
    taken_at: at('taken_at').notNull(),
    /** JPEG as a data URL. */
    picture: text('picture').notNull(),
  },
  t => [primaryKey({ columns: [t.device_id, t.hour] }), index('stage_pictures_end').on(t.hour)],
);

/** Commands that users sent to screens. */
export const deviceCommands = pgTable(
  'device_commands',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    device_id: uuid('device_id')
      .notNull()
      .references(() => devices.id),
    kind: text('kind').$type<CommandKind>().notNull(),
    params: jsonb('params').$type<Record<string, unknown>>().notNull(),
    state: text('state').$type<CommandState>().notNull().default('queued'),
    expires_at: at('expires_at').notNull(),
    delivered_at: at('delivered_at'),
    accepted_at: at('accepted_at'),
    ended_at: at('ended_at'),
    result: text('result'),
    /** Shared by the commands of one bulk request. */
    batch_id: uuid('batch_id'),
    ...commonColumns,
  },
  t => [
    index('device_commands_batch').on(t.batch_id),
    index('device_commands_of').on(t.device_id, t.state),
    index('device_commands_tenant').on(t.tenant_id, t.created_at),
  ],
);

/** Faults of one screen, or of many at once. */
export const incidents = pgTable(
  'incidents',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    kind: text('kind').$type<IncidentKind>().notNull(),
    state: text('state').$type<IncidentState>().notNull().default('open'),
    opened_at: at('opened_at').notNull(),
    acked_at: at('acked_at'),
    acked_by: uuid('acked_by').references(() => users.id),
    closed_at: at('closed_at'),
    /** ms; when each notice was decided, including notices that quiet hours hold back. */
    notified: jsonb('notified').$type<Partial<Record<NoticeEvent, number>>>().notNull().default({}),
    deferred: text('deferred')
      .array()
      .$type<NoticeEvent[]>()
      .notNull()
      .default(sql`'{}'::text[]`),
    ...commonColumns,
  },
  t => [index('incidents_tenant').on(t.tenant_id, t.state, t.opened_at)],
);

/** One screen's part in an incident. Ids come from screens, so the primary key includes the screen. */
export const incidentNotes = pgTable(
  'incident_notes',
  {
    id: uuid('id').notNull(),
    tenant_id,
    device_id: uuid('device_id')
      .notNull()
      .references(() => devices.id),
    incident_id: uuid('incident_id')
      .notNull()
      .references(() => incidents.id),
    kind: text('kind').$type<IncidentKind>().notNull(),
    /** Detected by the server, which also detects the end; notes of a screen have no end. */
    is_seen: boolean('is_seen').notNull(),
    at: at('at').notNull(),
    ended_at: at('ended_at'),
    detail: text('detail').notNull().default(''),
  },
  t => [
    primaryKey({ columns: [t.device_id, t.id] }),
    index('incident_notes_of').on(t.incident_id),
    index('incident_notes_lasting').on(t.is_seen, t.ended_at),
  ],
);

/** Notices about incidents, and the number of e-mails each was sent in. */
export const notices = pgTable(
  'notices',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    kind: text('kind').$type<'now' | 'summary'>().notNull(),
    lines: jsonb('lines').$type<NoticeLine[]>().notNull(),
    emails: integer('emails').notNull(),
    ...commonColumns,
  },
  t => [index('notices_tenant').on(t.tenant_id, t.created_at)],
);

/** Player builds; they belong to the platform, not to a tenant. */
export const builds = pgTable('builds', {
  build: text('build').primaryKey(),
  rollout: text('rollout').$type<Rollout>().notNull().default('running'),
  percent: integer('percent').notNull(),
  /** When this server first served it. */
  since: at('since').notNull(),
  version: integer('version').notNull().default(1),
});
