/** Sign-in with an account of another: its way back, the exchange, and how the platform is set up for it. */
import * as z from 'zod/mini';
import { codeNeeded, signedIn } from './auth.ts';
import { HIDDEN_REASONS } from './providers.ts';
import { endpoint } from '../wire/endpoint.ts';
import { text } from '../wire/wire.ts';

/** A provider sends the browser back to these; they answer by a redirect alone. */
export const googleCallback = endpoint({
  method: 'GET',
  path: '/api/auth/oauth/google/callback',
  access: { who: 'anyone' },
  summary: 'Where Google sends the browser back to',
  limit: 'oauth',
  answer: 'text',
});
/** Apple posts a form from its own page: the one call of ours that another site may send. */
export const appleCallback = endpoint({
  method: 'POST',
  path: '/api/auth/oauth/apple/callback',
  access: { who: 'anyone' },
  summary: 'Where Apple sends the browser back to',
  limit: 'oauth',
  documents: ['application/x-www-form-urlencoded'],
  bodyLimit: 16_384,
  answer: 'text',
});
/** The code stands in the fragment of /auth for 60 seconds and works once, in the browser that began. */
export const exchange = endpoint({
  method: 'POST',
  path: '/api/auth/oauth/exchange',
  access: { who: 'anyone' },
  summary: 'Change the code of a sign-in with a provider for a session',
  limit: 'oauth',
  body: z.strictObject({ code: z.string().check(z.maxLength(200)) }),
  answer: z.union([signedIn, codeNeeded]),
});

const clientId = z.nullable(
  z.string().check(z.minLength(1), z.maxLength(254), z.regex(/^[\w.:-]+$/, 'As the provider shows it')),
);
const appleId = z.nullable(
  z.string().check(z.regex(/^[A-Z0-9]{10}$/, 'Ten capital letters and digits, as Apple shows it')),
);
/** Empty: as the environment says. */
export const oauthFields = {
  google_client_id: clientId,
  apple_client_id: clientId,
  apple_team_id: appleId,
  apple_key_id: appleId,
};
/** Write-only: they are never read back. */
export const oauthSecrets = {
  google_client_secret: z.nullable(text(1, 500)),
  /** The .p8 file. Called a secret, so that no log shows it. */
  apple_secret_key: z.nullable(text(1, 2_000)),
};
const hidden = z.nullable(z.enum(HIDDEN_REASONS));
export const oauthAnswer = {
  ...oauthFields,
  google_has_secret: z.boolean(),
  apple_has_secret: z.boolean(),
  /** Why the button is not shown; null: it is. */
  google_hidden: hidden,
  apple_hidden: hidden,
};
