/** Routes of sign-in, registration, passwords and the user's own profile. */
import type { FastifyInstance } from 'fastify';
import * as auth from '../../shared/contract/identity/auth.ts';
import { registerBusiness } from '../../shared/contract/identity/business.ts';
import * as invitation from '../../shared/contract/identity/invitation.ts';
import * as account from '../../shared/contract/identity/account/ownAccount.ts';
import * as onboarding from '../../shared/contract/identity/onboarding.ts';
import * as contract from '../../shared/contract/identity/user.ts';
import { mount } from '../http/route.ts';
import type { Server } from '../context/server.ts';
import { acceptInvitation, openInvitation } from './entrances/acceptInvitation.ts';
import { joinCompany, registerCompany } from './entrances/companies.ts';
import { clearBindingCookie } from './session/binding.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { linkOrigin } from './passwords/linkOrigin.ts';
import { askEmailChange, confirmEmailChange } from './passwords/ownEmail.ts';
import {
  changePassword,
  markAuthenticated,
  requirePassword,
  resetPasswordByLink,
} from './passwords/ownPassword.ts';
import { askResetLink } from './passwords/resetLinks.ts';
import { changeMe, endOwnSession, ownSessions } from './session/ownSessions.ts';
import { secondFactorRoutes } from './secondFactor/routes.ts';
import { markOnboarding, readOnboarding } from './users/onboarding.ts';
import { openTenants, register } from './users/register.ts';
import { idempotencyKeyOf } from '../transaction/idempotency.ts';
import { revokeByTicket } from './session/revoke.ts';
import { endSession, endSessions, type Sessions } from './session/sessions.ts';
import { isDemoEnabled, demoRoles, demoSignIn, signIn } from './session/signIn.ts';
import { actableTenants } from './tenants/actable.ts';
import { userListing } from './users/users.ts';

const OK = { ok: true as const };

export function authRoutes(app: FastifyInstance, server: Server, sessions: Sessions): void {
  mount(app, auth.login, ({ body, request, reply }) => signIn(server, sessions, { ...body, request, reply }));
  mount(app, auth.demoRoles, async ({ request }) => ({
    roles: isDemoEnabled(server, request) ? await demoRoles(server) : [],
  }));
  mount(app, auth.demoLogin, ({ body, request, reply }) =>
    demoSignIn(server, sessions, { ...body, request, reply }),
  );
  mount(app, auth.refresh, async ({ body, request, reply }) => ({
    tokens: await sessions.renew(body.refresh_token, { request, reply }),
  }));
  mount(app, auth.register, async ({ body, request }) => {
    const user = await register(server, body, request);
    await joinCompany(server, user, request);
    return { user };
  });
  mount(app, registerBusiness, async ({ body, request, reply }) => {
    await registerCompany(server, body, { request, reply });
    return OK;
  });
  mount(app, invitation.openInvitation, ({ body }) => openInvitation(server, body.token));
  mount(app, invitation.acceptInvitation, ({ body, request, reply }) =>
    acceptInvitation(server, sessions, body, { request, reply }),
  );
  mount(app, auth.openTenants, async () => ({ tenants: await openTenants(server) }));
  mount(app, auth.askReset, async ({ body, request }) => {
    await askResetLink(server, { email: body.email, origin: linkOrigin(server.config, request) });
    return OK;
  });
  mount(app, auth.reset, async ({ body, request }) => {
    await resetPasswordByLink(server, { ...body, origin: linkOrigin(server.config, request) });
    return OK;
  });
  mount(app, auth.logout, async ({ ctx, principal, reply }) => {
    await endSession(ctx, principal.session_id, principal.user_id);
    clearBindingCookie(reply, principal.session_id);
    return OK;
  });
  mount(app, auth.revoke, async ({ body, request, reply }) => {
    // A ticket lies in an outbox until the answer names it; the answer of a captive portal does not.
    const named = request.headers['idempotency-key'];
    const key = named === undefined ? null : idempotencyKeyOf(named);
    await revokeByTicket(server, body.ticket, request);
    if (key !== null) reply.header('idempotency-key', key);
    return OK;
  });
  mount(app, auth.changePassword, async ({ inTenant: own, principal, body, request, reply }) => {
    const { currentPassword: password, newPassword, ...entered } = body;
    await requirePassword(server, principal, { field: 'currentPassword', password, ...entered, request });
    await changePassword(server, own, principal, {
      ...{ newPassword, request, reply },
      origin: linkOrigin(server.config, request),
    });
    return OK;
  });
  mount(app, account.changeEmail, async ({ inTenant: own, principal, body, request }) => {
    const { email, ...entered } = body;
    await requirePassword(server, principal, { field: 'password', ...entered, request });
    await askEmailChange(server, own, principal, { email, origin: linkOrigin(server.config, request) });
    return OK;
  });
  mount(app, account.confirmEmail, async ({ body, request }) => ({
    email: await confirmEmailChange(server, {
      ...body,
      ...{ request, origin: linkOrigin(server.config, request) },
    }),
  }));
  mount(app, account.reauth, async ({ inTenant: own, principal, body, request }) => {
    await requirePassword(server, principal, { field: 'password', ...body, request });
    await markAuthenticated(own, principal);
    return OK;
  });
  secondFactorRoutes(app, server, sessions);
  oauthRoutes(app, server, sessions);
  passkeyRoutes(app, server, sessions);
  selfRoutes(app);
}

function selfRoutes(app: FastifyInstance): void {
  mount(app, auth.me, async ({ ctx, principal }) => ({
    user: await userListing.read(ctx, principal.user_id),
    tenants: await actableTenants(ctx, principal),
  }));
  mount(app, contract.patchMe, ({ ctx, principal, body, expected }) =>
    changeMe(ctx, principal, { expected, patch: body }),
  );
  mount(app, onboarding.readOnboarding, ({ ctx, principal }) => readOnboarding(ctx, principal));
  mount(app, onboarding.changeOnboarding, ({ ctx, principal, body }) => markOnboarding(ctx, principal, body));
  mount(app, contract.listSessions, async ({ ctx, principal }) => ({
    items: await ownSessions(ctx, principal),
  }));
  mount(app, contract.endSession, ({ ctx, principal, params }) => endOwnSession(ctx, principal, params.id));
  mount(app, contract.endAllSessions, async ({ ctx, principal }) => {
    await endSessions(ctx, principal.user_id);
    return OK;
  });
}
