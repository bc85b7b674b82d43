/** Tickets of the demo: one that waits for an answer, one that waits for its requester, one that is late, one that is done. */
import { inArray } from 'drizzle-orm';
import { dateOf } from '../../shared/clock.ts';
import type { Ticket, TicketState } from '../../shared/contract/trust/ticket.ts';
import type { Role } from '../../shared/contract/wire/roles.ts';
import { uuid7 } from '../../shared/random.ts';
import type { Db } from '../db/database.ts';
import { ticketMessages, tickets } from '../db/schema.ts';
import type { TransactionContext } from '../transaction/context.ts';

const HOUR_MS = 3_600_000;
const FIRST_MS = 8 * HOUR_MS;
const RESOLVE_MS = 72 * HOUR_MS;

interface DemoTicket {
  by: 'device_owner' | 'viewer' | 'manager';
  /** Hours before the present. */
  ago: number;
  subject: string;
  category: Ticket['category'];
  priority?: Ticket['priority'];
  state: TicketState;
  /** It is about the owner's device. */
  isOnDevice?: true;
  /** By turns of the requester and of the desk. */
  words: readonly string[];
}
const TICKETS: readonly DemoTicket[] = [
  {
    ...{ by: 'device_owner', ago: 3, category: 'device', state: 'open', isOnDevice: true },
    subject: 'Screen restarts when the engine starts',
    words: ['Since Tuesday the tablet goes dark for a minute each time I start the engine.'],
  },
  {
    ...{ by: 'device_owner', ago: 50, category: 'billing', state: 'resolved' },
    subject: 'Which day are earnings paid out?',
    words: ['I could not find the day of the payout.', 'On the fifth working day of each month.'],
  },
  {
    ...{ by: 'viewer', ago: 20, category: 'content', state: 'pending_customer' },
    subject: 'Our film is cut off at the bottom',
    words: [
      'On the taxi screens the last line of our film cannot be read.',
      'The screens are 16:10. Could you send a version of 1280 × 800?',
    ],
  },
  {
    ...{ by: 'manager', ago: 120, category: 'account', priority: 'high', state: 'open' },
    subject: 'Two more people for the night shift',
    words: ['Please tell me how to invite two colleagues who look after the night cabs.'],
  },
];

type Person = { id: string; role?: Role };
interface Of {
  people: readonly Person[];
  device: { id: string; name: string } | undefined;
  today: number;
}
export async function insertTickets(
  { tx, tenant_id }: TransactionContext,
  { people, device, today }: Of,
): Promise<void> {
  const personIn = (role: Role) => ({
    id: people.find(one => one.role === role)?.id ?? null,
    email: `${role.replace('_', '-')}@demo.example`,
  });
  const desk = personIn('admin');
  for (const { by, ago, words, state, isOnDevice, ...ticket } of TICKETS) {
    const requester = personIn(by);
    const written = today - ago * HOUR_MS;
    const answered = words.length > 1 ? dateOf(written + HOUR_MS) : null;
    const id = uuid7(written);
    await tx.insert(tickets).values({
      ...{ ...ticket, id, tenant_id, state, tenant_name: 'Taxi fleet', created_by: requester.id },
      ...{ requester_id: requester.id, requester_name: requester.email, requester_email: requester.email },
      portal: by === 'device_owner' ? 'owner' : 'business',
      ...(isOnDevice && device ? { device_id: device.id, device_name: device.name } : {}),
      ...(answered === null
        ? {}
        : { assignee_id: desk.id, assignee_name: desk.email, assignee_email: desk.email }),
      ...{ first_due_at: dateOf(written + FIRST_MS), resolve_due_at: dateOf(written + RESOLVE_MS) },
      ...{ answered_at: answered, resolved_at: state === 'resolved' ? answered : null },
      waiting_since: state === 'pending_customer' ? answered : null,
      ...{ created_at: dateOf(written), updated_at: answered ?? dateOf(written) },
    });
    await tx.insert(ticketMessages).values(
      words.map((body, nth) => {
        const author = nth % 2 === 0 ? requester : desk;
        const at = written + nth * HOUR_MS;
        return {
          ...{ id: uuid7(at), tenant_id, ticket_id: id, created_at: dateOf(at), body },
          ...{ kind: 'public' as const, author_id: author.id, author_name: author.email },
          author_tenant_id: tenant_id,
        };
      }),
    );
  }
}

/** Those they have written, with all that was answered. */
export async function removeTickets(tx: Db, people: string[]): Promise<void> {
  const theirs = tx.select({ id: tickets.id }).from(tickets).where(inArray(tickets.requester_id, people));
  await tx.delete(ticketMessages).where(inArray(ticketMessages.ticket_id, theirs));
  await tx.delete(tickets).where(inArray(tickets.requester_id, people));
}
