/** Routes of passkeys: the way in by one, and one's own. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/identity/account/passkeys.ts';
import type { Server } from '../../context/server.ts';
import { mount } from '../../http/route.ts';
import { linkOrigin } from '../passwords/linkOrigin.ts';
import type { Sessions } from '../session/sessions.ts';
import { beginConfirmation } from './confirm.ts';
import {
  addOwnPasskey,
  beginAdding,
  readPasskeys,
  removeOwnPasskey,
  renameOwnPasskey,
} from './ownPasskeys.ts';
import { beginSignIn, signInWithPasskey } from './signIn.ts';

export function passkeyRoutes(app: FastifyInstance, server: Server, sessions: Sessions): void {
  mount(app, contract.beginPasskeySignIn, ({ request, reply }) => beginSignIn(server, { request, reply }));
  mount(app, contract.signInByPasskey, ({ body, request, reply }) =>
    signInWithPasskey(server, sessions, { ...body, request, reply }),
  );
  mount(app, contract.beginPasskeyConfirmation, ({ inTenant, principal, request }) =>
    beginConfirmation(server, inTenant, { principal, request }),
  );
  mount(app, contract.listPasskeys, ({ ctx, principal }) => readPasskeys(ctx, principal.user_id));
  mount(app, contract.beginPasskey, ({ inTenant, principal, request }) =>
    beginAdding(server, inTenant, { principal, request }),
  );
  mount(app, contract.addPasskey, ({ inTenant, principal, body, request }) =>
    addOwnPasskey(server, inTenant, {
      ...{ principal, body, request },
      origin: linkOrigin(server.config, request),
    }),
  );
  mount(app, contract.renamePasskey, ({ ctx, principal, params, body }) =>
    renameOwnPasskey(ctx, principal.user_id, { ...params, ...body }),
  );
  mount(app, contract.removePasskey, ({ ctx, principal, params, request }) =>
    removeOwnPasskey(ctx, principal, { ...params, origin: linkOrigin(server.config, request) }),
  );
}
