/** A partner's file against ours, as it was compared. */
import { doublePrecision, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ReconciledLine, Reconciliation } from '../../../../shared/contract/reports/reconciliation.ts';
import { at, bigInteger, commonColumns } from '../columns.ts';
import { tenant_id } from '../tenants.ts';

export const reconciliations = pgTable(
  'reconciliations',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    partner_id: uuid('partner_id').notNull(),
    partner_name: text('partner_name').notNull(),
    first_day: text('first_day').notNull(),
    last_day: text('last_day').notNull(),
    tz: text('tz').notNull(),
    keyed_by: text('keyed_by').$type<Reconciliation['keyed_by']>().notNull(),
    counted_in: text('counted_in').$type<Reconciliation['counted_in']>().notNull(),
    tolerance_pct: doublePrecision('tolerance_pct').notNull(),
    day_column: text('day_column').notNull(),
    key_column: text('key_column').notNull(),
    count_column: text('count_column').notNull(),
    revenue_column: text('revenue_column').notNull(),
    currency_column: text('currency_column'),
    file_currency: text('file_currency'),
    file_name: text('file_name').notNull(),
    state: text('state').$type<Reconciliation['state']>().notNull(),
    lines: integer('lines').notNull(),
    matched: integer('matched').notNull(),
    explained: integer('explained').notNull(),
    ours_e4: bigInteger('ours_e4').notNull(),
    theirs_e4: bigInteger('theirs_e4').notNull(),
    diff_pct: doublePrecision('diff_pct'),
    as_of: at('as_of').notNull(),
    note: text('note'),
    compared: jsonb('compared').$type<ReconciledLine[]>().notNull(),
    ...commonColumns,
  },
  t => [index('reconciliations_tenant').on(t.tenant_id, t.created_at)],
);
