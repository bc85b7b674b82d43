/** What players are told beside their playlist: their configuration, for a tenant, a group or a screen, and the weather. */
import {
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
import type { ConfigPageName, ConfigScope } from '../../../shared/contract/playout/playerConfig.ts';
import type { WeatherReading } from '../../../shared/contract/playout/schedule.ts';
import type { WeatherSource } from '../../../shared/contract/playout/weatherSource.ts';
import { at, commonColumns } from './columns.ts';
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
    sky: text('sky').$type<WeatherSource['sky']>().notNull(),
    temperature_c: doublePrecision('temperature_c').notNull(),
    wind_kmh: doublePrecision('wind_kmh').notNull(),
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
