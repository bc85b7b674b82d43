/** Sign-in with Google and Apple: to the provider, back from it to /auth, and the exchange there. */
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { oauth } from '../../../shared/contract/identity/auth.ts';
import { appleCallback, exchange, googleCallback } from '../../../shared/contract/identity/oauth.ts';
import type { OauthError, Provider } from '../../../shared/contract/identity/providers.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { users } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { preferredLanguage } from '../../http/errorPage.ts';
import { mount } from '../../http/route.ts';
import { linkOrigin } from '../passwords/linkOrigin.ts';
import { isSecureOrigin } from '../session/binding.ts';
import type { Sessions } from '../session/sessions.ts';
import { enterAfterFirstFactor, type HttpExchange } from '../session/enter.ts';
import { homeStatus, requireMayEnter } from '../session/mayEnter.ts';
import { newToken } from '../session/tokens.ts';
import { accountOf } from './accounts.ts';
import { OauthRefusal, openOauthClient, type OauthClient } from './client.ts';
import { oauthCookie } from './cookie.ts';
import { credentialsOf, readOauthSettings, type Credentials } from './credentials.ts';
import { makeTicket, takeTicket } from './tickets.ts';

const FORM = 'application/x-www-form-urlencoded';
/** After a form that was posted, too, the browser goes on by GET. */
const SEE_OTHER = 303;

/** Nothing that a request says is part of where the browser is sent. */
const toPage = (reply: FastifyReply, rest: string) =>
  reply.header('cache-control', 'no-store').redirect(`/auth${rest}`, SEE_OTHER);

export function oauthRoutes(app: FastifyInstance, server: Server, sessions: Sessions): void {
  const client = openOauthClient(server.clock);
  mount(app, oauth, ({ params, request, reply }) =>
    answering(request, reply, () => begin(server, client, { ...params, request, reply })),
  );
  mount(app, googleCallback, ({ request, reply }) => {
    const answer = new URL(request.url, 'http://localhost').searchParams;
    return answering(request, reply, () => comeBack(server, client, { provider: 'google', answer, request }));
  });
  mount(app, exchange, ({ body, request, reply }) =>
    exchangeCode(server, sessions, body.code, { request, reply }),
  );
  /** Only here is a form read at all: every other call takes JSON, which no page of another origin may send. */
  void app.register((forms, _options, done) => {
    forms.removeAllContentTypeParsers();
    forms.addContentTypeParser(FORM, { parseAs: 'buffer' }, (request, body, parsed) => {
      request.rawBody = body as Buffer;
      parsed(null, {});
    });
    mount(forms, appleCallback, ({ request, reply }) => {
      const answer = new URLSearchParams(request.rawBody?.toString('utf8') ?? '');
      return answering(request, reply, () =>
        comeBack(server, client, { provider: 'apple', answer, request }),
      );
    });
    done();
  });
}

/** The browser is on its way, so that a failure is an address of ours and never an error body. */
async function answering(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<string | URL>,
): Promise<FastifyReply> {
  try {
    const to = await work();
    return typeof to === 'string' ? toPage(reply, to) : reply.redirect(to.href, SEE_OTHER);
  } catch (error) {
    request.log.warn({ err: error }, 'a sign-in with a provider failed');
    return toPage(reply, `?error=${codeOf(error)}`);
  }
}

function codeOf(error: unknown): OauthError {
  if (error instanceof OauthRefusal) return error.code;
  if (error instanceof AppError && error.code === 'RATE_LIMITED') return 'too_many';
  return 'unavailable';
}

async function credentialsFor(
  server: Server,
  provider: Provider,
  request: FastifyRequest,
): Promise<Credentials> {
  if (!isSecureOrigin(server.config, request)) throw new OauthRefusal('insecure_origin');
  const found = credentialsOf(provider, await readOauthSettings(server), server);
  if ('hidden' in found) throw new OauthRefusal('not_configured');
  return found.credentials;
}

const callbackOf = (server: Server, provider: Provider, request: FastifyRequest) =>
  `${linkOrigin(server.config, request)}/api/auth/oauth/${provider}/callback`;

async function begin(
  server: Server,
  client: OauthClient,
  { provider, request, reply }: { provider: Provider } & HttpExchange,
): Promise<URL> {
  const credentials = await credentialsFor(server, provider, request);
  const [nonce, verifier] = [newToken(), newToken()];
  const holds = { kind: 'state', provider, nonce, verifier } as const;
  const state = await makeTicket(server, holds, oauthCookie.keep(request, reply));
  const secrets = { state, nonce, verifier };
  return client.addressOf(credentials, callbackOf(server, provider, request), secrets);
}

interface ComesBack {
  provider: Provider;
  answer: URLSearchParams;
  request: FastifyRequest;
}
/** Answers where on /auth the browser goes. */
async function comeBack(
  server: Server,
  client: OauthClient,
  { provider, answer, request }: ComesBack,
): Promise<string> {
  const state = answer.get('state') ?? '';
  const cookie_hash = oauthCookie.hashOf(request);
  const ticket = await takeTicket(server, 'state', { token: state, cookie_hash });
  if (!ticket || cookie_hash === null || ticket.provider !== provider) throw new OauthRefusal('expired');
  const credentials = await credentialsFor(server, provider, request);
  const identity = await client.identify(credentials, callbackOf(server, provider, request), answer, {
    ...ticket,
    state,
  });
  const locale = preferredLanguage(request.headers['accept-language']);
  const {
    id: user_id,
    status,
    deleted_at,
  } = await accountOf(server, { provider, identity, locale, request });
  if (deleted_at !== null) throw new OauthRefusal('inactive');
  if (status === 'pending_approval') return '?status=pending_approval';
  if (status !== 'active') throw new OauthRefusal('inactive');
  /** In the fragment, which no server and no log is sent. */
  return `#oauth=${await makeTicket(server, { kind: 'code', user_id, made_at: server.clock.now() }, cookie_hash)}`;
}

const codeEnded = () =>
  new AppError('VALIDATION', 'This code is no longer good.', { code: ['This code is no longer good.'] });

async function exchangeCode(server: Server, sessions: Sessions, code: string, ends: HttpExchange) {
  const cookie_hash = oauthCookie.hashOf(ends.request);
  const ticket = await takeTicket(server, 'code', { token: code, cookie_hash });
  if (!ticket) throw codeEnded();
  oauthCookie.clear(ends.reply);
  const { user, home } = await server.tenantTransactions.lookUp('sign_in', async tx => {
    const [found] = await tx.select().from(users).where(eq(users.id, ticket.user_id));
    return { user: found, home: found ? await homeStatus(tx, found.tenant_id) : null };
  });
  if (!user) throw new AppError('USER_INVALID', 'User account is inactive or not found.');
  /** Whoever ended all sessions meanwhile ended this one, too. */
  if ((user.sessions_ended_at?.getTime() ?? 0) > ticket.made_at) throw codeEnded();
  requireMayEnter(user, home);
  return enterAfterFirstFactor(server, sessions, { user, ...ends });
}
