/** Routes to manage users and tenants. */
import type { FastifyInstance } from 'fastify';
import * as tenant from '../../shared/contract/identity/tenant.ts';
import { savedViews } from '../../shared/contract/identity/savedView.ts';
import * as user from '../../shared/contract/identity/user.ts';
import { invitations } from '../../shared/contract/identity/invitation.ts';
import { auditPrincipalOf } from '../http/auditPrincipal.ts';
import { mount } from '../http/route.ts';
import { mountReads, mountWrites } from '../resource/mount.ts';
import type { Server } from '../context/server.ts';
import { approveUser, rejectUser } from './entrances/approval.ts';
import { invitationListing, invite, revokeInvitation } from './entrances/invitations.ts';
import { linkOrigin } from './passwords/linkOrigin.ts';
import { tenantListing } from './tenants/tenants.ts';
import {
  changeTenant,
  createTenant,
  changeTenantState,
  removeTenant,
  restoreTenant,
} from './tenants/tenantWrites.ts';
import { limitStates } from './tenants/allotment.ts';
import * as subTenants from './tenants/subTenants.ts';
import { viewRepository, viewListing } from './users/savedViews.ts';
import { pendingListing } from './users/pending.ts';
import { userListing } from './users/users.ts';
import * as writes from './users/userWrites.ts';

export function userRoutes(app: FastifyInstance, { config }: Server): void {
  mountReads(app, user.users, userListing);
  mountReads(app, user.pendingUsers, pendingListing);
  mountReads(app, savedViews, viewListing);
  mountWrites(app, savedViews, viewRepository);
  mount(app, user.users.create, ({ ctx, principal, body, request }) =>
    writes.createUser(ctx, principal, { ...body, origin: linkOrigin(config, request) }),
  );
  mount(app, user.users.patch, ({ ctx, principal, params, body, expected }) =>
    writes.changeUser(ctx, principal, { ...params, expected, patch: body }),
  );
  mount(app, user.users.remove, ({ ctx, principal, params, expected }) =>
    writes.removeUser(ctx, principal, params.id, expected),
  );
  mount(app, user.users.restore, ({ ctx, principal, params }) =>
    writes.restoreUser(ctx, principal, params.id),
  );
  for (const verb of ['suspend', 'reactivate'] as const)
    mount(app, user.users.actionEndpoints[verb], ({ ctx, principal, params }) =>
      writes.changeUserState(ctx, principal, { ...params, verb }),
    );
  mount(app, user.users.actionEndpoints['reset-password'], ({ ctx, principal, params, request }) =>
    writes.resetPassword(ctx, principal, { ...params, origin: linkOrigin(config, request) }),
  );
  mount(app, user.users.actionEndpoints['reset-second-factor'], ({ ctx, principal, params, request }) =>
    writes.resetSecondFactor(ctx, principal, { ...params, origin: linkOrigin(config, request) }),
  );
  mount(app, user.users.actionEndpoints['sign-out'], ({ ctx, principal, params }) =>
    writes.signOutUser(ctx, principal, params.id),
  );
  mount(app, user.users.actionEndpoints.approve, ({ ctx, principal, params, body, request }) =>
    approveUser(ctx, principal, {
      ...{ ...params, ...body },
      origin: linkOrigin(config, request),
      by: auditPrincipalOf({ ...principal, id: principal.user_id }, request),
    }),
  );
  mount(app, user.users.actionEndpoints.reject, ({ ctx, principal, params, body }) =>
    rejectUser(ctx, principal, { ...params, ...body }),
  );
  mountReads(app, invitations, invitationListing);
  mount(app, invitations.create, ({ ctx, principal, body, request }) =>
    invite(ctx, principal, { ...body, origin: linkOrigin(config, request) }),
  );
  mount(app, invitations.actionEndpoints.revoke, ({ ctx, principal, params }) =>
    revokeInvitation(ctx, principal, params.id),
  );
}

export function tenantRoutes(app: FastifyInstance): void {
  mountReads(app, tenant.tenants, tenantListing);
  mount(app, tenant.tenants.create, ({ ctx, principal, body }) => createTenant(ctx, principal, body));
  mount(app, tenant.tenants.patch, ({ ctx, principal, params, body, expected }) =>
    changeTenant(ctx, principal, { ...params, expected, patch: body }),
  );
  mount(app, tenant.tenants.remove, ({ ctx, principal, params, expected }) =>
    removeTenant(ctx, principal, params.id, expected),
  );
  mount(app, tenant.tenants.restore, ({ ctx, principal, params }) =>
    restoreTenant(ctx, principal, params.id),
  );
  for (const verb of ['approve', 'suspend', 'reactivate', 'archive'] as const)
    mount(app, tenant.tenants.actionEndpoints[verb], ({ ctx, principal, params }) =>
      changeTenantState(ctx, principal, { ...params, verb }),
    );
}

export function subTenantRoutes(app: FastifyInstance): void {
  mount(app, tenant.tenantLimits, ({ ctx }) => limitStates(ctx, ctx.tenant_id));
  mountReads(app, tenant.subTenants, subTenants.subTenantListing);
  mount(app, tenant.subTenants.create, ({ ctx, principal, body }) =>
    subTenants.createSubTenant(ctx, principal, body),
  );
  mount(app, tenant.subTenants.patch, ({ ctx, principal, params, body, expected }) =>
    subTenants.changeSubTenant(ctx, principal, { ...params, expected, patch: body }),
  );
  mount(app, tenant.subTenants.remove, ({ ctx, principal, params, expected }) =>
    subTenants.removeSubTenant(ctx, principal, { ...params, expected }),
  );
  mount(app, tenant.subTenants.restore, ({ ctx, principal, params }) =>
    subTenants.restoreSubTenant(ctx, principal, params.id),
  );
  for (const verb of ['suspend', 'reactivate', 'archive'] as const)
    mount(app, tenant.subTenants.actionEndpoints[verb], ({ ctx, principal, params }) =>
      subTenants.changeSubTenantState(ctx, principal, { ...params, verb }),
    );
}
