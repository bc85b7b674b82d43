/** What screens earn their owners, and how it is paid out. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { EarningState } from '../../../../shared/contract/sales/earning.ts';
import type { PayoutState } from '../../../../shared/contract/sales/payout.ts';
import type { PricedPlays } from '../../../../shared/sales/earnings.ts';
import { at, bigInteger, commonColumns } from '../columns.ts';
import { devices } from '../fleet.ts';
import { users } from '../identity.ts';
import { tenant_id } from '../tenants.ts';

export type StoredLine = PricedPlays & { campaign_id: string; name: string };

const owner = () =>
  uuid('owner_user_id')
    .notNull()
    .references(() => users.id);

export const earnings = pgTable(
  'earnings',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    owner_user_id: owner(),
    device_id: uuid('device_id')
      .notNull()
      .references(() => devices.id),
    period: text('period').notNull(),
    state: text('state').$type<EarningState>().notNull().default('estimated'),
    /** False: the screen has another owner by now, and only adjustments of earlier months are in it. */
    has_plays: boolean('has_plays').notNull().default(true),
    /** Another system counted and paid it. */
    imported: boolean('imported').notNull().default(false),
    online_ms: bigInteger('online_ms').notNull().default(0),
    plays: bigInteger('plays').notNull().default(0),
    lines: jsonb('lines').$type<StoredLine[]>().notNull().default([]),
    currency: text('currency').notNull(),
    gross_minor: bigInteger('gross_minor').notNull().default(0),
    fee_pct: integer('fee_pct').notNull(),
    fee_minor: bigInteger('fee_minor').notNull().default(0),
    /** The sum of its adjustments. */
    adjustment_minor: bigInteger('adjustment_minor').notNull().default(0),
    net_minor: bigInteger('net_minor').notNull().default(0),
    dispute: text('dispute'),
    answer: text('answer'),
    /** Set while it is in a payout that neither failed nor was cancelled: it can be in one alone. */
    payout_id: uuid('payout_id'),
    ...commonColumns,
  },
  t => [
    uniqueIndex('earnings_once').on(t.tenant_id, t.owner_user_id, t.device_id, t.period),
    index('earnings_period').on(t.tenant_id, t.period),
    index('earnings_payout').on(t.payout_id),
  ],
);

export const earningAdjustments = pgTable(
  'earning_adjustments',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    earning_id: uuid('earning_id')
      .notNull()
      .references(() => earnings.id, { onDelete: 'cascade' }),
    amount_minor: bigInteger('amount_minor').notNull(),
    /** null: the server added it for late plays. */
    reason: text('reason'),
    /** The closed month whose plays came late. */
    late_of: uuid('late_of').references(() => earnings.id, { onDelete: 'cascade' }),
    late_plays: bigInteger('late_plays'),
    /** All plays of that month then, at the prices at which they are carried over. */
    late_lines: jsonb('late_lines').$type<StoredLine[]>().notNull().default([]),
    created_by: uuid('created_by'),
    created_at: at('created_at').notNull(),
  },
  t => [
    index('earning_adjustments_of').on(t.earning_id),
    index('earning_adjustments_late')
      .on(t.late_of)
      .where(sql`late_of is not null`),
  ],
);

export const payouts = pgTable(
  'payouts',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    owner_user_id: owner(),
    state: text('state').$type<PayoutState>().notNull().default('pending'),
    currency: text('currency').notNull(),
    amount_minor: bigInteger('amount_minor').notNull(),
    /** The account as it was when the payout was made: masked, and wrapped by the server's secret. */
    method: text('method').notNull(),
    account: text('account').notNull(),
    reference: text('reference'),
    reason: text('reason'),
    /** What it was made of, also after it failed. */
    earning_ids: uuid('earning_ids').array().notNull(),
    paid_at: at('paid_at'),
    ...commonColumns,
  },
  t => [index('payouts_tenant').on(t.tenant_id, t.created_at), index('payouts_owner').on(t.owner_user_id)],
);

/** One of each owner. */
export const payoutAccounts = pgTable(
  'payout_accounts',
  {
    user_id: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    tenant_id,
    holder: text('holder').notNull(),
    bank: text('bank').notNull(),
    masked: text('masked').notNull(),
    /** Holder, number and bank, wrapped by the server's secret. */
    account: text('account').notNull(),
    version: integer('version').notNull().default(1),
    changed_at: at('changed_at').notNull(),
    usable_from: at('usable_from').notNull(),
  },
  t => [index('payout_accounts_tenant').on(t.tenant_id)],
);
