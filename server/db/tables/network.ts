/** Screens, their keys, what they are to play. */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Reported } from '../../../shared/contract/device.ts';
import type { Head } from '../../../shared/contract/manifest.ts';
import type { PublicJwk } from '../../../shared/contract/pairing.ts';
import { at, made } from './columns.ts';
import { playlists } from './content.ts';
import { users } from './identity.ts';
import { tenant_id, tenants } from './tenants.ts';

export const devices = pgTable(
  'devices',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    name: text('name').notNull(),
    kind: text('kind').notNull().default('tablet'),
    state: text('state').notNull().default('active'),
    vehicle: text('vehicle'),
    /** Who earns by it. */
    owner_user_id: uuid('owner_user_id').references(() => users.id),
    orientation: integer('orientation').notNull().default(0),
    fit: text('fit').notNull().default('contain'),
    volume: integer('volume').notNull().default(0),
    tz: text('tz').notNull().default('UTC'),
    metered: text('metered').notNull().default('auto'),
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

/** The head a device gets: one row a version, so that a version never means two things. */
export const manifests = pgTable(
  'manifests',
  {
    tenant_id,
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
