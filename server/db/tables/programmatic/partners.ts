/** Partners that bid on our screens, and deals with them. */
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Deal } from '../../../../shared/contract/programmatic/deal.ts';
import type { Partner, PartnerTest } from '../../../../shared/contract/programmatic/partner.ts';
import { at, commonColumns } from '../columns.ts';
import { tenant_id } from '../tenants.ts';

const texts = (name: string) => text(name).array().notNull().default([]);

export const partners = pgTable(
  'partners',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    name: text('name').notNull(),
    kind: text('kind').$type<Partner['kind']>().notNull(),
    state: text('state').$type<Partner['state']>().notNull().default('draft'),
    suspended_by: text('suspended_by').$type<NonNullable<Partner['suspended_by']>>(),
    /** null: the mock of this server. */
    endpoint_url: text('endpoint_url'),
    notice_hosts: texts('notice_hosts'),
    auth_type: text('auth_type').$type<Partner['auth']['type']>().notNull().default('none'),
    auth_name: text('auth_name'),
    /** Wrapped by the server's secret. */
    auth_secret: text('auth_secret'),
    auth_last4: text('auth_last4'),
    request_gzip: boolean('request_gzip').notNull(),
    accept_gzip: boolean('accept_gzip').notNull(),
    tmax_ms: integer('tmax_ms').notNull(),
    qps_limit: integer('qps_limit').notNull(),
    concurrency: integer('concurrency').notNull(),
    at: integer('at').notNull(),
    currencies: texts('currencies'),
    seats_allow: texts('seats_allow'),
    seats_block: texts('seats_block'),
    media: jsonb('media').$type<Partner['media']>().notNull(),
    mimes: texts('mimes'),
    max_duration_s: integer('max_duration_s').notNull(),
    notices: jsonb('notices').$type<Partner['notices']>().notNull(),
    schain: jsonb('schain').$type<NonNullable<Partner['schain']>>(),
    revenue_share_bps: integer('revenue_share_bps').notNull(),
    max_lead_s: integer('max_lead_s').notNull(),
    report_deadline_s: integer('report_deadline_s').notNull(),
    late_policy: text('late_policy').$type<Partner['late_policy']>().notNull(),
    requires_creative_preapproval: boolean('requires_creative_preapproval').notNull(),
    test_mode: boolean('test_mode').notNull(),
    maintainer_email: text('maintainer_email'),
    regions: texts('regions'),
    gvl_id: integer('gvl_id'),
    last_test: jsonb('last_test').$type<PartnerTest>(),
    ...commonColumns,
  },
  t => [index('partners_tenant').on(t.tenant_id, t.name), index('partners_state').on(t.state)],
);

export const deals = pgTable(
  'deals',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    partner_id: uuid('partner_id')
      .notNull()
      .references(() => partners.id),
    deal_code: text('deal_code').notNull(),
    name: text('name').notNull(),
    type: text('type').$type<Deal['type']>().notNull(),
    state: text('state').$type<Deal['state']>().notNull().default('draft'),
    private_auction: boolean('private_auction').notNull(),
    at: integer('at').notNull(),
    floor: jsonb('floor').$type<Deal['floor']>().notNull(),
    wseat: texts('wseat'),
    wadomain: texts('wadomain'),
    starts_at: at('starts_at').notNull(),
    ends_at: at('ends_at').notNull(),
    tz: text('tz').notNull(),
    dayparts: jsonb('dayparts').$type<Deal['dayparts']>().notNull(),
    inventory: jsonb('inventory').$type<Deal['inventory']>().notNull(),
    commit: jsonb('commit').$type<NonNullable<Deal['commit']>>(),
    daily_cap: integer('daily_cap'),
    priority: integer('priority').notNull(),
    allowed_crids: texts('allowed_crids'),
    blocked_cats: texts('blocked_cats'),
    reason: text('reason'),
    ...commonColumns,
  },
  t => [
    uniqueIndex('deals_code').on(t.partner_id, t.deal_code),
    index('deals_tenant').on(t.tenant_id, t.created_at),
    index('deals_ending').on(t.state, t.ends_at),
  ],
);
