/** Routes of the second factor: the code at sign-in, and one's own set-up. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/identity/secondFactor.ts';
import type { Server } from '../../context/server.ts';
import { mount } from '../../http/route.ts';
import { linkOrigin } from '../passwords/linkOrigin.ts';
import { requirePassword } from '../passwords/ownPassword.ts';
import { lockOwnAccount } from '../session/ownAccount.ts';
import type { Sessions } from '../session/sessions.ts';
import { beginSetUp, confirmSetUp, readFactor, switchOff } from './setUp.ts';
import { signInByCode } from './signInTicket.ts';

export function secondFactorRoutes(app: FastifyInstance, server: Server, sessions: Sessions): void {
  mount(app, contract.signInByCode, ({ body, request, reply }) =>
    signInByCode(server, sessions, { ...body, request, reply }),
  );
  mount(app, contract.readSecondFactor, ({ ctx, principal }) => readFactor(ctx, principal.user_id));
  mount(app, contract.beginSecondFactor, ({ ctx, principal }) => beginSetUp(ctx, principal));
  mount(app, contract.confirmSecondFactor, ({ ctx, principal, body, request }) =>
    confirmSetUp(ctx, principal, {
      code: body.code,
      origin: linkOrigin(server.config, request),
    }),
  );
  mount(app, contract.removeSecondFactor, async ({ inTenant, principal, body, request }) => {
    await requirePassword(server, principal, { field: 'password', ...body, request });
    await inTenant(async ctx => {
      await lockOwnAccount(ctx, principal);
      await switchOff(ctx, principal.user_id, linkOrigin(server.config, request));
    });
    return { ok: true as const };
  });
}
