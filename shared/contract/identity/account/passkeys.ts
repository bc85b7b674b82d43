/** Passkeys (WebAuthn): a way in that counts as both factors, and what stands for the password where it is asked for again. */
import * as z from 'zod/mini';
import { endpoint } from '../../wire/endpoint.ts';
import { byId, id, instant, text } from '../../wire/wire.ts';
import { signedIn } from '../auth.ts';
import { assertion, bytes, clientData, credentialId } from './assertion.ts';

export const MAX_PASSKEYS = 20;
/** Minutes since the sign-in, or since password or passkey were asked for again. */
const REAUTH_MIN = 30;
/** Each challenge is good for five minutes and once, with the cookie of its browser or in its session. */
const challenge = { challenge: z.string(), rp_id: z.string() };

export const beginPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/begin-sign-in',
  access: { who: 'anyone' },
  summary: 'Ask for a challenge to sign in with a passkey',
  limit: 'login',
  answer: z.object(challenge),
});
/** The same answer for a passkey that is unknown, removed or wrong. */
export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/sign-in',
  access: { who: 'anyone' },
  summary: 'Sign in with a passkey, which needs neither password nor code',
  limit: 'login',
  body: z.strictObject({ passkey: assertion }),
  answer: signedIn,
});
/** For the calls that take `passkey` in place of the password. */
export const beginPasskeyConfirmation = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/begin-confirmation',
  access: { who: 'user', area: 'self', level: 'W', transactions: 'own' },
  summary: 'Ask for a challenge to answer with one of your passkeys in place of your password',
  limit: 'confirm',
  answer: z.object({ ...challenge, credentials: z.array(z.string()) }),
});

export const passkey = z.object({
  id,
  name: z.string(),
  created_at: instant,
  last_used_at: z.nullable(instant),
});
export type Passkey = z.infer<typeof passkey>;
const name = text(1, 60);

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/auth/passkeys',
  access: { who: 'user', area: 'self', level: 'R' },
  summary: 'Your passkeys, and whether you have a password',
  answer: z.object({ items: z.array(passkey), has_password: z.boolean() }),
});
export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/begin',
  access: { who: 'user', area: 'self', level: 'W', reauth_min: REAUTH_MIN, transactions: 'own' },
  summary: 'Ask for a challenge to make a passkey',
  limit: 'confirm',
  answer: z.object({
    ...challenge,
    user_handle: z.string(),
    user_name: z.string(),
    /** That the authenticator may hold already. */
    credentials: z.array(z.string()),
  }),
});
export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys',
  access: { who: 'user', area: 'self', level: 'W', reauth_min: REAUTH_MIN, transactions: 'own' },
  summary: 'Add a passkey that was made for a challenge',
  limit: 'confirm',
  body: z.strictObject({
    name,
    id: credentialId,
    client_data: clientData,
    /** The object of `navigator.credentials.create`, in base64url. */
    attestation: bytes(16_384),
  }),
  answer: passkey,
});
export const renamePasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/:id/rename',
  access: { who: 'user', area: 'self', level: 'W' },
  summary: 'Give one of your passkeys another name',
  params: byId,
  body: z.strictObject({ name }),
  answer: passkey,
});
export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/auth/passkeys/:id',
  access: { who: 'user', area: 'self', level: 'W', reauth_min: REAUTH_MIN },
  summary: 'Remove one of your passkeys',
  params: byId,
});
