/** Users and tenants, for those who manage them. */
import type { FastifyInstance } from 'fastify';
import * as tenant from '../../shared/contract/tenant.ts';
import * as user from '../../shared/contract/user.ts';
import { mount } from '../http/route.ts';
import type { Server } from '../server.ts';
import { linkOrigin } from './linkOrigin.ts';
import { listTenants, readTenant } from './tenants.ts';
import { changeTenant, createTenant, moveTenant, removeTenant, restoreTenant } from './tenantWrites.ts';
import { listUsers, readUser } from './users.ts';
import * as writes from './userWrites.ts';

export function userRoutes(app: FastifyInstance, { config }: Server): void {
  mount(app, user.listUsers, ({ work, query }) => listUsers(work, query));
  mount(app, user.readUser, ({ work, params }) => readUser(work, params.id));
  mount(app, user.createUser, ({ work, caller, body, request }) =>
    writes.createUser(work, caller, { ...body, origin: linkOrigin(config, request) }),
  );
  mount(app, user.patchUser, ({ work, caller, params, body, expected }) =>
    writes.changeUser(work, caller, { ...params, expected, patch: body }),
  );
  mount(app, user.removeUser, ({ work, caller, params, expected }) =>
    writes.removeUser(work, caller, params.id, expected),
  );
  mount(app, user.restoreUser, ({ work, caller, params }) => writes.restoreUser(work, caller, params.id));
  mount(app, user.suspendUser, ({ work, caller, params }) => writes.suspendUser(work, caller, params.id));
  mount(app, user.reactivateUser, ({ work, caller, params }) =>
    writes.reactivateUser(work, caller, params.id),
  );
  mount(app, user.resetUserPassword, ({ work, caller, params, request }) =>
    writes.resetPassword(work, caller, { ...params, origin: linkOrigin(config, request) }),
  );
  mount(app, user.signOutUser, ({ work, caller, params }) => writes.signOutUser(work, caller, params.id));
  mount(app, user.approveUser, ({ work, caller, params, body }) =>
    writes.approveUser(work, caller, { ...params, ...body }),
  );
  mount(app, user.rejectUser, ({ work, caller, params }) => writes.rejectUser(work, caller, params.id));
}

export function tenantRoutes(app: FastifyInstance): void {
  mount(app, tenant.listTenants, ({ work, caller, query }) => listTenants(work, caller, query));
  mount(app, tenant.readTenant, ({ work, caller, params }) => readTenant(work, caller, params.id));
  mount(app, tenant.createTenant, ({ work, caller, body }) => createTenant(work, caller, body));
  mount(app, tenant.patchTenant, ({ work, caller, params, body, expected }) =>
    changeTenant(work, caller, { ...params, expected, patch: body }),
  );
  mount(app, tenant.removeTenant, ({ work, caller, params, expected }) =>
    removeTenant(work, caller, params.id, expected),
  );
  mount(app, tenant.restoreTenant, ({ work, caller, params }) => restoreTenant(work, caller, params.id));
  mount(app, tenant.approveTenant, ({ work, caller, params }) =>
    moveTenant(work, caller, { ...params, verb: 'approve' }),
  );
  mount(app, tenant.suspendTenant, ({ work, caller, params }) =>
    moveTenant(work, caller, { ...params, verb: 'suspend' }),
  );
  mount(app, tenant.reactivateTenant, ({ work, caller, params }) =>
    moveTenant(work, caller, { ...params, verb: 'reactivate' }),
  );
  mount(app, tenant.archiveTenant, ({ work, caller, params }) =>
    moveTenant(work, caller, { ...params, verb: 'archive' }),
  );
}
