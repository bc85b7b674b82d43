import * as z from 'zod/mini';
import { prefs, user, USER_STATES } from './auth.ts';
import * as resource from './crud.ts';
import { endpoint } from './endpoint.ts';
import { ROLES } from './roles.ts';
import { byId, email, id, instant, nothing, ok, text } from './wire.ts';

export { USER_STATES };
const role = z.enum(ROLES);
const path = '/api/users';
const editable = {
  first_name: z.nullable(text(1, 80)),
  last_name: z.nullable(text(1, 80)),
  role,
  locale: z.enum(['en', 'zh']),
  tz: z.string().check(z.maxLength(60)),
  is_signatory: z.boolean(),
};
export const userCreate = z.strictObject({
  email,
  role,
  first_name: z.optional(text(1, 80)),
  last_name: z.optional(text(1, 80)),
  locale: z.optional(z.enum(['en', 'zh'])),
  tz: z.optional(z.string().check(z.maxLength(60))),
});
export const userPatch = z.partial(z.strictObject(editable));

export const listUsers = resource.list(path, 'users', user);
export const readUser = resource.read(path, 'users', user);
/** He sets his password by a link sent to his address. */
export const createUser = resource.create(path, 'users', user, userCreate);
export const patchUser = resource.patch(path, 'users', user, userPatch);
export const removeUser = resource.remove(path, 'users');
export const restoreUser = resource.verb(path, 'restore', 'users', user, nothing);
export const suspendUser = resource.verb(path, 'suspend', 'users', user, nothing);
export const reactivateUser = resource.verb(path, 'reactivate', 'users', user, nothing);
/** Passwords, links and sessions of another tenant are nobody's but its own people's and staff's. */
const atHome = { who: 'user', area: 'users', level: 'W', crossing: 'staff' } as const;
export const resetUserPassword = {
  ...resource.verb(path, 'reset-password', 'users', user, nothing),
  access: atHome,
};
export const signOutUser = { ...resource.verb(path, 'sign-out', 'users', user, nothing), access: atHome };

const decides = { who: 'user', area: 'pending_users', level: 'A', tenants: 'all' } as const;
/** AMBIG-ROLE-01: who approves chooses role and tenant. */
export const approveUser = endpoint({
  method: 'POST',
  path: `${path}/:id/approve`,
  access: decides,
  summary: 'Approve a registration with a role in a tenant',
  params: byId,
  body: z.strictObject({ role, tenant_id: id }),
  answer: user,
});
export const rejectUser = endpoint({
  method: 'POST',
  path: `${path}/:id/reject`,
  access: decides,
  summary: 'Reject a registration, with the reason',
  params: byId,
  body: z.strictObject({ reason: text(10, 500) }),
  answer: user,
});

/** One's own profile. */
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
  /** The one that asks. */
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
