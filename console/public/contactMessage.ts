/** A message of the contact page: sent at once, or kept on this device until there is a link. */
import { contact } from '../../shared/contract/trust/ticket.ts';
import type { Body } from '../../shared/contract/wire/endpoint.ts';
import { isNoResponse } from '../../shared/net/apiError.ts';
import type { Client } from '../../shared/net/client.ts';
import type { Outbox } from '../../shared/queue/outbox.ts';

export type ContactMessage = Body<typeof contact>;
type Ports = Pick<Outbox, 'add' | 'run' | 'list'>;

/** The server takes an id once: a message whose answer was lost may be sent again from the outbox. */
export async function sendMessage(
  { call }: Pick<Client, 'call'>,
  outbox: Ports,
  body: ContactMessage,
): Promise<'sent' | 'waiting'> {
  try {
    await call(contact, { body });
    return 'sent';
  } catch (error) {
    if (!isNoResponse(error)) throw error;
  }
  await outbox.add({
    id: body.id,
    method: 'POST',
    url: contact.path,
    data: body,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    priority: 1,
    // No message waits for another.
    metadata: { type: 'public.contact', description: 'Message', group: `contact ${body.id}` },
  });
  void outbox.run();
  return 'waiting';
}

/** A message of an earlier visit lies in the outbox still. */
export const hasWaiting = async ({ list }: Pick<Outbox, 'list'>) =>
  (await list()).some(({ metadata }) => metadata.type === 'public.contact');
