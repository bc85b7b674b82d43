/** Leases: what each screen may still play of a campaign, and whose turn it is to be given one. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';
import { devices } from './fleet.ts';
import { tenant_id } from './tenants.ts';

export const leases = pgTable(
  'leases',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    campaign_id: uuid('campaign_id').notNull(),
    /** Of the flight. */
    line_id: uuid('line_id').notNull(),
    device_id: uuid('device_id')
      .notNull()
      .references(() => devices.id),
    max_plays: integer('max_plays').notNull(),
    /** Plays of it that were handed in, and plays that the screen gave back. */
    reported: integer('reported').notNull().default(0),
    returned: integer('returned').notNull().default(0),
    window_start: at('window_start').notNull(),
    window_end: at('window_end').notNull(),
    play_deadline: at('play_deadline').notNull(),
    /** What is not reported by then is free again; what comes later still counts. */
    report_deadline: at('report_deadline').notNull(),
    /** Of the screen when it was granted: from this version on its line asks for a lease. */
    manifest_version: integer('manifest_version').notNull(),
    created_at: at('created_at').notNull(),
    /** The screen has said that it holds it. */
    held_at: at('held_at'),
    /** Nothing of it counts against the goal any more. */
    released_at: at('released_at'),
  },
  t => [
    index('leases_open')
      .on(t.campaign_id)
      .where(sql`released_at is null`),
    index('leases_device').on(t.device_id, t.campaign_id, t.created_at),
    index('leases_released').on(t.tenant_id, t.released_at),
  ],
);

/** Of each screen of a campaign: who has waited longest comes first. */
export const leaseTurns = pgTable(
  'lease_turns',
  {
    tenant_id,
    campaign_id: uuid('campaign_id').notNull(),
    device_id: uuid('device_id')
      .notNull()
      .references(() => devices.id),
    /** When it last asked and was given nothing; null: it has what it wanted. */
    waiting_at: at('waiting_at'),
    granted_at: at('granted_at'),
  },
  t => [primaryKey({ columns: [t.campaign_id, t.device_id] }), index('lease_turns_device').on(t.device_id)],
);
