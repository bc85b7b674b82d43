/** Results of checks, and the rules a tenant has changed. */
import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { RuleKey, RuleSettings, Validation } from '../../../shared/contract/content/validation.ts';
import { commonColumns } from './columns.ts';
import { creatives, mediaAssets } from './content.ts';
import { tenant_id } from './tenants.ts';

/** What one rule found of one creative, as it is now: its id is made of the two. */
export const validations = pgTable(
  'validations',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    creative_id: uuid('creative_id')
      .notNull()
      .references(() => creatives.id),
    asset_id: uuid('asset_id')
      .notNull()
      .references(() => mediaAssets.id),
    rule: text('rule').$type<RuleKey>().notNull(),
    state: text('state').$type<Validation['state']>().notNull(),
    measured: doublePrecision('measured'),
    most: doublePrecision('most'),
    found: jsonb('found')
      .$type<string[]>()
      .notNull()
      .default(sql`'[]'::jsonb`),
    waived_by: uuid('waived_by'),
    reason: text('reason').notNull().default(''),
    ...commonColumns,
  },
  t => [
    index('validations_creative').on(t.creative_id),
    index('validations_queue').on(t.tenant_id, t.state, t.updated_at),
    index('validations_asset').on(t.asset_id),
  ],
);

export const validationRules = pgTable(
  'validation_rules',
  {
    tenant_id,
    key: text('key').$type<RuleKey>().notNull(),
    severity: text('severity').$type<RuleSettings['severity']>().notNull(),
    enabled: boolean('enabled').notNull(),
    most: doublePrecision('most'),
    words: jsonb('words').$type<string[]>().notNull(),
    ...commonColumns,
  },
  t => [primaryKey({ columns: [t.tenant_id, t.key] })],
);
