/** Tickets of the support desk. The platform's tenant sees those of all tenants, by a policy of its own. */
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { TicketAttachment } from '../../../shared/contract/trust/ticketAttachment.ts';
import type { Ticket, TICKET_PORTALS, TicketMessage } from '../../../shared/contract/trust/ticket.ts';
import { at, commonColumns } from './columns.ts';
import { tenant_id } from './tenants.ts';

/** Names are stored beside ids: rows of one tenant cannot be read in the transaction of another. */
export const tickets = pgTable(
  'tickets',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    tenant_name: text('tenant_name').notNull(),
    number: integer('number').notNull().generatedByDefaultAsIdentity({ startWith: 1_001 }),
    subject: text('subject').notNull(),
    category: text('category').$type<Ticket['category']>().notNull(),
    priority: text('priority').$type<Ticket['priority']>().notNull().default('normal'),
    state: text('state').$type<Ticket['state']>().notNull().default('open'),
    /** null: written on the contact page. */
    requester_id: uuid('requester_id'),
    requester_name: text('requester_name').notNull(),
    requester_email: text('requester_email').notNull(),
    requester_locale: text('requester_locale').$type<'en' | 'zh'>().notNull().default('en'),
    /** Where its requester reads it; null where he has no account. */
    portal: text('portal').$type<(typeof TICKET_PORTALS)[number]>(),
    assignee_id: uuid('assignee_id'),
    assignee_name: text('assignee_name'),
    assignee_email: text('assignee_email'),
    assignee_locale: text('assignee_locale').$type<'en' | 'zh'>(),
    device_id: uuid('device_id'),
    device_name: text('device_name'),
    campaign_id: uuid('campaign_id'),
    campaign_name: text('campaign_name'),
    invoice_id: uuid('invoice_id'),
    invoice_number: text('invoice_number'),
    first_due_at: at('first_due_at').notNull(),
    resolve_due_at: at('resolve_due_at').notNull(),
    /** Since then it waits for its requester. */
    waiting_since: at('waiting_since'),
    answered_at: at('answered_at'),
    resolved_at: at('resolved_at'),
    merged_into: uuid('merged_into'),
    ...commonColumns,
  },
  t => [
    uniqueIndex('tickets_number').on(t.number),
    index('tickets_desk').on(t.tenant_id, t.state, t.resolve_due_at),
    index('tickets_own').on(t.requester_id, t.updated_at),
  ],
);

export const ticketMessages = pgTable(
  'ticket_messages',
  {
    id: uuid('id').primaryKey(),
    /** Of the ticket. */
    tenant_id,
    ticket_id: uuid('ticket_id')
      .notNull()
      .references(() => tickets.id),
    /** Orders the messages of one transaction, too. */
    seq: integer('seq').notNull().generatedByDefaultAsIdentity(),
    created_at: at('created_at').notNull(),
    author_id: uuid('author_id'),
    author_name: text('author_name').notNull(),
    /** Whose desk an internal note belongs to; null: the server. */
    author_tenant_id: uuid('author_tenant_id'),
    kind: text('kind').$type<TicketMessage['kind']>().notNull(),
    body: text('body').notNull().default(''),
    event: jsonb('event').$type<TicketMessage['event']>(),
    diagnostics: jsonb('diagnostics').$type<TicketMessage['diagnostics']>(),
  },
  t => [index('ticket_messages_of').on(t.ticket_id, t.seq)],
);

/** Its file lies in the store of files under this id. */
export const ticketAttachments = pgTable(
  'ticket_attachments',
  {
    id: uuid('id').primaryKey(),
    /** Of the ticket. */
    tenant_id,
    ticket_id: uuid('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    created_at: at('created_at').notNull(),
    author_id: uuid('author_id'),
    author_name: text('author_name').notNull(),
    name: text('name').notNull(),
    mime: text('mime').$type<TicketAttachment['mime']>().notNull(),
    bytes: integer('bytes').notNull(),
  },
  t => [index('ticket_attachments_of').on(t.ticket_id, t.created_at)],
);
