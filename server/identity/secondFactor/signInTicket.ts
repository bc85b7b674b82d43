/** Between password and code: a ticket that makes one session, within five minutes. */
import { and, eq } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { Server } from '../../context/server.ts';
import { users } from '../../db/schema.ts';
import { inTenant } from '../../transaction/context.ts';
import { openUserSession, type HttpExchange, type SignedIn } from '../session/enter.ts';
import { homeStatus, requireMayEnter } from '../session/mayEnter.ts';
import type { Sessions } from '../session/sessions.ts';
import { hashToken } from '../session/tokens.ts';
import type { UserRow } from '../users/users.ts';
import { countTry, lockOwnRow, spendCode } from './factor.ts';

const UUID_LENGTH = 36;

/** The same for a ticket that is unknown, used, replaced by a later one or too old. */
const refused = () =>
  new AppError('VALIDATION', 'This sign-in took too long. Start again.', {
    ticket: ['This sign-in took too long. Start again.'],
  });

const isGood = (row: Pick<UserRow, 'sign_in_ticket'>, ticket: string, now: number) =>
  row.sign_in_ticket !== null &&
  row.sign_in_ticket.hash === hashToken(ticket) &&
  row.sign_in_ticket.expires_at > instant(now);

/** Who was suspended since he entered his password gets no session; a code that is wrong leaves the ticket good. */
export async function signInByCode(
  server: Server,
  sessions: Sessions,
  { ticket, code, ...ends }: { ticket: string; code: string } & HttpExchange,
): Promise<SignedIn> {
  const id = ticket.slice(0, UUID_LENGTH);
  const [user] = await server.tenantTransactions.lookUp('sign_in', tx =>
    tx.select().from(users).where(eq(users.id, id)),
  );
  if (!user || !isGood(user, ticket, server.clock.now())) throw refused();
  return countTry(server, id, () =>
    inTenant(server, { tenant_id: user.tenant_id, user_id: id }, async ctx => {
      const row = await lockOwnRow(ctx, id);
      if (!row || !isGood(row, ticket, ctx.now)) throw refused();
      requireMayEnter(row, await homeStatus(ctx.tx, ctx.tenant_id));
      await spendCode(ctx, row, code);
      await ctx.tx
        .update(users)
        .set({ sign_in_ticket: null, updated_at: dateOf(ctx.now) })
        .where(and(eq(users.tenant_id, ctx.tenant_id), eq(users.id, id)));
      return openUserSession(ctx, sessions, { user: row, ...ends });
    }),
  );
}
