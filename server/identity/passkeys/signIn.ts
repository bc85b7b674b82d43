/** Sign-in with a passkey. Its authenticator has verified the person, so that it counts as both factors. */
import { and, eq } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { Assertion } from '../../../shared/contract/identity/account/assertion.ts';
import type { Server } from '../../context/server.ts';
import { passkeys, tenants, users } from '../../db/schema.ts';
import { inTenant } from '../../transaction/context.ts';
import { lockOwnRow } from '../secondFactor/factor.ts';
import { openUserSession, type HttpExchange, type SignedIn } from '../session/enter.ts';
import type { Sessions } from '../session/sessions.ts';
import { requireMayEnter } from '../session/mayEnter.ts';
import { makeChallenge } from './challenges.ts';
import { passkeyCookie } from './cookie.ts';
import { spendUse } from './spendUse.ts';
import { rpIdOf, verifyAssertion, wrongPasskey } from './verify.ts';

export const userHandleOf = (user_id: string) => Buffer.from(user_id).toString('base64url');

export async function beginSignIn(server: Server, { request, reply }: HttpExchange) {
  const holder = { use: 'sign_in', id: passkeyCookie.keep(request, reply) } as const;
  return { challenge: await makeChallenge(server, holder), rp_id: rpIdOf(server, request) };
}

/** Throws WRONG_PASSKEY; PENDING_APPROVAL or USER_INVALID only after a right one. */
export async function signInWithPasskey(
  server: Server,
  sessions: Sessions,
  { passkey, request, reply }: { passkey: Assertion } & HttpExchange,
): Promise<SignedIn> {
  const [found] = await server.tenantTransactions.lookUp('sign_in', tx =>
    tx
      .select({ passkey: passkeys, user: users, home: tenants.status })
      .from(passkeys)
      .innerJoin(users, eq(users.id, passkeys.user_id))
      .innerJoin(tenants, eq(tenants.id, users.tenant_id))
      .where(eq(passkeys.credential_id, passkey.id)),
  );
  const public_key = found?.passkey.public_key ?? null;
  const holder = { use: 'sign_in', id: passkeyCookie.hashOf(request) ?? '' } as const;
  const counter = await verifyAssertion(server, { passkey, holder, public_key, request });
  if (!found || passkey.user_handle !== userHandleOf(found.user.id)) throw wrongPasskey();
  const { id, tenant_id } = found.user;
  requireMayEnter(found.user, found.home);
  const entered = await inTenant(server, { tenant_id, user_id: id }, async ctx => {
    const user = await lockOwnRow(ctx, id);
    const use = { passkey_id: found.passkey.id, counter, request };
    if (!user || !(await spendUse(ctx, { ...use, user }))) return null;
    /** He may have been suspended since. */
    requireMayEnter(user, found.home);
    await ctx.tx
      .update(users)
      .set({ sign_in_ticket: null, updated_at: dateOf(ctx.now) })
      .where(and(eq(users.tenant_id, tenant_id), eq(users.id, id)));
    return openUserSession(ctx, sessions, { user, request, reply });
  });
  if (!entered) throw wrongPasskey();
  passkeyCookie.clear(reply);
  return entered;
}
