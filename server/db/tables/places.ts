/** Locations and saved views of lists. */
import { boolean, doublePrecision, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Location } from '../../../shared/contract/fleet/location.ts';
import { commonColumns } from './columns.ts';
import { users } from './identity.ts';
import { tenant_id } from './tenants.ts';

export const locations = pgTable(
  'locations',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    name: text('name').notNull(),
    address: text('address').notNull().default(''),
    lat: doublePrecision('lat').notNull(),
    lng: doublePrecision('lng').notNull(),
    radius_m: integer('radius_m').notNull(),
    tz: text('tz').notNull(),
    external_id: text('external_id'),
    hours: jsonb('hours').$type<Location['hours']>().notNull().default([[], [], [], [], [], [], []]),
    venue: jsonb('venue').$type<Location['venue']>(),
    status: text('status').$type<Location['status']>().notNull().default('active'),
    ...commonColumns,
  },
  t => [index('locations_tenant').on(t.tenant_id, t.name)],
);

export const savedViews = pgTable(
  'saved_views',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    user_id: uuid('user_id')
      .notNull()
      .references(() => users.id),
    resource: text('resource').notNull(),
    name: text('name').notNull(),
    query: text('query').notNull(),
    shared: boolean('shared').notNull().default(false),
    is_default: boolean('is_default').notNull().default(false),
    ...commonColumns,
  },
  t => [index('saved_views_of').on(t.tenant_id, t.resource)],
);
