/** OpenID Connect: the address at the provider, and what the provider says about whoever comes back. */
import { importPKCS8, SignJWT } from 'jose';
import * as oidc from 'openid-client';
import * as z from 'zod/mini';
import type { Clock } from '../../../shared/clock.ts';
import type { OauthError, Provider } from '../../../shared/contract/identity/providers.ts';
import { email, text } from '../../../shared/contract/wire/wire.ts';
import type { Credentials } from './credentials.ts';

const TIMEOUT_S = 10;
/** How long what a provider says about itself is taken as it was. */
const KEPT_MS = 3_600_000;
/** How far the provider's clock and ours may be apart. */
const MAX_CLOCK_OFF_S = 5 * 60;
const APPLE_SECRET_S = 300;
const SCOPES = { google: 'openid email profile', apple: 'openid email name' } as const;

/** Why nobody can be signed in; the sign-in page has a text for each. */
export class OauthRefusal extends Error {
  readonly code: OauthError;
  constructor(code: OauthError, options?: ErrorOptions) {
    super(`sign-in with a provider: ${code}`, options);
    this.name = 'OauthRefusal';
    this.code = code;
  }
}

/** Secrets of one sign-in: state in the address, nonce in the token, verifier until the code is changed (PKCE). */
interface Secrets {
  state: string;
  nonce: string;
  verifier: string;
}
/** Who it is at the provider. */
export interface Identity {
  sub: string;
  /** null where the provider has not verified that it is his. */
  email: string | null;
  first_name: string | null;
  last_name: string | null;
}

/** Apple takes no lasting secret, but a short token signed by the key it gave out. */
async function appleSecret(of: Credentials & { provider: 'apple' }, clock: Clock): Promise<string> {
  const now = Math.floor(clock.now() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: of.key_id })
    .setIssuer(of.team_id)
    .setSubject(of.client_id)
    .setAudience(of.issuer)
    .setIssuedAt(now)
    .setExpirationTime(now + APPLE_SECRET_S)
    .sign(await importPKCS8(of.secret_key, 'ES256'));
}

const authOf = (of: Credentials, clock: Clock): oidc.ClientAuth =>
  of.provider === 'google'
    ? oidc.ClientSecretPost(of.client_secret)
    : async (_as, client, body) => {
        body.set('client_id', client.client_id);
        body.set('client_secret', await appleSecret(of, clock));
      };

export function openOauthClient(clock: Clock) {
  const kept = new Map<Provider, { key: string; at: number; config: oidc.Configuration }>();

  async function configurationOf(of: Credentials): Promise<oidc.Configuration> {
    const key = JSON.stringify(of);
    const known = kept.get(of.provider);
    if (known?.key === key && Math.abs(clock.now() - known.at) < KEPT_MS) return known.config;
    const issuer = new URL(of.issuer);
    const config = await oidc
      .discovery(issuer, of.client_id, undefined, authOf(of, clock), {
        timeout: TIMEOUT_S,
        /** The settings of the server let only an issuer of this machine do without TLS. */
        execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
      })
      .catch((cause: unknown) => {
        throw new OauthRefusal('unavailable', { cause });
      });
    kept.set(of.provider, { key, at: clock.now(), config });
    return config;
  }

  return {
    async addressOf(
      of: Credentials,
      redirect_uri: string,
      { state, nonce, verifier }: Secrets,
    ): Promise<URL> {
      return oidc.buildAuthorizationUrl(await configurationOf(of), {
        ...{ redirect_uri, state, nonce, scope: SCOPES[of.provider] },
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        /** Apple gives the address only to a form that it posts. */
        ...(of.provider === 'apple' ? { response_mode: 'form_post' } : { prompt: 'select_account' }),
      });
    },

    /** `answer`: the parameters with which the provider sent the browser back. */
    async identify(
      of: Credentials,
      redirect_uri: string,
      answer: URLSearchParams,
      { state, nonce, verifier }: Secrets,
    ): Promise<Identity> {
      const config = await configurationOf(of);
      const address = new URL(redirect_uri);
      address.search = answer.toString();
      const tokens = await oidc
        .authorizationCodeGrant(config, address, {
          ...{ pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce },
          idTokenExpected: true,
        })
        .catch((cause: unknown) => {
          throw new OauthRefusal(reasonOf(cause), { cause });
        });
      const claims = tokens.claims();
      if (!claims) throw new OauthRefusal('refused');
      requireSameTime(claims.iat, clock.now());
      return identityOf(claims, answer.get('user'));
    },
  };
}
export type OauthClient = ReturnType<typeof openOauthClient>;

/** A token that was just made says what time it is at the provider. */
function requireSameTime(issued_s: number, now: number): void {
  if (Math.abs(now / 1000 - issued_s) > MAX_CLOCK_OFF_S) throw new OauthRefusal('clock');
}

const CANCELLED = ['access_denied', 'user_cancelled_authorize'];
function reasonOf(error: unknown): OauthError {
  if (error instanceof oidc.AuthorizationResponseError)
    return CANCELLED.includes(error.error) ? 'cancelled' : 'refused';
  const { code = '' } = error as { code?: string };
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'clock';
  return code.startsWith('OAUTH_') && code !== 'OAUTH_TIMEOUT' ? 'refused' : 'unavailable';
}

const personName = z.nullish(z.catch(z.nullish(text(1, 80)), null));
const names = z.catch(z.object({ name: z.object({ firstName: personName, lastName: personName }) }), {
  name: {},
});
const claimsSchema = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.catch(z.nullish(email), null),
  /** Apple writes it as a text. */
  email_verified: z.catch(z.nullish(z.union([z.boolean(), z.string()])), null),
  given_name: personName,
  family_name: personName,
});

/** `user`: the name that Apple's form carries at the first sign-in; it is not signed, and is no more than a name. */
export function identityOf(claims: object, user: string | null): Identity {
  const parsed = z.safeParse(claimsSchema, claims);
  if (!parsed.success) throw new OauthRefusal('refused');
  const { sub, email: address, email_verified, given_name, family_name } = parsed.data;
  const isVerified = email_verified === true || email_verified === 'true';
  const { name } = z.parse(names, jsonOf(user));
  return {
    sub,
    email: isVerified ? (address ?? null) : null,
    first_name: given_name ?? name.firstName ?? null,
    last_name: family_name ?? name.lastName ?? null,
  };
}

function jsonOf(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
