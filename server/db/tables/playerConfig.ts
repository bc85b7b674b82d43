/** The configuration of players: a draft and what is published, for a tenant, a group or a screen. */
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ConfigPageName, ConfigScope } from '../../../shared/contract/playout/playerConfig.ts';
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
