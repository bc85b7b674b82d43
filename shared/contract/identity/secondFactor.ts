/** The second factor: set up and switched off in the profile, asked for at sign-in after the password. */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { int, ok } from '../wire/wire.ts';
import { code, signedIn } from './auth.ts';
import { reauthentication } from './account/ownAccount.ts';

export const RECOVERY_CODES = 10;
const TICKET = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[\w-]{43}$/;

export const signInByCode = endpoint({
  method: 'POST',
  path: '/api/auth/login-code',
  access: { who: 'anyone' },
  summary: 'Finish a sign-in with a code of the authenticator app, or a recovery code',
  limit: 'login',
  body: z.strictObject({ ticket: z.string().check(z.regex(TICKET)), code }),
  answer: signedIn,
});

export const readSecondFactor = endpoint({
  method: 'GET',
  path: '/api/auth/second-factor',
  access: { who: 'user', area: 'self', level: 'R' },
  summary: 'Whether you have a second factor, and how many recovery codes are left',
  answer: z.object({
    is_on: z.boolean(),
    recovery_codes_left: int(0, RECOVERY_CODES),
    is_required: z.boolean(),
  }),
});
/** Counts only once a code of it was entered. */
export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/begin-second-factor',
  access: { who: 'user', area: 'self', level: 'W', reauth_min: 30 },
  summary: 'Make a secret for your authenticator app',
  limit: 'confirm',
  answer: z.object({ secret: z.string(), uri: z.string() }),
  showsSecret: true,
});
export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/confirm-second-factor',
  access: { who: 'user', area: 'self', level: 'W', reauth_min: 30 },
  summary: 'Switch your second factor on by a first code; the recovery codes are shown once',
  limit: 'confirm',
  body: z.strictObject({ code }),
  answer: z.object({ recovery_codes: z.array(z.string()) }),
  showsSecret: true,
});
export const removeSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/remove-second-factor',
  access: { who: 'user', area: 'self', level: 'W', transactions: 'own' },
  summary: 'Switch your second factor off, with your password and a code, or a passkey',
  limit: 'confirm',
  body: z.strictObject(reauthentication),
  answer: ok,
});
