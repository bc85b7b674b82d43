/** What a requester does with his own tickets: writes one, answers, and says that it is done. */
import { eq } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/trust/ticket.ts';
import type { OwnTicketThread } from '../../../shared/contract/trust/ticket.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { isStaff, type Role } from '../../../shared/contract/wire/roles.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Server } from '../../context/server.ts';
import { requireFound } from '../../db/rows.ts';
import { tenants, tickets } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { attach, attachmentsOf, detach, findAttachment } from './attachments/attachments.ts';
import { deadlinesOf, platformZone } from './deadlines.ts';
import { diagnosticsOf, findDevice } from './diagnostics.ts';
import { authorOf, callerOf } from './people.ts';
import { subjectsOf } from './subjects.ts';
import { mailAssignee } from './ticketMail.ts';
import { addEvent, addMessage, requesterMessages } from './thread.ts';
import { lockTicket, ownScope, toOwnTicket, withoutWaiting, writeTicket, type TicketRow } from './tickets.ts';

const { actions } = contract.ownTickets;

const portalOf = (role: Role) => {
  if (role === 'device_owner') return 'owner';
  return isStaff(role) ? 'admin' : 'business';
};

const threadOf = async (ctx: TransactionContext, row: TicketRow): Promise<OwnTicketThread> => ({
  ...toOwnTicket(row),
  messages: await requesterMessages(ctx, row),
  attachments: await attachmentsOf(ctx, row),
});

async function findOwn(ctx: TransactionContext, id: string): Promise<TicketRow> {
  const [row] = await ctx.tx.select().from(tickets).where(eq(tickets.id, id));
  const isOwn = row?.requester_id === ctx.user_id && row.tenant_id === ctx.tenant_id;
  return requireFound(isOwn ? row : null, 'ticket');
}
export const readOwn = async (ctx: TransactionContext, id: string) => threadOf(ctx, await findOwn(ctx, id));

export async function attachOwn(
  server: Server,
  ctx: TransactionContext,
  principal: UserPrincipal,
  { id, ...file }: { id: string; name: string; content: string },
) {
  const ticket = await lockTicket(ctx, id, ownScope(ctx));
  return attach(server, ctx, { ticket, author: authorOf(await callerOf(ctx, principal), principal), file });
}
export const readOwnFile = async (
  ctx: TransactionContext,
  { id, attachment_id }: { id: string; attachment_id: string },
) => findAttachment(ctx, await findOwn(ctx, id), attachment_id);
export async function removeOwnFile(
  ctx: TransactionContext,
  principal: UserPrincipal,
  { id, attachment_id }: { id: string; attachment_id: string },
) {
  const ticket = await lockTicket(ctx, id, ownScope(ctx));
  return detach(ctx, { ticket, attachment_id, by: principal.user_id });
}

export async function writeOwn(
  ctx: TransactionContext,
  principal: UserPrincipal,
  {
    subject,
    category,
    body,
    device_id,
    attach_diagnostics,
    ...named
  }: Body<typeof contract.ownTickets.create>,
): Promise<OwnTicketThread> {
  const { tx, tenant_id, user_id, now } = ctx;
  const device = device_id === null ? null : await findDevice(ctx, principal, device_id);
  const subjects = await subjectsOf(ctx, principal, named);
  const requester = await callerOf(ctx, principal);
  const [tenant] = await tx.select({ name: tenants.name }).from(tenants).where(eq(tenants.id, tenant_id));
  const at = { created_at: dateOf(now), updated_at: dateOf(now), created_by: user_id };
  const [row] = await tx
    .insert(tickets)
    .values({
      ...{ id: uuid7(now), tenant_id, tenant_name: tenant?.name ?? '', subject, category, ...at },
      ...{ requester_id: requester.id, requester_name: requester.name, requester_email: requester.email },
      ...{ requester_locale: requester.locale, portal: portalOf(principal.role) },
      ...subjects,
      ...{ device_id, device_name: device?.name ?? null, ...(await deadlinesOf(ctx)) },
    })
    .returning();
  const ticket = requireFound(row, 'ticket');
  ctx.auditNote.target_name = `#${ticket.number} ${subject}`;
  await addMessage(ctx, ticket, authorOf(requester, principal), {
    kind: 'public',
    body,
    diagnostics: device && attach_diagnostics ? await diagnosticsOf(ctx, device) : null,
  });
  return threadOf(ctx, ticket);
}

/** What its requester writes puts it before the desk again; a closed one is over, and says so in words. */
const afterReply = (state: contract.TicketState) =>
  state === 'resolved' || state === 'reopened' ? 'reopened' : 'open';

export async function replyOwn(
  ctx: TransactionContext,
  principal: UserPrincipal,
  { id, body }: { id: string; body: string },
): Promise<OwnTicketThread> {
  const row = await lockTicket(ctx, id, ownScope(ctx));
  if (row.state === 'closed')
    throw new AppError('STATE', 'This ticket is closed; please write a new one.', { status: row.state });
  const author = authorOf(await callerOf(ctx, principal), principal);
  if (row.state === 'resolved') await addEvent(ctx, row, author, 'reopened');
  await addMessage(ctx, row, author, { kind: 'public', body });
  const reopened = await writeTicket(ctx, row, {
    state: afterReply(row.state),
    resolved_at: null,
    ...withoutWaiting(row, { now: ctx.now, tz: await platformZone(ctx) }),
  });
  await mailAssignee(ctx, reopened, body);
  return threadOf(ctx, reopened);
}

export async function resolveOwn(
  ctx: TransactionContext,
  principal: UserPrincipal,
  id: string,
): Promise<OwnTicketThread> {
  const row = await lockTicket(ctx, id, ownScope(ctx));
  requireState(actions.resolve, row.state);
  await addEvent(ctx, row, authorOf(await callerOf(ctx, principal), principal), 'resolved');
  const { now } = ctx;
  const tz = await platformZone(ctx);
  const set = { state: actions.resolve.to, resolved_at: dateOf(now), ...withoutWaiting(row, { now, tz }) };
  return threadOf(ctx, await writeTicket(ctx, row, set));
}
