/** Results of checks, and the rules a tenant has changed. */
import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { RuleKey, RuleSettings, Validation } from '../../../shared/contract/content/validation.ts';
import { commonColumns } from './columns.ts';
import { creatives, mediaAssets } from './content.ts';
import { tenant_id } from './tenants.ts';

/** A file that a creative shows or is to show. */
const fileOfCreative = () => ({
  creative_id: uuid('creative_id')
    .notNull()
    .references(() => creatives.id),
  asset_id: uuid('asset_id')
    .notNull()
    .references(() => mediaAssets.id),
});

/** What one rule found of one file of a creative: of the one it shows, and of one that waits for a decision. Its id is made of the three. */
export const validations = pgTable(
  'validations',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    ...fileOfCreative(),
    rule: text('rule').$type<RuleKey>().notNull(),
    state: text('state').$type<Validation['state']>().notNull(),
    measured: doublePrecision('measured'),
    most: doublePrecision('most'),
    found: jsonb('found')
      .$type<string[]>()
      .notNull()
      .default(sql`'[]'::jsonb`),
    /** Of what was looked at beside the file, as its words: a waiver holds as long as that is the same. */
    subject_sha256: text('subject_sha256'),
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

/** Files of creatives of which the rules have said what they say now; one without a row is to be checked. */
export const checkedFiles = pgTable(
  'checked_files',
  {
    tenant_id,
    ...fileOfCreative(),
  },
  t => [
    primaryKey({ columns: [t.creative_id, t.asset_id] }),
    index('checked_files_tenant').on(t.tenant_id),
    index('checked_files_asset').on(t.asset_id),
  ],
);

/** The light of a file as screens show it (shared/proof/light.ts), which the pictures of plays are compared with. */
export const assetLight = pgTable(
  'asset_light',
  {
    asset_id: uuid('asset_id')
      .primaryKey()
      .references(() => mediaAssets.id, { onDelete: 'cascade' }),
    tenant_id,
    light: text('light').notNull(),
  },
  t => [index('asset_light_tenant').on(t.tenant_id)],
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
