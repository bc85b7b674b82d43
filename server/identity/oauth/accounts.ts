/** Whose account it is: the one that is linked, else that of the same address, else a new one that waits for approval. */
import { and, eq, isNull } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { Provider } from '../../../shared/contract/identity/providers.ts';
import type { User } from '../../../shared/contract/identity/auth.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { FastifyRequest } from 'fastify';
import { requireFound } from '../../db/rows.ts';
import { users } from '../../db/schema.ts';
import { ANONYMOUS, auditPrincipalOf } from '../../http/auditPrincipal.ts';
import type { Server } from '../../context/server.ts';
import { appendAuditEntry } from '../../transaction/audit.ts';
import { inTenant } from '../../transaction/context.ts';
import { networkOf } from '../../transaction/limits.ts';
import { editionsOfAccount, noteAccepted } from '../entrances/accepted.ts';
import { endUnproven, NOTHING_KNOWN } from '../entrances/unproven.ts';
import { defaultTenant } from '../firstRun.ts';
import { isReserved } from '../users/reservedAddresses.ts';
import { userByEmail, type UserRow } from '../users/users.ts';
import { OauthRefusal, type Identity } from './client.ts';

const SUB = { google: 'google_sub', apple: 'apple_sub' } as const;

interface Arrival {
  provider: Provider;
  identity: Identity;
  /** For a new account. */
  locale: User['locale'];
  request: FastifyRequest;
}

export async function accountOf(server: Server, arrival: Arrival): Promise<UserRow> {
  const { provider, identity } = arrival;
  const { email } = identity;
  const { linked, same } = await server.tenantTransactions.lookUp('sign_in', async tx => {
    const [found] = await tx
      .select()
      .from(users)
      .where(and(eq(users[SUB[provider]], identity.sub), isNull(users.deleted_at)));
    return { linked: found ?? null, same: email === null ? null : await userByEmail(tx, email) };
  });
  if (linked) return linked;
  if (email === null || isReserved(email)) throw new OauthRefusal('unverified_email');
  return same ? link(server, same, arrival) : create(server, { ...arrival, email });
}

async function link(
  server: Server,
  { id, tenant_id }: UserRow,
  { provider, identity, request }: Arrival,
): Promise<UserRow> {
  const accepted = await editionsOfAccount(server);
  return inTenant(server, { tenant_id, user_id: id }, async ctx => {
    const { tx, now } = ctx;
    const isHe = and(eq(users.tenant_id, tenant_id), eq(users.id, id));
    const [row] = await tx.select().from(users).where(isHe).for('update');
    const user = requireFound(row, 'user');
    if (user.deleted_at !== null || user.demo) throw new OauthRefusal('inactive');
    const sub = user[SUB[provider]];
    if (sub === identity.sub) return user;
    // He has moved to another address since he was found by this one.
    if (user.email !== identity.email) throw new OauthRefusal('expired');
    // An address that was given to somebody else at the provider is not the same person.
    if (sub !== null) throw new OauthRefusal('other_account');
    const isProven = user.email_verified_at !== null;
    if (!isProven) await endUnproven(ctx, user);
    const [linked] = await tx
      .update(users)
      .set({
        [SUB[provider]]: identity.sub,
        ...(isProven ? {} : { ...NOTHING_KNOWN, email_verified_at: dateOf(now) }),
        ...{ version: user.version + 1, updated_at: dateOf(now) },
      })
      .where(isHe)
      .returning();
    await appendAuditEntry(ctx, auditPrincipalOf(user, request), {
      ...{ action: `auth.link-${provider}`, target_type: 'users', target_id: id, target_name: user.email },
      diff: isProven ? {} : { email_verified: { before: false, after: true } },
    });
    const owner = requireFound(linked, 'user');
    // Whoever had it before may have accepted something: its owner has not.
    if (!isProven) await noteAccepted(ctx, accepted, owner);
    return owner;
  });
}

async function create(
  server: Server,
  { provider, identity, email, locale, request }: Arrival & { email: string },
): Promise<UserRow> {
  await server.limits.take('register', [networkOf(request.ip)]);
  const tenant_id = await defaultTenant(server.tenantTransactions);
  const accepted = await editionsOfAccount(server);
  const { first_name, last_name } = identity;
  return inTenant(server, { tenant_id, user_id: null }, async ctx => {
    const at = dateOf(ctx.now);
    const [made] = await ctx.tx
      .insert(users)
      .values({
        ...{ id: uuid7(ctx.now), tenant_id, email, first_name, last_name, locale },
        ...{ role: 'viewer', status: 'pending_approval', [SUB[provider]]: identity.sub },
        ...{ email_verified_at: at, created_at: at, updated_at: at },
      })
      .onConflictDoNothing()
      .returning();
    // The same person in two tabs: the other one has made the account meanwhile.
    if (!made) throw new OauthRefusal('expired');
    await noteAccepted(ctx, accepted, made);
    await appendAuditEntry(ctx, auditPrincipalOf({ ...ANONYMOUS, email }, request), {
      ...{ action: 'auth.register', target_type: 'users', target_id: made.id, target_name: email },
      diff: {},
    });
    return made;
  });
}
