/** Sign-in and what belongs to it. */
import { and, asc, isNull, ne } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as auth from '../../shared/contract/identity/auth.ts';
import * as contract from '../../shared/contract/identity/user.ts';
import { lookingUp } from '../db/doors.ts';
import { tenants } from '../db/schema.ts';
import { mount } from '../http/route.ts';
import type { Server } from '../context/server.ts';
import { inTenant } from '../transaction/work.ts';
import { unbind } from './session/binding.ts';
import { linkOrigin } from './passwords/linkOrigin.ts';
import { changePassword, confirm, requirePassword, resetByLink, sendLink } from './passwords/ownPassword.ts';
import { changeMe, endOwn, ownSessions } from './session/ownSessions.ts';
import { openTenants, register } from './users/register.ts';
import { revokeByTicket } from './session/revoke.ts';
import { endSession, endSessions, type Sessions } from './session/sessions.ts';
import { demoIsOn, demoRoles, demoSignIn, signIn } from './session/signIn.ts';
import { seenBy } from './tenants/tenants.ts';
import { userByEmail, userListing } from './users/users.ts';

const OK = { ok: true as const };

export function authRoutes(app: FastifyInstance, server: Server, sessions: Sessions): void {
  mount(app, auth.login, ({ body, request, reply }) => signIn(server, sessions, { ...body, request, reply }));
  mount(app, auth.demoRoles, async ({ request }) => ({
    roles: demoIsOn(server, request) ? await demoRoles(server) : [],
  }));
  mount(app, auth.demoLogin, ({ body, request, reply }) =>
    demoSignIn(server, sessions, { ...body, request, reply }),
  );
  mount(app, auth.refresh, async ({ body, request, reply }) => ({
    tokens: await sessions.renew(body.refresh_token, { request, reply }),
  }));
  mount(app, auth.register, async ({ body, request }) => ({ user: await register(server, body, request) }));
  mount(app, auth.openTenants, async () => ({ tenants: await openTenants(server) }));
  mount(app, auth.askReset, ({ body, request }) => {
    /** Not waited for: the answer takes as long where there is no such account. */
    void linkFor(server, body.email, linkOrigin(server.config, request)).catch((err: unknown) =>
      request.log.error({ err }, 'a reset link could not be sent'),
    );
    return OK;
  });
  mount(app, auth.reset, async ({ body }) => {
    await resetByLink(server, body.token, body.newPassword);
    return OK;
  });
  mount(app, auth.logout, async ({ work, caller, reply }) => {
    await endSession(work, caller.session_id, caller.user_id);
    unbind(reply, caller.session_id);
    return OK;
  });
  mount(app, auth.revoke, async ({ body, request }) => {
    await revokeByTicket(server, body.ticket, request);
    return OK;
  });
  mount(app, auth.oauth, ({ reply }) => reply.redirect('/auth?error=not_configured'));
  mount(app, auth.changePassword, async ({ inTenant: own, caller, body }) => {
    const { currentPassword: password, newPassword } = body;
    await requirePassword(server, caller, { field: 'currentPassword', password });
    await changePassword(own, caller, newPassword);
    return OK;
  });
  mount(app, auth.reauth, async ({ inTenant: own, caller, body }) => {
    await requirePassword(server, caller, { field: 'password', password: body.password });
    await confirm(own, caller);
    return OK;
  });
  selfRoutes(app, server);
}

async function linkFor(server: Server, email: string, origin: string): Promise<void> {
  const user = await server.doors.lookUp('sign_in', tx => userByEmail(tx, email));
  if (user?.status !== 'active' || user.deleted_at !== null || user.demo) return;
  await inTenant(server, { tenant_id: user.tenant_id, by: null }, work => sendLink(work, user, origin));
}

function selfRoutes(app: FastifyInstance, server: Server): void {
  mount(app, auth.me, async ({ work, caller }) => ({
    user: await userListing.one(work, caller.user_id),
    tenants: await lookingUp(work.tx, 'sign_in', () =>
      work.tx
        .select({
          id: tenants.id,
          name: tenants.name,
          slug: tenants.slug,
          portal_business: tenants.portal_business,
        })
        .from(tenants)
        .where(
          and(
            isNull(tenants.deleted_at),
            ne(tenants.kind, 'platform'),
            seenBy(caller, server.config.tenantAccess),
          ),
        )
        .orderBy(asc(tenants.name)),
    ),
  }));
  mount(app, contract.patchMe, ({ work, caller, body, expected }) =>
    changeMe(work, caller, { expected, patch: body }),
  );
  mount(app, contract.listSessions, async ({ work, caller }) => ({ items: await ownSessions(work, caller) }));
  mount(app, contract.endSession, ({ work, caller, params }) => endOwn(work, caller, params.id));
  mount(app, contract.endAllSessions, async ({ work, caller }) => {
    await endSessions(work, caller.user_id);
    return OK;
  });
}
