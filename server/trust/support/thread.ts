/** Messages of a ticket: who may read which, and how they are added. */
import { and, asc, eq, inArray, or, type SQL } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { TICKET_EVENTS, TicketMessage } from '../../../shared/contract/trust/ticket.ts';
import { uuid7 } from '../../../shared/random.ts';
import { ticketMessages } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { TicketRow } from './tickets.ts';

type MessageRow = typeof ticketMessages.$inferSelect;
/** Who is handed a ticket and how it is sorted is the desk's own business. */
const SHOWN_EVENTS = ['merged', 'resolved', 'reopened', 'closed'] as const satisfies readonly EventName[];
type EventName = (typeof TICKET_EVENTS)[number];

export interface Author {
  id: string | null;
  name: string;
  /** Whose desk it is of; null: the server. */
  tenant_id: string | null;
}
/** Where the server itself acts. */
export const SERVER: Author = { id: null, name: '', tenant_id: null };

const toMessage = (row: MessageRow, { requester_id }: Pick<TicketRow, 'requester_id'>): TicketMessage => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  kind: row.kind,
  author_id: row.author_id,
  author_name: row.author_name,
  // A message of the contact page has no author with an account; nobody of the desk is without one.
  is_requester: row.kind === 'public' && row.author_id === requester_id,
  body: row.body,
  event: row.event,
  diagnostics: row.diagnostics,
});

async function messagesWhere({ tx }: TransactionContext, ticket: TicketRow, filter: SQL | undefined) {
  const rows = await tx
    .select()
    .from(ticketMessages)
    .where(and(eq(ticketMessages.ticket_id, ticket.id), filter))
    .orderBy(asc(ticketMessages.seq));
  return rows.map(row => toMessage(row, ticket));
}

/** A note is read by the people of the tenant it was written in, never by those of another. */
export const deskMessages = (ctx: TransactionContext, ticket: TicketRow, principal: UserPrincipal) =>
  messagesWhere(
    ctx,
    ticket,
    or(
      inArray(ticketMessages.kind, ['public', 'event']),
      eq(ticketMessages.author_tenant_id, principal.home_tenant_id),
    ),
  );
export async function requesterMessages(ctx: TransactionContext, ticket: TicketRow) {
  const shown: readonly string[] = SHOWN_EVENTS;
  const rows = await messagesWhere(ctx, ticket, inArray(ticketMessages.kind, ['public', 'event']));
  return rows.filter(({ event }) => event === null || shown.includes(event.what));
}

type Content =
  | { kind: 'public'; body: string; diagnostics?: TicketMessage['diagnostics'] }
  | { kind: 'internal'; body: string }
  | { kind: 'event'; event: NonNullable<TicketMessage['event']> };

export async function addMessage(
  { tx, now }: Pick<TransactionContext, 'tx' | 'now'>,
  { id: ticket_id, tenant_id }: Pick<TicketRow, 'id' | 'tenant_id'>,
  author: Author,
  content: Content,
): Promise<void> {
  await tx.insert(ticketMessages).values({
    ...{ id: uuid7(now), tenant_id, ticket_id, created_at: dateOf(now) },
    ...{ author_id: author.id, author_name: author.name, author_tenant_id: author.tenant_id },
    ...content,
  });
}

export const addEvent = (
  ctx: Pick<TransactionContext, 'tx' | 'now'>,
  ticket: Pick<TicketRow, 'id' | 'tenant_id'>,
  author: Author,
  what: EventName,
  detail = '',
) => addMessage(ctx, ticket, author, { kind: 'event', event: { what, detail } });
