/** What the desk does with a ticket: answers it, notes, hands it over, sorts, merges, resolves and reopens it. */
import { and, eq } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/trust/ticket.ts';
import type { TicketThread } from '../../../shared/contract/trust/ticket.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { Server } from '../../context/server.ts';
import { requireFound, requireVersion } from '../../db/rows.ts';
import { ticketAttachments, ticketMessages, tickets } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { attach, attachmentsOf, detach, findAttachment } from './attachments/attachments.ts';
import { authorOf, callerOf, findDeskPerson, type Person } from './people.ts';
import { mailRequester } from './ticketMail.ts';
import { addEvent, addMessage, deskMessages, type Author } from './thread.ts';
import { platformZone } from './deadlines.ts';
import { deskScope, lockTicket, toTicket, withoutWaiting, writeTicket, type TicketRow } from './tickets.ts';

const { actions } = contract.tickets;

const threadOf = async (
  ctx: TransactionContext,
  principal: UserPrincipal,
  row: TicketRow,
): Promise<TicketThread> => ({
  ...toTicket(row, ctx.now),
  messages: await deskMessages(ctx, row, principal),
  attachments: await attachmentsOf(ctx, row),
});

async function findTicket(ctx: TransactionContext, principal: UserPrincipal, id: string) {
  const [row] = await ctx.tx
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, id), deskScope(ctx, principal)));
  return requireFound(row, 'ticket');
}
export const readTicket = async (ctx: TransactionContext, principal: UserPrincipal, id: string) =>
  threadOf(ctx, principal, await findTicket(ctx, principal, id));

export const attachFile = async (
  server: Server,
  ctx: TransactionContext,
  principal: UserPrincipal,
  { id, ...file }: { id: string; name: string; content: string },
) => {
  const ticket = await lockTicket(ctx, id, deskScope(ctx, principal));
  return attach(server, ctx, { ticket, author: authorOf(await callerOf(ctx, principal), principal), file });
};
export const readFile = async (
  ctx: TransactionContext,
  principal: UserPrincipal,
  { id, attachment_id }: { id: string; attachment_id: string },
) => findAttachment(ctx, await findTicket(ctx, principal, id), attachment_id);
/** The desk, which may edit the ticket, removes anybody's. */
export const removeFile = async (
  ctx: TransactionContext,
  principal: UserPrincipal,
  { id, attachment_id }: { id: string; attachment_id: string },
) => {
  const ticket = await lockTicket(ctx, id, deskScope(ctx, principal));
  return detach(ctx, { ticket, attachment_id, by: null });
};

interface Act {
  row: TicketRow;
  person: Person;
  author: Author;
}
/** Locks the ticket, works on it as whoever calls, and answers what it is then. */
async function onTicket(
  ctx: TransactionContext,
  principal: UserPrincipal,
  { id, verb }: { id: string; verb: keyof typeof actions },
  act: (of: Act) => Promise<TicketRow>,
): Promise<TicketThread> {
  const row = await lockTicket(ctx, id, deskScope(ctx, principal));
  requireState(actions[verb], row.state);
  const person = await callerOf(ctx, principal);
  return threadOf(ctx, principal, await act({ row, person, author: authorOf(person, principal) }));
}

export const reply = (ctx: TransactionContext, principal: UserPrincipal, id: string, body: string) =>
  onTicket(ctx, principal, { id, verb: 'reply' }, async ({ row, author }) => {
    if (row.requester_id === principal.user_id)
      throw new AppError('RULE', 'Write to your own ticket on the page of your own tickets.', {
        is_requester: true,
      });
    await addMessage(ctx, row, author, { kind: 'public', body });
    await mailRequester(ctx, row, 'answer', body);
    return writeTicket(ctx, row, {
      state: actions.reply.to,
      answered_at: row.answered_at ?? dateOf(ctx.now),
      waiting_since: row.waiting_since ?? dateOf(ctx.now),
    });
  });

export const note = (ctx: TransactionContext, principal: UserPrincipal, id: string, body: string) =>
  onTicket(ctx, principal, { id, verb: 'note' }, async ({ row, author }) => {
    await addMessage(ctx, row, author, { kind: 'internal', body });
    return writeTicket(ctx, row, {});
  });

export const assign = (
  ctx: TransactionContext,
  principal: UserPrincipal,
  { id, user_id = principal.user_id }: { id: string; user_id?: string | undefined },
) =>
  onTicket(ctx, principal, { id, verb: 'assign' }, async ({ row, person, author }) => {
    const assignee = user_id === person.id ? person : await findDeskPerson(ctx, user_id);
    if (assignee === null) {
      const text = 'Nobody of this tenant who answers tickets.';
      throw new AppError('VALIDATION', text, { user_id: [text] });
    }
    await addEvent(ctx, row, author, 'assigned', assignee.name);
    return writeTicket(ctx, row, {
      ...(row.state === 'reopened' && { state: 'open' }),
      assignee_id: assignee.id,
      assignee_name: assignee.name,
      assignee_email: assignee.email,
      assignee_locale: assignee.locale,
    });
  });

export const resolve = (ctx: TransactionContext, principal: UserPrincipal, id: string) =>
  onTicket(ctx, principal, { id, verb: 'resolve' }, async ({ row, author }) => {
    await addEvent(ctx, row, author, 'resolved');
    await mailRequester(ctx, row, 'resolved');
    const { now } = ctx;
    const tz = await platformZone(ctx);
    const set = { state: actions.resolve.to, resolved_at: dateOf(now), ...withoutWaiting(row, { now, tz }) };
    return writeTicket(ctx, row, set);
  });

export const reopen = (ctx: TransactionContext, principal: UserPrincipal, id: string) =>
  onTicket(ctx, principal, { id, verb: 'reopen' }, async ({ row, author }) => {
    await addEvent(ctx, row, author, 'reopened');
    return writeTicket(ctx, row, { state: actions.reopen.to, resolved_at: null });
  });

/** Its messages stand in the other one, in the order in which they were written; it is closed and names the other. */
export const merge = (ctx: TransactionContext, principal: UserPrincipal, id: string, number: number) =>
  onTicket(ctx, principal, { id, verb: 'merge' }, async ({ row, author }) => {
    const [found] = await ctx.tx
      .select()
      .from(tickets)
      .where(and(eq(tickets.number, number), eq(tickets.tenant_id, row.tenant_id)))
      .for('update');
    const target = found?.id === row.id ? undefined : found;
    if (!target || !contract.UNRESOLVED.includes(target.state)) {
      const text = 'There is no other unresolved ticket of this tenant with that number.';
      throw new AppError('VALIDATION', text, { number: [text] });
    }
    // Somebody else's words are shown only to whoever wrote them and to the desk.
    if (target.requester_id !== row.requester_id || target.requester_email !== row.requester_email) {
      const text = 'Only tickets of the same requester can be merged.';
      throw new AppError('VALIDATION', text, { number: [text] });
    }
    await ctx.tx
      .update(ticketMessages)
      .set({ ticket_id: target.id })
      .where(eq(ticketMessages.ticket_id, row.id));
    await ctx.tx
      .update(ticketAttachments)
      .set({ ticket_id: target.id })
      .where(eq(ticketAttachments.ticket_id, row.id));
    await addEvent(ctx, target, author, 'merged', `#${row.number}`);
    await addEvent(ctx, row, author, 'merged', `#${target.number}`);
    await writeTicket(ctx, target, {});
    return writeTicket(ctx, row, { state: actions.merge.to, merged_into: target.id, waiting_since: null });
  });

interface Change {
  id: string;
  expected: number;
  patch: Body<typeof contract.tickets.patch>;
}
export async function change(
  ctx: TransactionContext,
  principal: UserPrincipal,
  { id, expected, patch }: Change,
): Promise<TicketThread> {
  const row = await lockTicket(ctx, id, deskScope(ctx, principal));
  if (row.version !== expected) requireVersion(await threadOf(ctx, principal, row), expected);
  requireState({ from: contract.UNRESOLVED }, row.state);
  await addEvent(ctx, row, authorOf(await callerOf(ctx, principal), principal), 'changed');
  return threadOf(ctx, principal, await writeTicket(ctx, row, patch));
}
