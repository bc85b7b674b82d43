/** How the platform is known at a provider: by the settings, else by the environment. */
import { eq } from 'drizzle-orm';
import { withDeadline } from '../../../shared/clock.ts';
import { PROVIDERS, type HiddenReason, type Provider } from '../../../shared/contract/identity/providers.ts';
import type { OauthConfig } from '../../context/oauth.ts';
import type { Server } from '../../context/server.ts';
import { tenants } from '../../db/schema.ts';
import type { OauthSettings } from '../../db/tables/tenants.ts';

interface Known {
  issuer: string;
  client_id: string;
}
export type Credentials =
  | (Known & { provider: 'google'; client_secret: string })
  | (Known & { provider: 'apple'; team_id: string; key_id: string; secret_key: string });
type Found = { credentials: Credentials } | { hidden: HiddenReason };

type Needs = Pick<Server, 'secret' | 'config'>;
export const NO_SETTINGS: OauthSettings = {
  ...{ google_client_id: null, google_client_secret: null },
  ...{ apple_client_id: null, apple_team_id: null, apple_key_id: null, apple_secret_key: null },
};

/** Settings that name an account stand alone: half of it is never taken from the environment. */
function sourceOf(provider: Provider, settings: OauthSettings, { secret, config }: Needs): OauthConfig {
  if (settings[`${provider}_client_id`] === null) return config.oauth;
  const unwrap = (wrapped: string | null) =>
    wrapped === null ? null : secret.unwrap(wrapped).toString('utf8');
  return {
    ...config.oauth,
    ...settings,
    google_client_secret: unwrap(settings.google_client_secret),
    apple_secret_key: unwrap(settings.apple_secret_key),
  };
}

export function credentialsOf(provider: Provider, settings: OauthSettings | null, needs: Needs): Found {
  const from = sourceOf(provider, settings ?? NO_SETTINGS, needs);
  const client_id = from[`${provider}_client_id`];
  if (client_id === null) return { hidden: 'no_credentials' };
  const known = { issuer: from[`${provider}_issuer`], client_id };
  if (provider === 'google') {
    const client_secret = from.google_client_secret;
    return client_secret === null
      ? { hidden: 'incomplete' }
      : { credentials: { ...known, provider, client_secret } };
  }
  const { apple_team_id: team_id, apple_key_id: key_id, apple_secret_key: secret_key } = from;
  return team_id === null || key_id === null || secret_key === null
    ? { hidden: 'incomplete' }
    : { credentials: { ...known, provider, team_id, key_id, secret_key } };
}

/** Read for each sign-in, so that a change holds at once and on every node. */
export async function readOauthSettings({
  tenantTransactions,
}: Pick<Server, 'tenantTransactions'>): Promise<OauthSettings | null> {
  const [platform] = await tenantTransactions.acrossTenants(tx =>
    tx.select({ oauth: tenants.oauth }).from(tenants).where(eq(tenants.kind, 'platform')),
  );
  return platform?.oauth ?? null;
}

/** Which providers the sign-in page offers; read for each page, so that a change holds at once and on every node. */
export type SignInWith = () => Promise<readonly Provider[]>;

/** A page does not wait longer for the database; it then offers what was offered before. */
const PAGE_WAITS_MS = 300;

export function openSignInWith(server: Server): SignInWith {
  let offered: readonly Provider[] = [];
  async function read() {
    const settings = await readOauthSettings(server);
    offered = PROVIDERS.filter(provider => 'credentials' in credentialsOf(provider, settings, server));
  }
  return async () => {
    await withDeadline(server.clock, PAGE_WAITS_MS, 'the providers of sign-in', read()).catch(
      () => undefined,
    );
    return offered;
  };
}
