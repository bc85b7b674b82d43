import * as z from 'zod/mini';
import { prefs, user, USER_STATES } from './auth.ts';
import { endpoint } from '../wire/endpoint.ts';
import { entity } from '../wire/entity.ts';
import { ROLES } from '../wire/roles.ts';
import { byId, email, id, instant, line, name, ok, text, zone } from '../wire/wire.ts';

export { USER_STATES };
const role = z.enum(ROLES);
const editable = {
  first_name: z.nullable(line(1, 80)),
  last_name: z.nullable(line(1, 80)),
  role,
  locale: z.enum(['en', 'zh']),
  tz: zone,
  is_signatory: z.boolean(),
};
export const userCreate = z.strictObject({
  email,
  role,
  first_name: z.optional(line(1, 80)),
  last_name: z.optional(line(1, 80)),
  locale: z.optional(z.enum(['en', 'zh'])),
  tz: z.optional(zone),
});
export const userPatch = z.partial(z.strictObject(editable));

/** Also in a tenant below the own one, passwords, links and sessions are left to its people and to staff. */
const atHome = { crossing: 'staff' } as const;
/**
 * Registrations wait in the tenant they named; staff decide those of all tenants, and into any. Others decide those of the
 * tenant they act in, into their own tenant and those below it.
 */
const decides = { area: 'pending_users', level: 'A', tenants: 'all' } as const;
/** Either a tenant, or the name of a new one whose first owner this is; that is left to staff. */
export const approval = z
  .strictObject({
    role,
    tenant_id: z.optional(z.nullable(id)),
    new_tenant: z.optional(z.nullable(name)),
    portal_business: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ tenant_id, new_tenant }) => (tenant_id ?? null) === null || (new_tenant ?? null) === null, {
      path: ['new_tenant'],
      error: 'Either a tenant or a new one',
    }),
    z.refine(({ tenant_id, new_tenant }) => (tenant_id ?? new_tenant ?? null) !== null, {
      path: ['tenant_id'],
      error: 'Required',
    }),
    z.refine(({ role: wanted, new_tenant }) => (new_tenant ?? null) === null || wanted === 'owner', {
      path: ['role'],
      error: 'The first user of a new tenant is its owner',
    }),
  );
export type Approval = z.infer<typeof approval>;

export const users = entity({
  path: '/api/users',
  bulk: ['delete', 'restore', 'suspend', 'reactivate'],
  area: 'users',
  row: user,
  /** The new user sets his password by a link sent to his address. */
  create: userCreate,
  patch: userPatch,
  removable: true,
  listOptions: {
    sorts: ['email', 'last_name', 'role', 'status', 'last_login_at', 'created_at'],
    defaultSort: 'email',
    enums: { status: { status: USER_STATES }, role: { role: ROLES } },
  },
  actions: {
    suspend: { summary: 'Keep somebody out', from: ['active'], to: 'suspended', undo: 'reactivate' },
    reactivate: { summary: 'Let somebody in again', from: ['suspended'], to: 'active', undo: 'suspend' },
    'reset-password': { summary: 'Send a link that sets a new password', access: atHome, confirm: true },
    'reset-second-factor': {
      summary: 'Switch off the second factor of somebody who has lost it',
      access: atHome,
      confirm: true,
    },
    'sign-out': { summary: 'End all sessions of somebody', access: atHome, confirm: true },
    /** AMBIG-ROLE-01: the approver chooses role and tenant. */
    approve: {
      summary: 'Approve a registration with a role in a tenant, or as the first owner of a new one',
      from: ['pending_approval'],
      to: 'active',
      access: decides,
      body: approval,
    },
    reject: {
      summary: 'Reject a registration, with the reason',
      from: ['pending_approval'],
      to: 'rejected',
      access: decides,
      body: z.strictObject({ reason: text(10, 500) }),
    },
  },
});

/** Pending registrations: staff see those of all tenants, others those of the tenant they act in. */
export const pendingUser = z.object({
  ...user.shape,
  tenant_name: z.string(),
  /** Of the company of the same address, where one was handed in before the account. */
  company: z.nullable(z.string()),
  country: z.nullable(z.string()),
  website: z.nullable(z.string()),
  tax_id: z.nullable(z.string()),
  /** That its company has chosen on the page of prices. */
  plan: z.nullable(z.string()),
  phone: z.nullable(z.string()),
});
export type PendingUser = z.infer<typeof pendingUser>;
export const pendingUsers = entity({
  path: '/api/pending-users',
  area: 'pending_users',
  access: { tenants: 'all' },
  row: pendingUser,
  listOptions: { sorts: ['email', 'last_name', 'created_at'], defaultSort: 'created_at', enums: {} },
});

/** The user's own profile. */
export const patchMe = endpoint({
  method: 'PATCH',
  path: '/api/auth/me',
  access: { who: 'user', area: 'self', level: 'W' },
  summary: 'Change your own name, language, time zone or appearance',
  body: z.partial(
    z.strictObject({
      first_name: editable.first_name,
      last_name: editable.last_name,
      locale: editable.locale,
      tz: editable.tz,
      prefs,
    }),
  ),
  answer: user,
  versioned: true,
});

export const session = z.object({
  id,
  ip: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  created_at: instant,
  last_used_at: instant,
  expires_at: instant,
  /** The session of this request. */
  is_current: z.boolean(),
});
export type Session = z.infer<typeof session>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  access: { who: 'user', area: 'self', level: 'R' },
  summary: 'Your sessions that are still good',
  answer: z.object({ items: z.array(session) }),
});
export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/sessions/:id',
  access: { who: 'user', area: 'self', level: 'W' },
  summary: 'End one of your sessions',
  params: byId,
});
export const endAllSessions = endpoint({
  method: 'DELETE',
  path: '/api/sessions',
  access: { who: 'user', area: 'self', level: 'W' },
  summary: 'Sign out everywhere, here too',
  answer: ok,
});
