/** What is disputed of plays, the evidence of it, and what was credited. */
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Dispute, DisputeEvidence } from '../../../../shared/contract/sales/dispute.ts';
import { at, bigInteger, commonColumns } from '../columns.ts';
import { tenant_id } from '../tenants.ts';

export const disputes = pgTable(
  'disputes',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    kind: text('kind').$type<Dispute['kind']>().notNull(),
    scope: text('scope').$type<Dispute['scope']>().notNull(),
    state: text('state').$type<Dispute['state']>().notNull().default('open'),
    subject: text('subject').notNull(),
    campaign_id: uuid('campaign_id'),
    invoice_id: uuid('invoice_id'),
    line_id: uuid('line_id'),
    partner_id: uuid('partner_id'),
    dealid: text('dealid'),
    play_id: uuid('play_id'),
    from: at('from'),
    to: at('to'),
    claim: text('claim').notNull(),
    claimed_plays: bigInteger('claimed_plays'),
    claimed_minor: bigInteger('claimed_minor').notNull(),
    by_plays: boolean('by_plays').notNull().default(false),
    currency: text('currency').notNull(),
    contact_email: text('contact_email'),
    due_at: at('due_at').notNull(),
    owner: text('owner'),
    decision: text('decision').$type<Dispute['decision']>(),
    reason: text('reason'),
    decided_at: at('decided_at'),
    credited_minor: bigInteger('credited_minor'),
    ...commonColumns,
  },
  t => [
    index('disputes_tenant').on(t.tenant_id, t.created_at),
    index('disputes_partner').on(t.tenant_id, t.partner_id),
  ],
);

/** Written once, never changed. */
export const disputeEvidence = pgTable(
  'dispute_evidence',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    dispute_id: uuid('dispute_id')
      .notNull()
      .references(() => disputes.id, { onDelete: 'cascade' }),
    at: at('at').notNull(),
    /** In the order in which it came: two of one millisecond have none by their ids. */
    position: integer('position').notNull(),
    by: text('by').notNull(),
    text: text('text').notNull(),
    facts: jsonb('facts').$type<DisputeEvidence['facts']>(),
    plays: jsonb('plays').$type<DisputeEvidence['plays']>().notNull(),
  },
  t => [uniqueIndex('dispute_evidence_of').on(t.dispute_id, t.position)],
);

/** A part of a credit, of one line of an invoice or of a partner: what a line has left is its amount less these. */
export const disputeCredits = pgTable(
  'dispute_credits',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    dispute_id: uuid('dispute_id')
      .notNull()
      .references(() => disputes.id, { onDelete: 'cascade' }),
    invoice_id: uuid('invoice_id'),
    line_id: uuid('line_id'),
    credit_note_id: uuid('credit_note_id'),
    number: text('number'),
    partner_id: uuid('partner_id'),
    dealid: text('dealid'),
    /** Of the plays it is for. */
    from: at('from'),
    to: at('to'),
    /** So many of them are credited, one by one; null: an amount alone. */
    plays: bigInteger('plays'),
    amount_minor: bigInteger('amount_minor').notNull(),
    currency: text('currency').notNull(),
    at: at('at').notNull(),
  },
  t => [
    /** A dispute credits a line once, whoever decides it. */
    uniqueIndex('dispute_credits_line').on(t.dispute_id, t.line_id),
    index('dispute_credits_of').on(t.tenant_id, t.line_id),
    index('dispute_credits_partner').on(t.tenant_id, t.partner_id, t.from),
  ],
);
