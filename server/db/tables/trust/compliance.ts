/** Legal texts, what people agreed to, and when retention last ran. */
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Consent } from '../../../../shared/contract/trust/consent.ts';
import type { Policy } from '../../../../shared/contract/trust/policy.ts';
import type { RetentionRule } from '../../../../shared/contract/trust/retentionRules.ts';
import { at, commonColumns } from '../columns.ts';
import { tenant_id } from '../tenants.ts';

export const policies = pgTable(
  'policies',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    edition: text('edition').notNull(),
    kind: text('kind').$type<Policy['kind']>().notNull(),
    locale: text('locale').$type<Policy['locale']>().notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    effective_at: at('effective_at').notNull(),
    state: text('state').$type<Policy['state']>().notNull().default('draft'),
    published_at: at('published_at'),
    ...commonColumns,
  },
  t => [uniqueIndex('policies_edition').on(t.tenant_id, t.kind, t.locale, t.edition)],
);

/**
 * Written once, and changed by an erasure alone, and where the account or the tenant that a company agreed for comes to be: who
 * takes back what was given has another row.
 */
export const consentRecords = pgTable(
  'consent_records',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    /** null: a company that registers before its account, or a screen. */
    subject_id: uuid('subject_id'),
    subject_email: text('subject_email'),
    subject_role: text('subject_role').$type<Consent['subject_role']>(),
    device_id: uuid('device_id'),
    purpose: text('purpose').$type<Consent['purpose']>().notNull(),
    choice: text('choice').$type<Consent['choice']>().notNull(),
    text_version: text('text_version').notNull(),
    created_at: at('created_at').notNull(),
  },
  t => [
    index('consent_records_of').on(t.tenant_id, t.created_at),
    index('consent_records_purpose').on(t.tenant_id, t.purpose, t.created_at),
  ],
);

/** Of the server, not of a tenant. */
export const retentionRuns = pgTable('retention_runs', {
  rule: text('rule').$type<RetentionRule>().primaryKey(),
  ran_at: at('ran_at').notNull(),
  /** Rows that went or were reduced in that run. */
  rows: integer('rows').notNull(),
});
