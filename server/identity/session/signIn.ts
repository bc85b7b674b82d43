/**
 * Sign-in: always one look-up, one count and one argon2 check, so that timing reveals nothing about an account. After too
 * many tries nothing is checked any more, whether there is an account or not.
 */
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { CodeNeeded, SignedIn } from '../../../shared/contract/identity/auth.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { ROLES, type Role } from '../../../shared/contract/wire/roles.ts';
import { users } from '../../db/schema.ts';
import { isLoopback } from '../../http/loopback.ts';
import type { Server } from '../../context/server.ts';
import { inTenant } from '../../transaction/context.ts';
import { networkOf } from '../../transaction/limits.ts';
import { enterAfterFirstFactor, openUserSession, type HttpExchange } from './enter.ts';
import { homeStatus, requireMayEnter, wrongCredentials } from './mayEnter.ts';
import type { Sessions } from './sessions.ts';
import { userByEmail } from '../users/users.ts';

/** Asked for where there is no account, so that it costs the same. */
const NO_TENANT = '00000000-0000-0000-0000-000000000000';

/** Throws INVALID_CREDENTIALS, PENDING_APPROVAL or USER_INVALID; the last two only after a correct password. */
export async function signIn(
  server: Server,
  sessions: Sessions,
  { email, password, ...ends }: { email: string; password: string } & HttpExchange,
): Promise<SignedIn | CodeNeeded> {
  const { limits, passwords, clock } = server;
  const { user, home } = await server.tenantTransactions.lookUp('sign_in', async tx => {
    const found = await userByEmail(tx, email);
    return { user: found, home: await homeStatus(tx, found?.tenant_id ?? NO_TENANT) };
  });
  const whose = `${email} ${networkOf(ends.request.ip)}`;
  if (await limits.isOver('password', whose)) throw wrongCredentials();
  const isRight = await passwords.verify(user?.password_hash ?? null, password);
  const isOutdated = (user?.password_expires_at?.getTime() ?? Infinity) < clock.now();
  if (!user || !isRight || isOutdated || user.deleted_at !== null) throw wrongCredentials();
  requireMayEnter(user, home);
  await limits.clear('password', whose);
  return enterAfterFirstFactor(server, sessions, { user, ...ends });
}

/** Demo sign-in without a password: only from this machine. */
export const isDemoEnabled = ({ config }: Server, request: FastifyRequest) =>
  config.demo !== 'off' && isLoopback(request);

export async function demoRoles(server: Server): Promise<Role[]> {
  const rows = await server.tenantTransactions.lookUp('sign_in', tx =>
    tx.select({ role: users.role }).from(users).where(eq(users.demo, true)),
  );
  return ROLES.filter(role => rows.some(row => row.role === role));
}

export async function demoSignIn(
  server: Server,
  sessions: Sessions,
  { role, ...ends }: { role: Role } & HttpExchange,
): Promise<SignedIn> {
  if (!isDemoEnabled(server, ends.request)) throw new AppError('FORBIDDEN', 'The demo sign-in is off here.');
  const [user] = await server.tenantTransactions.lookUp('sign_in', tx =>
    tx
      .select()
      .from(users)
      .where(and(eq(users.role, role), eq(users.demo, true))),
  );
  if (!user) throw new AppError('NOT_FOUND', 'There is no demo user of this role.');
  /** People of the demo have no second factor. */
  return inTenant(server, { tenant_id: user.tenant_id, user_id: user.id }, ctx =>
    openUserSession(ctx, sessions, { user, ...ends }),
  );
}
