/** What a tenant or a campaign may spend. */
import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Budget } from '../../../../shared/contract/sales/budget.ts';
import { bigInteger, commonColumns } from '../columns.ts';
import { campaigns } from '../sales.ts';
import { tenant_id } from '../tenants.ts';

export const budgets = pgTable(
  'budgets',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    name: text('name').notNull(),
    scope: text('scope').$type<Budget['scope']>().notNull(),
    period: text('period').$type<Budget['period']>().notNull(),
    campaign_id: uuid('campaign_id').references(() => campaigns.id, { onDelete: 'cascade' }),
    currency: text('currency').notNull(),
    amount_minor: bigInteger('amount_minor').notNull(),
    hard_cap: boolean('hard_cap').notNull(),
    state: text('state').$type<Budget['state']>().notNull().default('active'),
    /** Shares that e-mails went out for, and of which time: each once in each. */
    alerted: jsonb('alerted').$type<{ from: string; shares: number[] }>(),
    ...commonColumns,
  },
  t => [index('budgets_tenant').on(t.tenant_id, t.name), index('budgets_campaign').on(t.campaign_id)],
);
