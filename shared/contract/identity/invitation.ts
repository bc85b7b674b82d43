/** Invitations by e-mail: role and tenant are fixed by whoever invites. */
import * as z from 'zod/mini';
import { newPassword, tokens, user } from './auth.ts';
import { endpoint } from '../wire/endpoint.ts';
import { entity } from '../wire/entity.ts';
import { ROLES } from '../wire/roles.ts';
import { common, email, instant, line } from '../wire/wire.ts';

export const INVITATION_STATES = ['sent', 'accepted', 'expired', 'revoked'] as const;
const role = z.enum(ROLES);
const locale = z.enum(['en', 'zh']);

export const invitation = z.object({
  ...common,
  email,
  role,
  locale,
  state: z.enum(INVITATION_STATES),
  expires_at: instant,
});
export type Invitation = z.infer<typeof invitation>;

export const invitationCreate = z.strictObject({ email, role, locale: z.optional(locale) });

const entries = entity({
  path: '/api/invitations',
  area: 'users',
  row: invitation,
  create: invitationCreate,
  listOptions: { sorts: ['email', 'expires_at', 'created_at'], defaultSort: '-created_at', enums: {} },
  actions: {
    revoke: { summary: 'Take an invitation back', from: ['sent'], to: 'revoked', confirm: true },
  },
});
/** Each sends an e-mail to somebody who did not ask for it. */
export const invitations = { ...entries, create: { ...entries.create, limit: 'sent_invitations' } as const };

const token = z.string().check(z.maxLength(200));
/** The token is in the body, so that it stands in no log. */
export const openInvitation = endpoint({
  method: 'POST',
  path: '/api/auth/invitation',
  access: { who: 'anyone' },
  summary: 'What an invitation holds, by the token of its link',
  limit: 'invitations',
  body: z.strictObject({ token }),
  answer: z.object({ email, role, tenant_name: z.string() }),
});
export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/auth/accept-invitation',
  access: { who: 'anyone' },
  summary: 'Accept an invitation: sets name and password and signs in',
  limit: 'invitations',
  newPassword: 'password',
  body: z.strictObject({
    token,
    password: newPassword,
    first_name: z.optional(line(1, 80)),
    last_name: z.optional(line(1, 80)),
  }),
  answer: z.object({ user, tokens }),
});
