/** E-mails about a ticket: to its requester what the desk writes, to its assignee what the requester writes. */
import { queueMail } from '../../mail/queue.ts';
import { mailTexts } from '../../mail/texts.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { TicketRow } from './tickets.ts';

const textsIn = mailTexts('ticketEmails');
/** Addresses of the console at which a ticket is read. */
const PATHS = {
  admin: (id: string) => `/admin/support/${id}`,
  owner: (id: string) => `/owner/support?id=${id}`,
  business: (id: string) => `/business/support?id=${id}`,
} as const;

const linkTo = ({ server }: TransactionContext, path: string | null): string[] =>
  path === null || server.config.publicUrl === null ? [] : [`${server.config.publicUrl}${path}`];

/** What the desk answers, and that it is resolved. */
export function mailRequester(
  ctx: TransactionContext,
  ticket: TicketRow,
  what: 'answer' | 'resolved',
  body = '',
): Promise<void> {
  const t = textsIn(ticket.requester_locale);
  const values = { number: ticket.number, subject: ticket.subject };
  const path = ticket.portal === null ? null : PATHS[ticket.portal](ticket.id);
  return queueMail(ctx, {
    to: ticket.requester_email,
    subject: t(`${what}.subject`, values),
    text: `${[
      t(`${what}.text`, values),
      ...(body === '' ? [] : [body]),
      ...linkTo(ctx, path),
      t(path === null ? 'notReadContact' : 'notRead'),
    ].join('\n\n')}\n`,
  });
}

/** What the requester wrote; nobody is told where nobody has taken the ticket over. */
export async function mailAssignee(ctx: TransactionContext, ticket: TicketRow, body: string): Promise<void> {
  if (ticket.assignee_email === null) return;
  const t = textsIn(ticket.assignee_locale ?? 'en');
  const values = { number: ticket.number, subject: ticket.subject };
  await queueMail(ctx, {
    to: ticket.assignee_email,
    subject: t('message.subject', values),
    text: `${[
      t('message.text', { ...values, name: ticket.requester_name }),
      body,
      ...linkTo(ctx, PATHS.admin(ticket.id)),
      t('notRead'),
    ].join('\n\n')}\n`,
  });
}
