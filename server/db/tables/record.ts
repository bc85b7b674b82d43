/** Audit log, idempotency keys, rate limits, error records, server keys, timed work and reports. */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ErrorRecord } from '../../../shared/contract/trust/analytics.ts';
import type { ReportDefinition } from '../../../shared/contract/reports/definition.ts';
import type { ReportSpec, ReportTotals } from '../../../shared/contract/reports/report.ts';
import type { ReportRun } from '../../../shared/contract/reports/run.ts';
import type { AuditEvent } from '../../../shared/contract/trust/audit.ts';
import type { PublicJwk } from '../../../shared/contract/fleet/jwk.ts';
import { at, bigInteger, commonColumns } from './columns.ts';
import { tenant_id } from './tenants.ts';

/** Append-only: a trigger refuses every other statement, also to the table's owner. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    seq: bigInteger('seq').notNull(),
    at: at('at').notNull(),
    actor_id: uuid('actor_id'),
    actor_role: text('actor_role').$type<AuditEvent['actor_role']>(),
    action: text('action').notNull(),
    target_type: text('target_type').notNull(),
    target_id: text('target_id'),
    request_id: uuid('request_id'),
    /** SHA-256 of salt and detail, so that the detail can be erased and the chain stays whole. */
    detail_hash: text('detail_hash').notNull(),
    prev_hash: text('prev_hash').notNull(),
    /** HMAC-SHA256 under a key that is not in the database. */
    hash: text('hash').notNull(),
  },
  t => [
    uniqueIndex('audit_order').on(t.tenant_id, t.seq),
    index('audit_actor').on(t.tenant_id, t.actor_id, t.action, t.at),
    index('audit_target').on(t.tenant_id, t.target_id),
  ],
);

/** Personal values of an event; erasing them leaves the chain whole. */
export const auditDetails = pgTable('audit_details', {
  event_id: uuid('event_id')
    .primaryKey()
    .references(() => auditEvents.id),
  tenant_id,
  salt: text('salt').notNull(),
  detail: jsonb('detail').$type<NonNullable<AuditEvent['detail']>>().notNull(),
});

/** The stored answer of each write, replayed when the write is repeated. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    tenant_id,
    user_id: uuid('user_id').notNull(),
    key: uuid('key').notNull(),
    /** SHA-256 of method, path and body. */
    fingerprint: text('fingerprint').notNull(),
    status: integer('status').notNull(),
    /** null: the answer had no body, or it shows a secret and is not stored. */
    answer: jsonb('answer').$type<unknown>(),
    created_at: at('created_at').notNull(),
  },
  t => [primaryKey({ columns: [t.tenant_id, t.user_id, t.key] }), index('idempotency_age').on(t.created_at)],
);

/** One row per limit, key and window. */
export const rateCounters = pgTable(
  'rate_counters',
  {
    /** The limit's name and the hash of the counted subject. */
    key: text('key').primaryKey(),
    window: at('window').notNull(),
    n: integer('n')
      .notNull()
      .default(sql`0`),
  },
  t => [index('rate_age').on(t.window)],
);

/** Errors that browsers reported, without user, tenant and IP address. */
export const clientErrors = pgTable(
  'client_errors',
  {
    id: uuid('id').primaryKey(),
    at: at('at').notNull(),
    url: text('url').notNull(),
    error_type: text('error_type').$type<ErrorRecord['error_type']>().notNull(),
    error_message: text('error_message').notNull(),
    http_status_code: integer('http_status_code'),
    ttfb_ms: integer('ttfb_ms'),
    retry_attempt: integer('retry_attempt'),
    max_attempts: integer('max_attempts'),
    context_type: text('context_type').$type<ErrorRecord['context_type']>().notNull(),
    section_context: text('section_context'),
  },
  t => [index('client_errors_age').on(t.at)],
);

/** Keys of the server, wrapped by the secret of the data directory or environment. */
export const serverKeys = pgTable('server_keys', {
  key_id: text('key_id').primaryKey(),
  purpose: text('purpose').notNull(),
  jwk: jsonb('jwk').$type<PublicJwk>().notNull(),
  wrapped: text('wrapped').notNull(),
  state: text('state').notNull().default('active'),
  created_at: at('created_at').notNull().defaultNow(),
});

/** What is done later, once, by one node. */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    kind: text('kind').notNull(),
    /** What the job needs, wrapped by the server's secret: an e-mail may hold a link that is as good as a password. Empty once the job has ended. */
    payload: text('payload').notNull(),
    state: text('state').$type<'queued' | 'done' | 'failed'>().notNull().default('queued'),
    due_at: at('due_at').notNull(),
    tries: integer('tries').notNull().default(0),
    /** Whoever claimed the job; another node claims it anew once the lease is over. */
    lease_id: uuid('lease_id'),
    leased_until: at('leased_until'),
    /** A code, never a text of the other side. */
    failure: text('failure'),
    created_at: at('created_at').notNull(),
    ended_at: at('ended_at'),
  },
  t => [index('jobs_due').on(t.state, t.due_at)],
);

/** What a report is made of. */
const reportColumns = {
  name: text('name').notNull(),
  preset: text('preset').$type<ReportSpec['preset']>().notNull(),
  format: text('format').$type<ReportSpec['format']>().notNull(),
  language: text('language').$type<ReportSpec['language']>().notNull(),
  period: text('period').$type<ReportSpec['period']>().notNull(),
  first_day: text('first_day'),
  last_day: text('last_day'),
  tz: text('tz').notNull(),
  campaign_ids: jsonb('campaign_ids').$type<string[]>().notNull(),
  creative_ids: jsonb('creative_ids').$type<string[]>().notNull(),
  zone: text('zone').$type<ReportSpec['zone']>(),
};

export const reportDefinitions = pgTable(
  'report_definitions',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    ...reportColumns,
    schedule: text('schedule').$type<ReportDefinition['schedule']>().notNull(),
    hour: integer('hour').notNull(),
    day: integer('day').notNull(),
    recipients: jsonb('recipients').$type<string[]>().notNull(),
    status: text('status').$type<ReportDefinition['status']>().notNull().default('active'),
    next_at: at('next_at'),
    ...commonColumns,
  },
  t => [
    index('report_definitions_of').on(t.tenant_id, t.name),
    index('report_definitions_next')
      .on(t.next_at)
      .where(sql`next_at is not null`),
  ],
);

/** A queue, too: a run has a lease of whoever makes it, so that a restart goes on by itself. */
export const reportRuns = pgTable(
  'report_runs',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    definition_id: uuid('definition_id').references(() => reportDefinitions.id),
    ...reportColumns,
    cause: text('cause').$type<ReportRun['cause']>().notNull(),
    requester: text('requester').notNull(),
    /** The moment of the schedule; null: somebody asked. */
    due_at: at('due_at'),
    from: at('from').notNull(),
    to: at('to').notNull(),
    state: text('state').$type<ReportRun['state']>().notNull().default('queued'),
    rows_done: integer('rows_done').notNull().default(0),
    row_count: integer('row_count'),
    bytes: bigInteger('bytes'),
    sha256: text('sha256'),
    as_of: at('as_of'),
    totals: jsonb('totals').$type<ReportTotals>(),
    expected_screens: integer('expected_screens'),
    expected_since: at('expected_since'),
    late_plays: integer('late_plays'),
    late_since: at('late_since'),
    failure: text('failure').$type<NonNullable<ReportRun['failure']>>(),
    started_at: at('started_at'),
    ended_at: at('ended_at'),
    expires_at: at('expires_at'),
    /** Of this making: whoever lost it writes nothing more. */
    lease_id: uuid('lease_id'),
    leased_until: at('leased_until'),
    tries: integer('tries').notNull().default(0),
    ...commonColumns,
  },
  t => [
    index('report_runs_of').on(t.tenant_id, t.created_at),
    index('report_runs_by_definition').on(t.definition_id, t.created_at),
    uniqueIndex('report_runs_due').on(t.definition_id, t.due_at),
    index('report_runs_unfinished')
      .on(t.created_at)
      .where(sql`state in ('queued', 'running')`),
  ],
);
