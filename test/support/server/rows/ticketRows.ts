/** Tickets of one person: two that are open, and one in each state that an act begins from. */
import { uuid7 } from '../../../../shared/random.ts';
import { ticketAttachments, ticketMessages, tickets } from '../../../../server/db/schema.ts';
import type { TestServer } from '../server.ts';

const FILE = 'The screen is dark.';
const DAY_MS = 86_400_000;
const NONE = '00000000-0000-7000-8000-00000000000f';
export interface TicketRows {
  open: string;
  resolved: string;
  /** A file of the open one. */
  attachment: string;
  /** Of another one that is open. */
  number: number;
}
export const NO_TICKETS: TicketRows = { open: NONE, resolved: NONE, attachment: NONE, number: 1 };

export async function addTickets(
  { db, server }: Pick<TestServer, 'db' | 'server'>,
  { tenant_id, user_id }: { tenant_id: string; user_id: string },
): Promise<TicketRows> {
  const now = server.clock.now();
  const [open, second, resolved] = [uuid7(now), uuid7(now), uuid7(now)];
  const due = new Date(now + DAY_MS);
  const common = {
    ...{ tenant_id, tenant_name: 'A fleet', subject: 'Dark screen', category: 'device' as const },
    ...{ requester_id: user_id, requester_name: 'Night desk', requester_email: 'ana@test.example' },
    ...{ portal: 'business' as const, created_by: user_id, first_due_at: due, resolve_due_at: due },
  };
  const made = await db
    .insert(tickets)
    .values([
      { ...common, id: open },
      { ...common, id: second },
      { ...common, id: resolved, state: 'resolved', resolved_at: new Date(now) },
    ])
    .returning({ id: tickets.id, number: tickets.number });
  const message = { tenant_id, created_at: new Date(now), author_id: user_id, author_name: 'Night desk' };
  await db.insert(ticketMessages).values(
    made.map(({ id: ticket_id }) => ({
      ...{ ...message, id: uuid7(now), ticket_id, author_tenant_id: tenant_id },
      ...{ kind: 'public' as const, body: 'Since this morning.' },
    })),
  );
  const attachment = uuid7(now);
  await server.objects.put(`tickets/${attachment}`, [FILE]);
  await db.insert(ticketAttachments).values({
    ...{ id: attachment, tenant_id, ticket_id: open, created_at: new Date(now), author_id: user_id },
    ...{ author_name: 'Night desk', name: 'dark.txt', mime: 'text/plain', bytes: FILE.length },
  });
  return { open, resolved, attachment, number: made.find(({ id }) => id === second)?.number ?? 0 };
}
