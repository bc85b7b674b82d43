/** Hours of plays and sums of them: what figures are read from. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { PlayRecord, PlayZone } from '../../../../shared/contract/proof/play.ts';
import { at, bigInteger } from '../columns.ts';
import { devices } from '../fleet.ts';
import { tenant_id } from '../tenants.ts';

/**
 * Plays by the UTC hour in which they began: what was received until the tenant's `plays_rolled_until`. Made of the
 * plays alone (analytics/rollUp.ts), so that it can be made again.
 */
export const playHours = pgTable(
  'play_hours',
  {
    tenant_id,
    hour: at('hour').notNull(),
    device_id: uuid('device_id')
      .notNull()
      .references(() => devices.id),
    creative_id: uuid('creative_id').notNull(),
    campaign_id: uuid('campaign_id'),
    zone: text('zone').$type<PlayZone>().notNull(),
    result: text('result').$type<PlayRecord['result']>().notNull(),
    /** `lat:lng` of a grid cell (contract/proof/analytics.ts); null where the place is not part of the play. */
    cell: text('cell'),
    plays: integer('plays').notNull(),
    duration_ms: bigInteger('duration_ms').notNull(),
    quarantined: integer('quarantined').notNull(),
    /** Accepted and shown to the end: what a campaign pays for. */
    delivered: integer('delivered').notNull(),
  },
  t => [
    index('play_hours_by_hour').on(t.tenant_id, t.hour),
    index('play_hours_by_device').on(t.device_id, t.hour),
    index('play_hours_by_campaign')
      .on(t.campaign_id, t.hour)
      .where(sql`campaign_id is not null`),
    index('play_hours_with_cell')
      .on(t.tenant_id, t.hour)
      .where(sql`cell is not null`),
  ],
);

/** What sums of hours are of: all plays of an hour, or those of a UTC day that share a key. */
export type SumDimension = 'hour' | 'device' | 'creative' | 'campaign' | 'zone' | 'result';
/** Sums of `play_hours`, kept by its triggers: whoever writes hours has written their sums. */
export const playSums = pgTable(
  'play_sums',
  {
    tenant_id,
    dimension: text('dimension').$type<SumDimension>().notNull(),
    /** The hour, or the UTC day in which it lies. */
    at: at('at').notNull(),
    /** An id or a word; empty where there is none. */
    key: text('key').notNull(),
    /** Of what was shown, without the quarantined. */
    plays: bigInteger('plays').notNull(),
    duration_ms: bigInteger('duration_ms').notNull(),
    quarantined: bigInteger('quarantined').notNull(),
    delivered: bigInteger('delivered').notNull(),
    failed: bigInteger('failed').notNull(),
    not_shown: bigInteger('not_shown').notNull(),
    /** In the name of a campaign. */
    sold_plays: bigInteger('sold_plays').notNull(),
    sold_ms: bigInteger('sold_ms').notNull(),
  },
  t => [primaryKey({ columns: [t.tenant_id, t.dimension, t.at, t.key] })],
);
/** Which screens showed a creative or a campaign, by UTC day, kept with the sums: screens of many days are counted once. */
export const playScreens = pgTable(
  'play_screens',
  {
    tenant_id,
    dimension: text('dimension').$type<'creative' | 'campaign'>().notNull(),
    day: at('day').notNull(),
    id: uuid('id').notNull(),
    device_id: uuid('device_id').notNull(),
    /** Shown, without the quarantined. */
    plays: bigInteger('plays').notNull(),
  },
  t => [primaryKey({ columns: [t.tenant_id, t.dimension, t.day, t.id, t.device_id] })],
);

/** How long each screen showed something in these hours, whatever it was. */
export const screenHours = pgTable(
  'screen_hours',
  {
    tenant_id,
    device_id: uuid('device_id')
      .notNull()
      .references(() => devices.id),
    hour: at('hour').notNull(),
    shown_ms: bigInteger('shown_ms').notNull(),
    /** On the main part of the screen, what is quarantined among it; null: nothing played there. */
    main_ms: bigInteger('main_ms'),
    /** It also played there in the hour before and in the hour after: it was on for the whole hour. */
    is_whole: boolean('is_whole').notNull().default(false),
  },
  t => [
    primaryKey({ columns: [t.device_id, t.hour] }),
    /** With all that uptime reads, so that hours of a fleet are read from here alone. */
    index('screen_hours_by_hour').on(t.tenant_id, t.hour, t.device_id, t.main_ms, t.is_whole),
  ],
);

/** Sums of `audience_counts` over all screens, kept by its triggers: what is deleted there leaves them, too. */
export const audienceSums = pgTable(
  'audience_sums',
  {
    tenant_id,
    hour: at('hour').notNull(),
    /** Both empty: all people of the hour. */
    age: text('age').notNull(),
    gender: text('gender').notNull(),
    people: bigInteger('people').notNull(),
    /** Screens that counted anybody. */
    screens: integer('screens').notNull(),
  },
  t => [primaryKey({ columns: [t.tenant_id, t.hour, t.age, t.gender] })],
);
