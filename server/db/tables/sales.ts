/** What is sold: campaigns, what screens may still play of them, the listings of what can be, and contracts. */
import { sql } from 'drizzle-orm';
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
import type { IssuedPlaces } from '../../../shared/playout/place/placeRight.ts';
import type { Campaign, Flight, Targeting } from '../../../shared/contract/sales/campaign.ts';
import type { Contract, Signature } from '../../../shared/contract/sales/contract.ts';
import type { ContractTemplate } from '../../../shared/contract/sales/contractTemplate.ts';
import type { Listing } from '../../../shared/contract/sales/listing.ts';
import { at, bigInteger, commonColumns } from './columns.ts';
import { deviceGroups, devices } from './fleet.ts';
import { tenant_id } from './tenants.ts';

const ids = (name: string) =>
  uuid(name)
    .array()
    .notNull()
    .default(sql`'{}'::uuid[]`);
/** One that is stored always has a name. */
export type StoredFlight = Flight & { id: string };

export const campaigns = pgTable(
  'campaigns',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    name: text('name').notNull(),
    advertiser: text('advertiser').notNull(),
    note: text('note').notNull(),
    tz: text('tz').notNull(),
    goal: text('goal').$type<Campaign['goal']>().notNull(),
    goal_amount: bigInteger('goal_amount'),
    flights: jsonb('flights').$type<StoredFlight[]>().notNull(),
    targeting: jsonb('targeting').$type<Targeting>().notNull(),
    creatives: jsonb('creatives').$type<Campaign['creatives']>().notNull(),
    class: text('class').$type<Campaign['class']>().notNull(),
    pacing: text('pacing').$type<Campaign['pacing']>().notNull(),
    budget_minor: bigInteger('budget_minor'),
    daily_minor: bigInteger('daily_minor'),
    bid_micros: bigInteger('bid_micros'),
    max_per_hour: integer('max_per_hour'),
    max_per_day: integer('max_per_day'),
    max_per_ride: integer('max_per_ride'),
    state: text('state').$type<Campaign['state']>().notNull().default('draft'),
    reason: text('reason'),
    submitted_by: uuid('submitted_by'),
    change: jsonb('change').$type<NonNullable<Campaign['change']>>(),
    change_reason: text('change_reason'),
    /** Everybody who wrote of it since it was approved last: none of them approves what waits. */
    edited_by: ids('edited_by'),
    /** Of the flights, targets and creatives, for what is looked up by them. */
    starts_at: at('starts_at').notNull(),
    ends_at: at('ends_at').notNull(),
    device_ids: ids('device_ids'),
    group_ids: ids('group_ids'),
    creative_ids: ids('creative_ids'),
    /** Every creative that screens were ever given for it: plays may come late. */
    issued_creative_ids: ids('issued_creative_ids'),
    /** Every place it was sold for so far, by its version, or ANYWHERE. */
    issued_places: jsonb('issued_places').$type<IssuedPlaces>().notNull().default({}),
    /** Plays an hour that each of its screens owes its plan; null without a goal that can be counted. */
    plays_per_h: doublePrecision('plays_per_h'),
    /** Its screens that were seen within a shift, and those in reach now; null until the clock has looked at it. */
    screens_seen: integer('screens_seen'),
    screens_online: integer('screens_online'),
    /** Where a lease is for one play now and then: when the next is due. */
    lease_due_at: at('lease_due_at'),
    ...commonColumns,
  },
  t => [
    index('campaigns_tenant').on(t.tenant_id, t.created_at),
    index('campaigns_on_screens')
      .on(t.ends_at)
      .where(sql`state in ('approved', 'scheduled', 'live', 'paused', 'paused_budget', 'paused_creative')`),
  ],
);

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

/** What each screen may still play of a campaign. */
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
    /** The screen has given it back and plays nothing under it any more, however much of it was used. */
    returned_at: at('returned_at'),
    /** Nothing of it counts against the goal any more. */
    released_at: at('released_at'),
  },
  t => [
    index('leases_open')
      .on(t.campaign_id)
      .where(sql`released_at is null`),
    index('leases_device').on(t.device_id, t.campaign_id, t.created_at),
    index('leases_released').on(t.tenant_id, t.released_at),
    index('leases_log').on(t.tenant_id, t.created_at, t.id),
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

export const contractTemplates = pgTable(
  'contract_templates',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    name: text('name').notNull(),
    language: text('language').$type<ContractTemplate['language']>().notNull(),
    body: text('body').notNull(),
    variables: jsonb('variables').$type<ContractTemplate['variables']>().notNull().default([]),
    state: text('state').$type<ContractTemplate['state']>().notNull().default('draft'),
    edition: integer('edition').notNull().default(1),
    ...commonColumns,
  },
  t => [index('contract_templates_tenant').on(t.tenant_id, t.name)],
);

/** A contract holds its text: its template may be retired or deleted meanwhile. */
export const contracts = pgTable(
  'contracts',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    number: text('number'),
    template_id: uuid('template_id').notNull(),
    template_name: text('template_name').notNull(),
    template_edition: integer('template_edition').notNull(),
    language: text('language').$type<Contract['language']>().notNull(),
    title: text('title').notNull(),
    parties: jsonb('parties').$type<Contract['parties']>().notNull(),
    variables: jsonb('variables').$type<Contract['variables']>().notNull().default([]),
    /** What the template asks for. */
    defined: jsonb('defined').$type<ContractTemplate['variables']>().notNull().default([]),
    value_minor: bigInteger('value_minor'),
    currency: text('currency').notNull(),
    starts: text('starts').notNull(),
    ends: text('ends'),
    renew: text('renew').$type<Contract['renew']>().notNull().default('none'),
    notice_d: integer('notice_d').notNull().default(30),
    /** Of the template while it is a draft; filled in and frozen from then on. */
    body: text('body').notNull(),
    body_sha256: text('body_sha256'),
    state: text('state').$type<Contract['state']>().notNull().default('draft'),
    reason: text('reason'),
    sent_at: at('sent_at'),
    signed_at: at('signed_at'),
    signed: integer('signed').notNull().default(0),
    /** Its end has been announced. */
    noticed_at: at('noticed_at'),
    ...commonColumns,
  },
  t => [
    index('contracts_tenant').on(t.tenant_id, t.updated_at),
    uniqueIndex('contracts_number').on(t.tenant_id, t.number),
    index('contracts_ending').on(t.state, t.ends),
  ],
);

/** Written once, never changed. */
export const signatures = pgTable(
  'signatures',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    contract_id: uuid('contract_id')
      .notNull()
      .references(() => contracts.id),
    /** null: the tenant itself. */
    party: integer('party'),
    user_id: uuid('user_id').notNull(),
    name: text('name').notNull(),
    method: text('method').$type<Signature['method']>().notNull(),
    image: text('image'),
    body_sha256: text('body_sha256').notNull(),
    ip: text('ip'),
    ua: text('ua'),
    signed_at: at('signed_at').notNull(),
  },
  t => [uniqueIndex('signatures_once').on(t.contract_id, t.user_id)],
);
