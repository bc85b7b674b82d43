/** Shared column definitions. Times are timestamptz in ms; ids are uuid v7 made by the server. */
import { bigint, integer, timestamp, uuid } from 'drizzle-orm/pg-core';

export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
export const bigInteger = (name: string) => bigint(name, { mode: 'number' });
export const commonColumns = {
  created_at: at('created_at').notNull().defaultNow(),
  updated_at: at('updated_at').notNull().defaultNow(),
  created_by: uuid('created_by'),
  version: integer('version').notNull().default(1),
  deleted_at: at('deleted_at'),
};
