/** Sign-in and what belongs to it. */
import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { dateOf } from '../../shared/clock.ts';
import * as auth from '../../shared/contract/auth.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { isStaff, ROLES, type Role } from '../../shared/contract/roles.ts';
import { tenants, users } from '../db/schema.ts';
import { mount } from '../http/route.ts';
import { isLoopback } from '../http/loopback.ts';
import type { Server } from '../server.ts';
import { checkPassword, dummyHash, hashPassword } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import { toUser, type UserRow } from './users.ts';

const LOCK_AFTER_FAILURES = 10;
const LOCK_MS = 15 * 60_000;
export function authRoutes(app: FastifyInstance, server: Server, sessions: Sessions): void {
  const { db, clock, config } = server;
  const demoIsOn = config.demo && config.databaseUrl === null;

  const signIn = async (user: UserRow, request: FastifyRequest) => {
    const last_login_at = dateOf(clock.now());
    await db
      .update(users)
      .set({ failed_logins: 0, locked_until: null, last_login_at })
      .where(eq(users.id, user.id));
    return { user: toUser({ ...user, last_login_at }), tokens: await sessions.open(user.id, request) };
  };

  const noteFailure = async (user: UserRow) => {
    const failed_logins = user.failed_logins + 1;
    const locked_until = failed_logins >= LOCK_AFTER_FAILURES ? dateOf(clock.now() + LOCK_MS) : null;
    await db.update(users).set({ failed_logins, locked_until }).where(eq(users.id, user.id));
  };

  mount(app, auth.login, async ({ body, request }) => {
    const [user] = await db.select().from(users).where(eq(users.email, body.email));
    const right = await checkPassword(user?.password_hash ?? (await dummyHash), body.password);
    const now = clock.now();
    const locked = (user?.locked_until?.getTime() ?? 0) > now;
    const outdated = (user?.password_expires_at?.getTime() ?? Infinity) < now;
    if (!user || user.password_hash === null || !right || locked || outdated) {
      if (user && !right) await noteFailure(user);
      throw new AppError('INVALID_CREDENTIALS', 'Invalid email or password.');
    }
    if (user.status === 'pending_approval')
      throw new AppError('PENDING_APPROVAL', 'Your account is pending admin approval.');
    if (user.status !== 'active')
      throw new AppError('USER_INVALID', 'User account is inactive or not found.');
    return signIn(user, request);
  });

  mount(app, auth.demoRoles, async ({ request }) => {
    if (!demoIsOn || !isLoopback(request)) return { roles: [] };
    const rows = await db.select({ role: users.role }).from(users).where(eq(users.demo, true));
    return { roles: ROLES.filter(role => rows.some(row => row.role === role)) };
  });

  mount(app, auth.demoLogin, async ({ body, request }) => {
    if (!demoIsOn || !isLoopback(request)) throw new AppError('FORBIDDEN', 'The demo sign-in is off here.');
    const [user] = await db
      .select()
      .from(users)
      .where(and(eq(users.role, body.role), eq(users.demo, true)));
    if (!user) throw new AppError('NOT_FOUND', 'There is no demo user of this role.');
    return signIn(user, request);
  });

  mount(app, auth.refresh, async ({ body }) => ({ tokens: await sessions.rotate(body.refresh_token) }));

  mount(app, auth.logout, async ({ caller }) => {
    await sessions.end(caller.session_id);
    return { ok: true as const };
  });

  mount(app, auth.changePassword, async ({ caller, body }) => {
    const [user] = await db.select().from(users).where(eq(users.id, caller.user_id));
    if (!user?.password_hash || !(await checkPassword(user.password_hash, body.currentPassword)))
      throw new AppError('WRONG_PASSWORD', 'The current password is wrong.', {
        currentPassword: ['The current password is wrong.'],
      });
    await db
      .update(users)
      .set({
        password_hash: await hashPassword(body.newPassword),
        must_change_password: false,
        password_expires_at: null,
        updated_at: dateOf(clock.now()),
      })
      .where(eq(users.id, caller.user_id));
    await sessions.endOthers(caller.user_id, caller.session_id);
    return { ok: true as const };
  });

  mount(app, auth.me, async ({ caller }) => {
    const [user] = await db.select().from(users).where(eq(users.id, caller.user_id));
    if (!user) throw new AppError('SESSION_REVOKED', 'This account is gone.');
    return { user: toUser(user), tenants: await tenantsOf(caller.role, caller.home_tenant_id) };
  });

  /** Staff act for any customer, whose screens and playlists they see; the platform has none. All others: their own. */
  const tenantsOf = (role: Role, home: string) =>
    db
      .select({ id: tenants.id, name: tenants.name, slug: tenants.slug })
      .from(tenants)
      .where(
        isStaff(role) ? and(isNull(tenants.deleted_at), ne(tenants.kind, 'platform')) : eq(tenants.id, home),
      )
      .orderBy(asc(tenants.name));
}
