/** Tickets as the desk and as their requesters see them. */
import { and, eq, getTableColumns, notInArray, sql, type SQL } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/trust/ticket.ts';
import type { OwnTicket, Ticket } from '../../../shared/contract/trust/ticket.ts';
import { isStaff } from '../../../shared/contract/wire/roles.ts';
import { commonFieldsOf, requireFound } from '../../db/rows.ts';
import { tickets } from '../../db/schema.ts';
import { isCrossTenant, type UserPrincipal } from '../../http/principal.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { afterOfficeTime, officeTime } from './officeHours.ts';

export type TicketRow = typeof tickets.$inferSelect;

/** At home the platform's staff sees the tickets of all tenants, which row-level security lets it; elsewhere those of that tenant. */
export const isPlatformDesk = (principal: UserPrincipal) =>
  isStaff(principal.role) && !isCrossTenant(principal);

/** The rows of the desk: the rule `own_tenant` of the access matrix keeps others at home. */
export function deskScope(ctx: TransactionContext, principal: UserPrincipal | null): SQL | undefined {
  if (principal && isPlatformDesk(principal)) return undefined;
  if (ctx.rule === 'own_tenant' && (!principal || isCrossTenant(principal))) return sql`false`;
  return eq(tickets.tenant_id, ctx.tenant_id);
}
export const ownScope = ({ tenant_id, user_id }: TransactionContext): SQL | undefined =>
  and(eq(tickets.tenant_id, tenant_id), user_id === null ? sql`false` : eq(tickets.requester_id, user_id));

/** The next deadline. Merged and resolved ones have none, and time that waits for the requester does not count. */
const dueAt = sql<Date | null>`case when ${notInArray(tickets.state, [...contract.WAITS_FOR_DESK])} then null
  when ${tickets.answered_at} is null then least(${tickets.first_due_at}, ${tickets.resolve_due_at})
  else ${tickets.resolve_due_at} end`;
const slaAt = ({ now }: Pick<TransactionContext, 'now'>) => sql`case
  when ${tickets.state} = 'pending_customer' then 'waiting'
  when ${notInArray(tickets.state, [...contract.WAITS_FOR_DESK])} then 'done'
  when ${dueAt} < ${instant(now)}::timestamptz then 'overdue' else 'on_time' end`;
const urgency = sql`array_position(${sql.raw(`array['${contract.TICKET_PRIORITIES.join("','")}']`)}, ${tickets.priority})`;

const isoOf = (at: Date | null) => at?.toISOString() ?? null;
export const toOwnTicket = (row: TicketRow): OwnTicket => ({
  number: row.number,
  subject: row.subject,
  category: row.category,
  priority: row.priority,
  state: row.state,
  device_id: row.device_id,
  device_name: row.device_name,
  campaign_id: row.campaign_id,
  campaign_name: row.campaign_name,
  invoice_id: row.invoice_id,
  invoice_number: row.invoice_number,
  answered_at: isoOf(row.answered_at),
  resolved_at: isoOf(row.resolved_at),
  merged_into: row.merged_into,
  ...commonFieldsOf(row),
});

function dueOf({ state, answered_at, first_due_at, resolve_due_at }: TicketRow): Date | null {
  if (!contract.WAITS_FOR_DESK.includes(state)) return null;
  return answered_at === null && first_due_at < resolve_due_at ? first_due_at : resolve_due_at;
}
function slaOf(row: TicketRow, now: number): Ticket['sla'] {
  if (row.state === 'pending_customer') return 'waiting';
  const due = dueOf(row);
  if (due === null) return 'done';
  return due.getTime() < now ? 'overdue' : 'on_time';
}
export const toTicket = (row: TicketRow, now: number): Ticket => ({
  ...toOwnTicket(row),
  tenant_name: row.tenant_name,
  requester_id: row.requester_id,
  requester_name: row.requester_name,
  requester_email: row.requester_email,
  assignee_id: row.assignee_id,
  assignee_name: row.assignee_name,
  due_at: isoOf(dueOf(row)),
  sla: slaOf(row, now),
});

/** A number is found as it is written: `1001` or `#1001`. */
const numberWords = sql`'#' || ${tickets.number}::text`;
const shared = {
  fields: getTableColumns(tickets),
  id: tickets.id,
  searchColumns: [tickets.subject, numberWords],
  filterColumns: { state: tickets.state, category: tickets.category, priority: tickets.priority },
  deleted_at: tickets.deleted_at,
  created_at: tickets.created_at,
};
export const ticketListing = listing(contract.tickets)<TicketRow>({
  ...shared,
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(tickets)),
  scope: deskScope,
  sortColumns: {
    number: tickets.number,
    subject: tickets.subject,
    due_at: dueAt,
    priority: urgency,
    created_at: tickets.created_at,
    updated_at: tickets.updated_at,
  },
  searchColumns: [
    ...shared.searchColumns,
    ...[tickets.requester_name, tickets.requester_email, tickets.tenant_name, tickets.assignee_name],
  ],
  filterColumns: { ...shared.filterColumns, sla: slaAt, assignee_id: tickets.assignee_id },
  serialize: ({ now }, rows) => rows.map(row => toTicket(row, now)),
});
export const ownTicketListing = listing(contract.ownTickets)<TicketRow>({
  ...shared,
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(tickets)),
  scope: ownScope,
  serialize: (_ctx, rows) => rows.map(toOwnTicket),
});

/** Locks the ticket before a change, within the rows that the caller may see. */
export async function lockTicket(
  ctx: TransactionContext,
  id: string,
  scope: SQL | undefined,
): Promise<TicketRow> {
  const [row] = await ctx.tx
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, id), scope))
    .for('update');
  const found = requireFound(row, 'ticket');
  ctx.auditNote.before = found;
  ctx.auditNote.target_name = `#${found.number} ${found.subject}`;
  return found;
}

export async function writeTicket(
  { tx, now }: TransactionContext,
  { id, version }: Pick<TicketRow, 'id' | 'version'>,
  set: Partial<TicketRow>,
): Promise<TicketRow> {
  const [row] = await tx
    .update(tickets)
    .set({ ...set, version: version + 1, updated_at: dateOf(now) })
    .where(eq(tickets.id, id))
    .returning();
  return requireFound(row, 'ticket');
}

/** The office hours that it waited for its requester move both deadlines; a ticket that waited for none of them keeps them. */
export function withoutWaiting(
  row: Pick<TicketRow, 'waiting_since' | 'first_due_at' | 'resolve_due_at'>,
  { now, tz }: { now: number; tz: string },
): Pick<TicketRow, 'waiting_since' | 'first_due_at' | 'resolve_due_at'> {
  const waited = row.waiting_since === null ? 0 : officeTime(row.waiting_since.getTime(), now, tz);
  const moved = (at: Date) => (waited === 0 ? at : dateOf(afterOfficeTime(at.getTime(), waited, tz)));
  return {
    waiting_since: null,
    first_due_at: moved(row.first_due_at),
    resolve_due_at: moved(row.resolve_due_at),
  };
}
