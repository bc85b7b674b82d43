/** Timed work: what is done later, once, by one node. */
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';
import { tenant_id } from './tenants.ts';

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
