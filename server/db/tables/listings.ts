/** What is sold of the screens. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Listing } from '../../../shared/contract/sales/listing.ts';
import { bigInteger, commonColumns } from './columns.ts';
import { deviceGroups, devices } from './fleet.ts';
import { tenant_id } from './tenants.ts';

export const listings = pgTable(
  'listings',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    /** Either this or a group. */
    device_id: uuid('device_id').references(() => devices.id),
    group_id: uuid('group_id').references(() => deviceGroups.id),
    title: text('title').notNull(),
    w: integer('w').notNull(),
    h: integer('h').notNull(),
    durations_ms: integer('durations_ms').array().notNull(),
    floor_micros: bigInteger('floor_micros').notNull(),
    currency: text('currency').notNull(),
    avails_per_h: integer('avails_per_h').notNull(),
    share_max_pct: integer('share_max_pct').notNull().default(100),
    blocked_cats: text('blocked_cats')
      .array()
      .$type<Listing['blocked_cats']>()
      .notNull()
      .default(sql`'{}'::text[]`),
    state: text('state').$type<Listing['state']>().notNull().default('draft'),
    ...commonColumns,
  },
  t => [
    index('listings_tenant').on(t.tenant_id, t.title),
    index('listings_device').on(t.device_id),
    index('listings_group').on(t.group_id),
  ],
);
