/** Player builds; they belong to the platform, not to a tenant. */
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { Rollout } from '../../../shared/contract/fleet/build.ts';
import { at } from './columns.ts';

export const builds = pgTable('builds', {
  build: text('build').primaryKey(),
  rollout: text('rollout').$type<Rollout>().notNull().default('running'),
  percent: integer('percent').notNull(),
  /** When this server first served it. */
  since: at('since').notNull(),
  version: integer('version').notNull().default(1),
});
