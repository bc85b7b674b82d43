/** Shape and colour of each state; its word stands in the texts of the resource. */
import { UNRESOLVED, type Ticket } from '../../../shared/contract/trust/ticket.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const TICKET_BADGES: Record<Ticket['state'], StateBadge> = {
  open: { shape: 'draft', tone: 'info' },
  pending_customer: { shape: 'degraded', tone: 'warn' },
  resolved: { shape: 'approved', tone: 'ok' },
  reopened: { shape: 'draft', tone: 'warn' },
  closed: { shape: 'never', tone: 'neutral' },
};
export const PRIORITY_BADGES: Record<Ticket['priority'], StateBadge> = {
  urgent: { shape: 'rejected', tone: 'danger' },
  high: { shape: 'slow', tone: 'warn' },
  normal: { shape: 'never', tone: 'neutral' },
  low: { shape: 'never', tone: 'neutral' },
};
export const isUnresolved = ({ state }: Pick<Ticket, 'state'>) => UNRESOLVED.includes(state);
/** What a ticket is called in a sentence. */
export const ticketLabel = ({ number, subject }: Pick<Ticket, 'number' | 'subject'>) =>
  `#${number} ${subject}`;
