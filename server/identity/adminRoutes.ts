/** Users and tenants, for those who manage them. */
import type { FastifyInstance } from 'fastify';
import * as tenant from '../../shared/contract/identity/tenant.ts';
import { savedViews } from '../../shared/contract/identity/savedView.ts';
import * as user from '../../shared/contract/identity/user.ts';
import { mount } from '../http/route.ts';
import { mountReads, mountWrites } from '../resource/mount.ts';
import type { Server } from '../context/server.ts';
import { linkOrigin } from './passwords/linkOrigin.ts';
import { tenantListing } from './tenants/tenants.ts';
import {
  changeTenant,
  createTenant,
  moveTenant,
  removeTenant,
  restoreTenant,
} from './tenants/tenantWrites.ts';
import { keptViews, viewListing } from './users/savedViews.ts';
import { pendingListing, userListing } from './users/users.ts';
import * as writes from './users/userWrites.ts';

export function userRoutes(app: FastifyInstance, { config }: Server): void {
  mountReads(app, user.users, userListing);
  mountReads(app, user.pendingUsers, pendingListing);
  mountReads(app, savedViews, viewListing);
  mountWrites(app, savedViews, keptViews);
  mount(app, user.users.create, ({ work, caller, body, request }) =>
    writes.createUser(work, caller, { ...body, origin: linkOrigin(config, request) }),
  );
  mount(app, user.users.patch, ({ work, caller, params, body, expected }) =>
    writes.changeUser(work, caller, { ...params, expected, patch: body }),
  );
  mount(app, user.users.remove, ({ work, caller, params, expected }) =>
    writes.removeUser(work, caller, params.id, expected),
  );
  mount(app, user.users.restore, ({ work, caller, params }) => writes.restoreUser(work, caller, params.id));
  for (const verb of ['suspend', 'reactivate'] as const)
    mount(app, user.users.calls[verb], ({ work, caller, params }) =>
      writes.moveUser(work, caller, { ...params, verb }),
    );
  mount(app, user.users.calls['reset-password'], ({ work, caller, params, request }) =>
    writes.resetPassword(work, caller, { ...params, origin: linkOrigin(config, request) }),
  );
  mount(app, user.users.calls['sign-out'], ({ work, caller, params }) =>
    writes.signOutUser(work, caller, params.id),
  );
  mount(app, user.users.calls.approve, ({ work, caller, params, body }) =>
    writes.approveUser(work, caller, { ...params, ...body }),
  );
  mount(app, user.users.calls.reject, ({ work, caller, params }) =>
    writes.rejectUser(work, caller, params.id),
  );
}

export function tenantRoutes(app: FastifyInstance): void {
  mountReads(app, tenant.tenants, tenantListing);
  mount(app, tenant.tenants.create, ({ work, caller, body }) => createTenant(work, caller, body));
  mount(app, tenant.tenants.patch, ({ work, caller, params, body, expected }) =>
    changeTenant(work, caller, { ...params, expected, patch: body }),
  );
  mount(app, tenant.tenants.remove, ({ work, caller, params, expected }) =>
    removeTenant(work, caller, params.id, expected),
  );
  mount(app, tenant.tenants.restore, ({ work, caller, params }) => restoreTenant(work, caller, params.id));
  for (const verb of ['approve', 'suspend', 'reactivate', 'archive'] as const)
    mount(app, tenant.tenants.calls[verb], ({ work, caller, params }) =>
      moveTenant(work, caller, { ...params, verb }),
    );
}
