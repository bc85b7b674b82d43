/** What a tenant or a campaign may spend. */
import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Budget } from '../../../../shared/contract/sales/budget.ts';
import type { BudgetRequest } from '../../../../shared/contract/sales/budgetRequest.ts';
import { at, bigInteger, commonColumns } from '../columns.ts';
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

/** Who asked for more, and what was decided. */
export const budgetRequests = pgTable(
  'budget_requests',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    /** null until it is approved, where nobody named one: there was none to be named. */
    budget_id: uuid('budget_id').references(() => budgets.id, { onDelete: 'cascade' }),
    currency: text('currency').notNull(),
    amount_minor: bigInteger('amount_minor').notNull(),
    reason: text('reason').notNull(),
    state: text('state').$type<BudgetRequest['state']>().notNull().default('requested'),
    decided_at: at('decided_at'),
    decision_reason: text('decision_reason'),
    ...commonColumns,
  },
  t => [index('budget_requests_tenant').on(t.tenant_id, t.created_at)],
);
