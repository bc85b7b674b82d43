/** A real OpenID Connect provider on this machine, in the place of Google or Apple. */
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';
import Provider, { interactionPolicy } from 'oidc-provider';

export interface ProviderAccount {
  sub: string;
  email: string;
  /** Apple writes it as a text. */
  email_verified: boolean | string;
  given_name?: string;
  family_name?: string;
}

export const CLIENT_ID = 'wayside.test';
export const CLIENT_SECRET = 'a-secret-of-the-provider';
const TTL_S = 3_600;
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
/** As Apple gives out keys. */
export const APPLE = {
  team_id: 'TEAM123456',
  key_id: 'KEY1234567',
  secret_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
};

const pageOf = (path: string, accounts: readonly ProviderAccount[]) => `<!doctype html><title>Provider</title>
<h1>Choose an account</h1>
${accounts.map(({ sub, email }) => `<p><a href="${path}/as/${sub}">${email}</a></p>`).join('\n')}
<p><a href="${path}/cancel">Cancel</a></p>`;

function policyWithAccounts() {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return policy;
}

export async function startProvider(
  kind: 'google' | 'apple',
  { redirect_uris }: { redirect_uris: string[] },
) {
  const accounts = new Map<string, ProviderAccount>();
  const server = createServer();
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
      name: ['given_name', 'family_name'],
    },
    conformIdTokenClaims: false,
    ttl: { Interaction: TTL_S, Grant: TTL_S, Session: TTL_S, AccessToken: TTL_S, IdToken: TTL_S },
    pkce: { required: () => true },
    cookies: { keys: ['signs the cookies of the provider'] },
    features: { devInteractions: { enabled: false } },
    interactions: { policy: policyWithAccounts(), url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => ({ ...accounts.get(sub), sub }),
    }),
  });
  if (kind === 'apple') takeSignedSecrets(provider, issuer);

  async function interact(request: IncomingMessage, response: ServerResponse) {
    const [, path = '', act, sub = ''] = /^(\/interaction\/[^/]+)(?:\/(\w+))?(?:\/(.+))?$/.exec(
      request.url ?? '',
    )!;
    if (act === undefined) {
      response.setHeader('content-type', 'text/html');
      return response.end(pageOf(path, [...accounts.values()]));
    }
    const { params } = await provider.interactionDetails(request, response);
    if (act === 'cancel') return provider.interactionFinished(request, response, { error: 'access_denied' });
    const grant = new provider.Grant({ accountId: sub, clientId: String(params['client_id']) });
    grant.addOIDCScope(String(params['scope']));
    const consent = { grantId: await grant.save() };
    const result = { select_account: {}, login: { accountId: sub }, consent };
    return provider.interactionFinished(request, response, result);
  }
  const others = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith('/interaction/')) return void others(request, response);
    void interact(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  return {
    issuer,
    add(account: ProviderAccount) {
      accounts.set(account.sub, account);
      return account;
    },
    close: () =>
      new Promise<void>(done => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
export type TestProvider = Awaited<ReturnType<typeof startProvider>>;

/** Like Apple: no lasting secret, but a token signed by the key it gave out. */
function takeSignedSecrets(provider: Provider, issuer: string): void {
  const key = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }));
  provider.Client.prototype.compareClientSecret = async (secret: string) => {
    const { protectedHeader } = await jwtVerify(secret, key, {
      ...{ issuer: APPLE.team_id, subject: CLIENT_ID, audience: issuer, algorithms: ['ES256'] },
    });
    return protectedHeader.kid === APPLE.key_id;
  };
}
