/** Play records as screens sent them, and the receipts they got. */
import { sql } from 'drizzle-orm';
import {
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AudienceHour } from '../../../shared/contract/playout/audience.ts';
import type { DecisionReason } from '../../../shared/contract/playout/decisions.ts';
import { DEFAULT_COUNTING_RULE } from '../../../shared/contract/proof/countingRule.ts';
import type { PictureGrade, PlaceGrade, PlayRecord } from '../../../shared/contract/proof/play.ts';
import type { SignedRoot } from '../../../shared/contract/proof/proof.ts';
import { at, bigInteger } from './columns.ts';
import { devices } from './fleet.ts';
import { tenant_id } from './tenants.ts';

/** A day: how unsure a start is that nobody rated. */
const UNKNOWN_MS = 86_400_000;

export const plays = pgTable(
  'plays',
  {
    play_id: uuid('play_id').notNull(),
    tenant_id,
    device_id: uuid('device_id')
      .notNull()
      .references(() => devices.id),
    epoch: uuid('epoch').notNull(),
    seq: bigInteger('seq').notNull(),
    creative_id: uuid('creative_id').notNull(),
    playlist_id: uuid('playlist_id'),
    campaign_id: uuid('campaign_id'),
    lease_id: uuid('lease_id'),
    result: text('result').notNull(),
    state: text('state').notNull(),
    reasons: text('reasons')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Corrected by the device's clock sample. */
    started_at: at('started_at').notNull(),
    received_at: at('received_at').notNull().defaultNow(),
    duration_ms: integer('duration_ms').notNull(),
    expected_ms: integer('expected_ms').notNull(),
    completion: doublePrecision('completion').notNull(),
    visible_share: doublePrecision('visible_share').notNull(),
    /** The rule that was in force when it was received: what is set later restates no play. */
    min_completion_pct: smallint('min_completion_pct')
      .notNull()
      .default(DEFAULT_COUNTING_RULE.min_completion_pct),
    min_visible_pct: smallint('min_visible_pct').notNull().default(DEFAULT_COUNTING_RULE.min_visible_pct),
    record_hash: text('record_hash').notNull(),
    /** null: it was not sold by place. */
    place_grade: text('place_grade').$type<PlaceGrade>(),
    /** `due` until it is compared; null: nothing was taken, or there is nothing to compare it with. */
    picture: text('picture').$type<PictureGrade | 'due'>(),
    /** Of `started_at`, as the server rates it; the record has what the screen claims. */
    clock_grade: text('clock_grade').$type<PlayRecord['clock']['quality']>().notNull().default('D'),
    uncertainty_ms: integer('uncertainty_ms').notNull().default(UNKNOWN_MS),
    record: jsonb('record').$type<PlayRecord>().notNull(),
    batch_id: uuid('batch_id').notNull(),
    /** The signed root that holds it; null until a night after its day. */
    root_id: uuid('root_id'),
  },
  t => [
    /** The natural key; it is never reused. */
    primaryKey({ columns: [t.device_id, t.epoch, t.seq] }),
    uniqueIndex('plays_id').on(t.device_id, t.play_id),
    index('plays_by_time').on(t.tenant_id, t.started_at, t.play_id),
    index('plays_by_device').on(t.device_id, t.started_at),
    index('plays_without_root')
      .on(t.tenant_id, t.started_at)
      .where(sql`root_id is null`),
    index('plays_by_creative').on(t.tenant_id, t.creative_id, t.play_id),
    index('plays_by_receipt').on(t.tenant_id, t.received_at),
    index('plays_by_length').on(t.tenant_id, t.duration_ms, t.play_id),
    index('plays_not_accepted')
      .on(t.tenant_id, t.state, t.started_at, t.play_id)
      .where(sql`state <> 'accepted'`),
    index('plays_not_shown')
      .on(t.tenant_id, t.started_at, t.play_id)
      .where(sql`result = 'not_shown'`),
    index('plays_with_picture')
      .on(t.tenant_id, t.received_at)
      .where(sql`picture = 'due'`),
    index('plays_by_campaign')
      .on(t.campaign_id, t.started_at)
      .where(sql`campaign_id is not null`),
  ],
);

/** Signed roots over the plays of a tenant's days, each naming the one before; never changed. */
export const playRoots = pgTable(
  'play_roots',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    position: bigInteger('position').notNull(),
    day: text('day').notNull(),
    number: integer('number').notNull(),
    root: text('root').notNull(),
    /** As it was signed. */
    document: jsonb('document').$type<SignedRoot>().notNull(),
    /** Hashes of its plays, 32 bytes each, in base64: the proof of one holds after another was deleted. */
    leaves: text('leaves').notNull(),
    made_at: at('made_at').notNull(),
  },
  t => [
    uniqueIndex('play_roots_position').on(t.tenant_id, t.position),
    uniqueIndex('play_roots_day').on(t.tenant_id, t.day, t.number),
  ],
);

/** What screens have counted of their decisions, by the day it came. */
export const decisionCounts = pgTable(
  'decision_counts',
  {
    tenant_id,
    campaign_id: uuid('campaign_id').notNull(),
    day: text('day').notNull(),
    reason: text('reason').$type<DecisionReason>().notNull(),
    n: bigInteger('n').notNull(),
  },
  t => [primaryKey({ columns: [t.campaign_id, t.day, t.reason] })],
);
/** People before screens: groups that are large enough, and no longer than somebody has published. */
export const audienceCounts = pgTable(
  'audience_counts',
  {
    tenant_id,
    device_id: uuid('device_id')
      .notNull()
      .references(() => devices.id),
    hour: at('hour').notNull(),
    people: integer('people').notNull(),
    groups: jsonb('groups').$type<AudienceHour['groups']>().notNull(),
    /** By the rule that held when it came. */
    kept_until: at('kept_until').notNull(),
  },
  t => [
    primaryKey({ columns: [t.device_id, t.hour] }),
    index('audience_counts_by_time').on(t.tenant_id, t.hour, t.device_id),
    index('audience_counts_kept').on(t.kept_until),
  ],
);
/** Decisions of a screen with all they rest on, in the order in which it made them: of each screen its last recording. */
export const recordedDecisions = pgTable(
  'recorded_decisions',
  {
    tenant_id,
    device_id: uuid('device_id')
      .notNull()
      .references(() => devices.id),
    recording_id: uuid('recording_id').notNull(),
    first_n: integer('first_n').notNull(),
    /** As they came: JSON of one call. */
    decisions: text('decisions').notNull(),
    documents: text('documents').notNull(),
    received_at: at('received_at').notNull().defaultNow(),
  },
  t => [
    primaryKey({ columns: [t.device_id, t.recording_id, t.first_n] }),
    index('recorded_decisions_received').on(t.received_at),
  ],
);
/** A period that a screen sends twice counts once. */
export const decisionPeriods = pgTable(
  'decision_periods',
  {
    tenant_id,
    device_id: uuid('device_id')
      .notNull()
      .references(() => devices.id),
    period_id: uuid('period_id').notNull(),
    received_at: at('received_at').notNull().defaultNow(),
  },
  t => [primaryKey({ columns: [t.device_id, t.period_id] })],
);

export const receipts = pgTable('receipts', {
  batch_id: uuid('batch_id').primaryKey(),
  tenant_id,
  device_id: uuid('device_id')
    .notNull()
    .references(() => devices.id),
  receipt: jsonb('receipt').$type<Record<string, unknown>>().notNull(),
  checkpoint: jsonb('checkpoint').$type<Record<string, unknown>>().notNull(),
  received_at: at('received_at').notNull().defaultNow(),
});
