import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { assertion } from './account/assertion.ts';
import { PROVIDERS } from './providers.ts';
import { common, email, id, instant, line, name, ok } from '../wire/wire.ts';
import { ROLES } from '../wire/roles.ts';

export const USER_STATES = ['pending_approval', 'active', 'rejected', 'suspended', 'deactivated'] as const;
/** Slug of the tenant for registrations that name no other. */
export const DEFAULT_TENANT = 'default-tenant';
const role = z.enum(ROLES);

export const prefs = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  shortcuts: z.boolean(),
});

export const user = z.object({
  ...common,
  email,
  first_name: z.nullable(line(1, 80)),
  last_name: z.nullable(line(1, 80)),
  role,
  status: z.enum(USER_STATES),
  locale: z.enum(['en', 'zh']),
  tz: z.string(),
  /** The user may sign contracts for his tenant. */
  is_signatory: z.boolean(),
  prefs,
  last_login_at: z.nullable(instant),
  /** True while the user has only a one-time password: nearly every call is refused until it is changed. */
  must_change_password: z.boolean(),
});
export type User = z.infer<typeof user>;

export const tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
export type Tokens = z.infer<typeof tokens>;

/** Password rule of the specification (§5), each part with its own message; 8 to 128 characters. */
export const newPassword = z
  .string()
  .check(
    z.minLength(8, 'Password must be at least 8 characters'),
    z.maxLength(128),
    z.regex(/[a-z]/, 'Password must contain at least one lowercase letter'),
    z.regex(/[A-Z]/, 'Password must contain at least one uppercase letter'),
    z.regex(/[0-9]/, 'Password must contain at least one number'),
    z.regex(/[^A-Za-z0-9]/, 'Password must contain at least one special character'),
  );

/** Of the authenticator app, or a recovery code; asked for beside the password where the user has a second factor. */
export const code = z.string().check(z.trim(), z.minLength(1, 'Required'), z.maxLength(32));

/** In place of a password that is asked for again, and beside it where the user has a second factor. */
export const insteadOfPassword = { passkey: z.optional(assertion), code: z.optional(code) };

export const credentials = z.strictObject({
  email,
  password: z.string().check(z.minLength(1, 'Password is required'), z.maxLength(128)),
});
const actableTenant = z.object({
  id,
  name,
  slug: z.string(),
  portal_business: z.boolean(),
  /** Missing in what a browser has kept of an earlier build. */
  currency: z.optional(z.string()),
  /** Features that are switched off; left out where none is. */
  off: z.optional(z.array(z.string())),
});
export const signedIn = z.object({
  user,
  tokens,
  /** His role requires one and he has none; nearly every call is refused until it is set up. */
  second_factor_due: z.optional(z.literal(true)),
  /** Which pages are open depends on them, but for a device owner: the page that was asked for is there at once. */
  tenants: z.optional(z.array(actableTenant)),
});
export type SignedIn = z.infer<typeof signedIn>;
/** Instead of a session where the user has a second factor: the ticket and a code make one. */
export const codeNeeded = z.object({ ticket: z.string(), expires_at: instant });
export type CodeNeeded = z.infer<typeof codeNeeded>;

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: { who: 'anyone' },
  summary: 'Sign in with e-mail and password',
  limit: 'login',
  body: credentials,
  answer: z.union([signedIn, codeNeeded]),
});
/** Demo sign-in by role, without a password: only on loopback and without DATABASE_URL. */
export const demoLogin = endpoint({
  method: 'POST',
  path: '/api/auth/demo',
  access: { who: 'anyone' },
  summary: 'Sign in as one of the demo roles (loopback only)',
  body: z.strictObject({ role }),
  answer: signedIn,
});
export const demoRoles = endpoint({
  method: 'GET',
  path: '/api/auth/demo',
  access: { who: 'anyone' },
  summary: 'The demo roles that may be signed in here; empty where the demo sign-in is off',
  answer: z.object({ roles: z.array(role) }),
});
export const refresh = endpoint({
  method: 'POST',
  path: '/api/auth/refresh',
  access: { who: 'anyone' },
  summary: 'Change a refresh token for a new pair',
  limit: 'refresh',
  body: z.strictObject({ refresh_token: z.string().check(z.maxLength(200)) }),
  answer: z.object({ tokens }),
});
/** The role never comes from the client: always viewer, always waiting for approval. */
export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  access: { who: 'anyone' },
  summary: 'Ask for an account; it waits for approval',
  limit: 'register',
  newPassword: 'password',
  body: z.object({
    email,
    password: newPassword,
    first_name: z.optional(line(1, 80)),
    last_name: z.optional(line(1, 80)),
    /** A client that could not read the tenants sends the slug of the default tenant. */
    tenant_id: z.optional(z.union([id, z.literal(DEFAULT_TENANT)])),
    locale: z.optional(z.enum(['en', 'zh'])),
  }),
  answer: z.object({ user }),
});
export const openTenants = endpoint({
  method: 'GET',
  path: '/api/auth/tenants',
  access: { who: 'anyone' },
  summary: 'Tenants that take registrations',
  limit: 'open_tenants',
  answer: z.object({ tenants: z.array(z.object({ id, name })) }),
});
/** The same answer whether the account exists or not. */
export const askReset = endpoint({
  method: 'POST',
  path: '/api/auth/reset-link',
  access: { who: 'anyone' },
  summary: 'Send a link to set a new password, to the address of the account',
  limit: 'reset',
  body: z.strictObject({ email }),
  answer: ok,
});
export const reset = endpoint({
  method: 'POST',
  path: '/api/auth/reset',
  access: { who: 'anyone' },
  summary: 'Set a new password by the link; every session ends',
  limit: 'link_uses',
  newPassword: 'newPassword',
  body: z.strictObject({ token: z.string().check(z.maxLength(200)), newPassword }),
  answer: ok,
});
export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: { who: 'user', area: 'self', level: 'W' },
  summary: 'End this session',
  answer: ok,
});
/** For a sign-out that did not reach the server: the ticket ends that session and nothing else. */
export const revoke = endpoint({
  method: 'POST',
  path: '/api/auth/revoke',
  access: { who: 'anyone' },
  summary: 'End the session of a revoke ticket; the same answer whether there is one or not',
  limit: 'refresh',
  body: z.strictObject({ ticket: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  answer: ok,
});
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/change-password',
  access: { who: 'user', area: 'self', level: 'W', transactions: 'own' },
  summary: 'Set a new password; other sessions end',
  limit: 'confirm',
  newPassword: 'newPassword',
  body: z.strictObject({
    currentPassword: z.optional(z.string().check(z.maxLength(128))),
    ...insteadOfPassword,
    newPassword,
  }),
  answer: ok,
});
export const me = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  access: { who: 'user', area: 'self', level: 'R' },
  summary: 'The signed-in user and the tenants he may act in',
  answer: z.object({
    user,
    tenants: z.array(actableTenant),
  }),
});

/** The browser navigates to it, so it answers with a redirect and never with an error body. */
export const oauth = endpoint({
  method: 'GET',
  path: '/api/auth/oauth/:provider',
  access: { who: 'anyone' },
  summary: 'Sign in with Google or Apple; back to /auth with the reason where that is not set up',
  limit: 'oauth',
  params: z.object({ provider: z.enum(PROVIDERS) }),
  answer: 'text',
});
