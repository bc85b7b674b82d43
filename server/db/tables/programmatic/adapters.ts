/** The health of connections to partners, and what is kept of their payloads (contract §5). */
import { doublePrecision, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type {
  AdapterEvent,
  BreakerMode,
  BreakerState,
} from '../../../../shared/contract/programmatic/adapter.ts';
import { at, commonColumns } from '../columns.ts';
import { tenant_id } from '../tenants.ts';

/** How a partner's connection does, as all nodes see it. */
export const adapters = pgTable(
  'adapters',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    partner_id: uuid('partner_id').notNull(),
    mode: text('mode').$type<BreakerMode>().notNull().default('auto'),
    state: text('state').$type<BreakerState>().notNull().default('closed'),
    /** 0 healthy to 1 not: a moving average over the last thousand calls. */
    unhealth: doublePrecision('unhealth').notNull().default(0),
    changed_at: at('changed_at').notNull(),
    updated_at: at('updated_at').notNull(),
  },
  t => [uniqueIndex('adapters_once').on(t.tenant_id, t.partner_id)],
);

export const adapterEvents = pgTable(
  'adapter_events',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    partner_id: uuid('partner_id').notNull(),
    at: at('at').notNull(),
    kind: text('kind').$type<AdapterEvent['kind']>().notNull(),
    state: text('state').$type<BreakerState>().notNull(),
    mode: text('mode').$type<BreakerMode>().notNull(),
    unhealth: doublePrecision('unhealth').notNull(),
    /** null: the breaker itself. */
    user_id: uuid('user_id'),
  },
  t => [index('adapter_events_by_time').on(t.tenant_id, t.partner_id, t.at, t.id)],
);

/** How many payloads a tenant keeps beside those of wins and errors. */
export const bidLogSettings = pgTable(
  'bid_log_settings',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    sample_pct: integer('sample_pct').notNull(),
    ...commonColumns,
  },
  t => [uniqueIndex('bid_log_settings_of').on(t.tenant_id)],
);
