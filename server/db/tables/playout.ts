/** What players are told beside their playlist: exceptions from it, their configuration, the weather, and the rules of codes and of the weather; and how often codes were scanned. */
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { CodeRule } from '../../../shared/contract/playout/codes.ts';
import type { QrRule } from '../../../shared/contract/playout/rules/qrRule.ts';
import type { WeatherRule } from '../../../shared/contract/playout/rules/weatherRule.ts';
import type { ConfigPageName, ConfigScope } from '../../../shared/contract/playout/playerConfig.ts';
import type { Daypart, WeatherReading } from '../../../shared/contract/playout/schedule.ts';
import type { WeatherSource } from '../../../shared/contract/playout/weatherSource.ts';
import { at, commonColumns } from './columns.ts';
import { creatives, playlists } from './content.ts';
import { deviceGroups, devices } from './fleet.ts';
import { tenant_id } from './tenants.ts';

/** Values of a page by field; null or left out: inherited. */
export type ConfigValues = Record<string, unknown>;

export const playerConfigs = pgTable(
  'player_configs',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    page: text('page').$type<ConfigPageName>().notNull(),
    scope: text('scope').$type<ConfigScope>().notNull(),
    /** The tenant, the group or the screen. */
    scope_id: uuid('scope_id').notNull(),
    draft: jsonb('draft').$type<ConfigValues>().notNull(),
    published: jsonb('published').$type<ConfigValues>(),
    /** The row of its history that screens have. */
    published_version: integer('published_version'),
    ...commonColumns,
  },
  t => [uniqueIndex('player_configs_scope').on(t.tenant_id, t.page, t.scope_id)],
);

export const playerConfigVersions = pgTable(
  'player_config_versions',
  {
    tenant_id,
    config_id: uuid('config_id')
      .notNull()
      .references(() => playerConfigs.id),
    number: integer('number').notNull(),
    /** What screens had before it; null for the first. */
    previous: integer('previous'),
    values: jsonb('values').$type<ConfigValues>().notNull(),
    /** Who gave it to the screens, as they were called then: who signs for it. */
    published_by: uuid('published_by'),
    published_by_name: text('published_by_name'),
    published_at: at('published_at').notNull(),
  },
  t => [
    primaryKey({ columns: [t.config_id, t.number] }),
    index('player_config_versions_tenant').on(t.tenant_id),
  ],
);

/** Where a tenant's screens have the weather from, and the last reading. */
export const weatherSources = pgTable(
  'weather_sources',
  {
    tenant_id,
    source: text('source').$type<WeatherSource['source']>().notNull(),
    url: text('url'),
    lat: doublePrecision('lat'),
    lng: doublePrecision('lng'),
    sky: text('sky').$type<WeatherSource['sky']>(),
    temperature_c: doublePrecision('temperature_c'),
    wind_kmh: doublePrecision('wind_kmh'),
    stale_min: integer('stale_min').notNull(),
    reading: jsonb('reading').$type<WeatherReading>(),
    checked_at: at('checked_at'),
    /** When the service is read next; null where nothing is read. */
    due_at: at('due_at'),
    failures: integer('failures').notNull().default(0),
    fault: text('fault').$type<WeatherSource['fault']>(),
    ...commonColumns,
  },
  t => [primaryKey({ columns: [t.tenant_id] })],
);

/** Exceptions from the standing playlist of a screen or a group: one of both is named. */
export const scheduleEntries = pgTable(
  'schedule_entries',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    device_id: uuid('device_id').references(() => devices.id),
    group_id: uuid('group_id').references(() => deviceGroups.id),
    playlist_id: uuid('playlist_id')
      .notNull()
      .references(() => playlists.id),
    name: text('name').notNull().default(''),
    dayparts: jsonb('dayparts').$type<Daypart[]>().notNull(),
    /** Days of the calendar, in the zone of each screen. */
    valid_from: text('valid_from'),
    valid_until: text('valid_until'),
    priority: integer('priority').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    ...commonColumns,
  },
  t => [
    index('schedule_entries_tenant').on(t.tenant_id, t.created_at),
    index('schedule_entries_device').on(t.device_id),
    index('schedule_entries_group').on(t.group_id),
    index('schedule_entries_playlist').on(t.playlist_id),
  ],
);

export const qrRules = pgTable(
  'qr_rules',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    name: text('name').notNull(),
    number: integer('number').notNull(),
    rank: integer('rank').notNull(),
    status: text('status').$type<QrRule['status']>().notNull().default('active'),
    kinds: jsonb('kinds').$type<CodeRule['kinds']>().notNull(),
    dayparts: jsonb('dayparts').$type<CodeRule['dayparts']>().notNull(),
    campaign_ids: uuid('campaign_ids').array().notNull().default([]),
    place: text('place').$type<CodeRule['place']>().notNull(),
    size_pct: integer('size_pct').notNull(),
    min_show_s: integer('min_show_s').notNull(),
    url_template: text('url_template'),
    utm_source: text('utm_source').notNull().default(''),
    utm_medium: text('utm_medium').notNull().default(''),
    utm_campaign: text('utm_campaign').notNull().default(''),
    ...commonColumns,
  },
  t => [index('qr_rules_tenant').on(t.tenant_id, t.rank)],
);

export const weatherRules = pgTable(
  'weather_rules',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    name: text('name').notNull(),
    rank: integer('rank').notNull(),
    status: text('status').$type<WeatherRule['status']>().notNull().default('active'),
    condition: text('condition').$type<WeatherRule['condition']>().notNull(),
    threshold: integer('threshold'),
    action: text('action').$type<WeatherRule['action']>().notNull(),
    boost: doublePrecision('boost'),
    sources: jsonb('sources').$type<WeatherRule['sources']>().notNull(),
    campaign_ids: uuid('campaign_ids').array().notNull().default([]),
    group_ids: uuid('group_ids').array().notNull().default([]),
    stale_limit_min: integer('stale_limit_min').notNull(),
    ...commonColumns,
  },
  t => [index('weather_rules_tenant').on(t.tenant_id, t.rank)],
);

/** One row an hour: how many scans, and nothing of whose. */
export const qrScans = pgTable(
  'qr_scans',
  {
    tenant_id,
    creative_id: uuid('creative_id')
      .notNull()
      .references(() => creatives.id),
    device_id: uuid('device_id')
      .notNull()
      .references(() => devices.id),
    rule_id: uuid('rule_id')
      .notNull()
      .references(() => qrRules.id),
    hour: at('hour').notNull(),
    count: integer('count').notNull(),
  },
  t => [
    primaryKey({ columns: [t.creative_id, t.device_id, t.rule_id, t.hour] }),
    index('qr_scans_tenant').on(t.tenant_id, t.hour),
    index('qr_scans_rule').on(t.rule_id),
  ],
);
