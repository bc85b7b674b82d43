/** What one changes of one's own account once one has shown again that it is one's own. */
import * as z from 'zod/mini';
import { endpoint } from '../../wire/endpoint.ts';
import { email, ok } from '../../wire/wire.ts';
import { insteadOfPassword } from '../auth.ts';

export const reauthentication = {
  password: z.optional(z.string().check(z.minLength(1, 'Password is required'), z.maxLength(128))),
  ...insteadOfPassword,
};

/** Re-authentication: valid for 30 minutes in another tenant, for 5 minutes on police keys. */
export const reauth = endpoint({
  method: 'POST',
  path: '/api/auth/reauth',
  access: { who: 'user', area: 'self', level: 'W', transactions: 'own' },
  summary: 'Say the password again, or answer with a passkey, for what asks for it',
  limit: 'confirm',
  body: z.strictObject(reauthentication),
  answer: ok,
});
/** The same answer whether another account has the address or not. */
export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/auth/change-email',
  access: { who: 'user', area: 'self', level: 'W', transactions: 'own' },
  summary: 'Send a link to a new address; it becomes the address of the account once the link is used',
  limit: 'confirm',
  body: z.strictObject({ email, ...reauthentication }),
  answer: ok,
});
export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/auth/confirm-email',
  access: { who: 'anyone' },
  summary: 'Change the address of an account by the link; the earlier address is told',
  limit: 'link_uses',
  body: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
  /** What the account is signed in to with from now on. */
  answer: z.object({ email }),
});
