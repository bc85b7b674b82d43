/** Messages of the contact page: tickets of the platform's own tenant. */
import { eq } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { subject, type contact as contract } from '../../../shared/contract/trust/ticket.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import type { Server } from '../../context/server.ts';
import { requireFound } from '../../db/rows.ts';
import { tenants, tickets } from '../../db/schema.ts';
import { inTenant } from '../../transaction/context.ts';
import { deadlinesOf } from './deadlines.ts';
import { addMessage } from './thread.ts';

const SUBJECT_CHARS = 100;
/** The first line; where that is but a greeting of two letters, all of the message. */
const subjectOf = (message: string) => {
  const [line = ''] = message.split('\n');
  const text = subject.safeParse(line).data ?? message.replaceAll(/\s+/g, ' ');
  return text.length > SUBJECT_CHARS ? `${text.slice(0, SUBJECT_CHARS)}…` : text;
};

/** The id was made where it was written: a message that arrives again is there already. */
export async function takeContactMessage(
  server: Server,
  { id, name, email, topic, message, locale }: Body<typeof contract>,
): Promise<void> {
  const [found] = await server.tenantTransactions.lookUp('sign_in', tx =>
    tx.select({ id: tenants.id, name: tenants.name }).from(tenants).where(eq(tenants.kind, 'platform')),
  );
  const platform = requireFound(found, 'platform');
  await inTenant(server, { tenant_id: platform.id, user_id: null }, async ctx => {
    const { tx, now } = ctx;
    const [row] = await tx
      .insert(tickets)
      .values({
        ...{ id, tenant_id: platform.id, tenant_name: platform.name },
        ...{ subject: subjectOf(message), category: topic },
        ...{ requester_name: name, requester_email: email, requester_locale: locale },
        ...{ created_at: dateOf(now), updated_at: dateOf(now), ...(await deadlinesOf(ctx)) },
      })
      .onConflictDoNothing({ target: tickets.id })
      .returning();
    if (row)
      await addMessage(
        ctx,
        row,
        { id: null, name, tenant_id: platform.id },
        {
          kind: 'public',
          body: message,
        },
      );
  });
}
