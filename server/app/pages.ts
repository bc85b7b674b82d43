/** Serves the two pages and their files. Hashed files are immutable; pages are revalidated each time. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from '../../shared/contract/identity/providers.ts';
import { LANGUAGES } from '../../shared/constants.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import { preloadLinks } from './pages/preload.ts';
import { NO_PAGE, preferredLanguage } from '../http/errorPage.ts';
import type { Server } from '../context/server.ts';
import { linkOrigin } from '../identity/passwords/linkOrigin.ts';
import type { SignInWith } from '../identity/oauth/credentials.ts';
import { isSecureOrigin } from '../identity/session/binding.ts';
import { baseMapAddress, baseMapRoutes } from './baseMap.ts';
import { FIRST_PAINT } from './pages/firstPaint.ts';
import { publicPaints } from './pages/publicPaint.ts';
import { inAttribute, publicHead, robots, sitemap } from './pages/publicHead.ts';
import { consolePolicy, mapWorkerPolicy, PLAYER_POLICY, VERIFY_POLICY } from './pages/policy.ts';
import { ROOT } from '../root.ts';

export const WEB_ROOT = join(ROOT, 'dist/web');
const NONCE_BYTES = 16;
const YEAR_S = 31_536_000;
const MAP_WORKER = /^assets\/maplibre-gl-csp-worker-[\w-]+\.js$/;
const anyone = { access: { who: 'anyone' } } as const;

/** People are counted by what is plugged in, if at all: no page of ours may look or listen. */
const NO_SENSORS = 'camera=(), microphone=()';

/** Path of a built file for a decoded URL path; null for dot files, paths outside the folder and pages. */
export function builtFile(path: string, root = WEB_ROOT): string | null {
  const relative = normalize(path).replace(/^\/+/, '');
  const hidden = relative.split('/').some(part => part.startsWith('.'));
  if (hidden || relative.includes('\0') || extname(relative) === '' || extname(relative) === '.html')
    return null;
  const file = join(root, relative);
  return existsSync(file) && statSync(file).isFile() ? relative : null;
}

interface Filled {
  nonce: string;
  geocoder: string | null;
  baseMap: string;
  signInWith: readonly Provider[];
}
/** Writes the values that the console needs before its scripts run into its page. */
const fillPage = (page: string, values: Filled) =>
  page
    .replaceAll('__CSP_NONCE__', values.nonce)
    .replaceAll('__GEOCODER_URL__', () => inAttribute(values.geocoder ?? ''))
    .replaceAll('__BASE_MAP__', () => inAttribute(values.baseMap))
    .replaceAll('__SIGN_IN_WITH__', values.signInWith.join(' '));

const ROOT_DIV = '<div id="root">';
const TITLE = '<title>Wayside</title>';
const THEME = '<script src="/theme.js"';
const isSignIn = (url: string) => /^\/auth(\?|$)/.test(url);

/** null before the first build, as in tests of the API. */
const readBuilt = (...path: string[]): string | null => {
  const file = join(WEB_ROOT, ...path);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
};
export const readPage = (name: string) => readBuilt(name, 'index.html');

/** The keys that sign proofs, for whoever saves the page: a copy believes the same ones. */
const fillVerifyPage = ({ keys }: Server) =>
  readBuilt('verify.html')?.replace('__SERVER_KEYS__', keys.signers.map(({ key_id }) => key_id).join(' ')) ??
  null;

export async function pageRoutes(app: FastifyInstance, signInWith: SignInWith): Promise<void> {
  await app.register(fastifyStatic, { root: WEB_ROOT, serve: false, preCompressed: true });
  baseMapRoutes(app);
  const { config } = app.wayside;
  const { geocoderUrl: geocoder, mapUrl: map } = config;
  const pages = {
    player: readPage('player'),
    console:
      readPage('console')
        ?.replace('__SUPPORT_EMAIL__', config.supportEmail)
        .replace('__MAP_ATTRIBUTION__', () => inAttribute(config.mapAttribution)) ?? null,
  };

  const paints = publicPaints(WEB_ROOT);

  const html = (reply: FastifyReply, csp: string, text: string | null) => {
    if (text === null) throw new AppError('UNAVAILABLE', 'The pages are not built: run npm run build.');
    return reply
      .header('content-security-policy', csp)
      .header('permissions-policy', NO_SENSORS)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(text);
  };
  const sendConsole = async (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const wanted = LANGUAGES.find(one => one === searchParams.get('lang')) ?? null;
    const language = wanted ?? preferredLanguage(request.headers['accept-language']);
    const first = isSignIn(request.url) ? FIRST_PAINT[language] : '';
    const painted = paints.get(pathname);
    const head = publicHead({
      ...{ path: pathname, language, isNamed: wanted !== null },
      origin: linkOrigin(config, request),
    });
    const page =
      pages.console &&
      fillPage(pages.console, {
        ...{ nonce, geocoder, baseMap: baseMapAddress(config) },
        /** Its cookie stays in no browser that came without TLS from elsewhere. */
        signInWith: isSecureOrigin(config, request) ? await signInWith() : [],
      })
        .replace(ROOT_DIV, () => `${painted?.body[language] ?? ''}${ROOT_DIV}${first}`)
        .replace(TITLE, () => `${head ?? TITLE}${painted ? `\n    ${painted.head}` : ''}`)
        .replace(THEME, () => `${THEME}${painted ? ` data-texts="${painted.texts}"` : ''}`)
        .replace('<html lang="en">', () => `<html lang="${head === null ? 'en' : language}">`);
    if (head !== null) reply.header('vary', 'accept-language');
    return html(reply, consolePolicy({ nonce, geocoder, map }), page);
  };
  const toPlayer = async (request: FastifyRequest, reply: FastifyReply) => {
    const query = request.url.indexOf('?');
    return reply.redirect(`/player${query < 0 ? '' : request.url.slice(query)}`);
  };

  app.get('/', { config: anyone }, toPlayer);
  // No address below the player belongs to the console, whose pages send a bearer token (shared/web/playerPath.ts).
  for (const path of ['/display', '/display/*', '/player/*']) app.get(path, { config: anyone }, toPlayer);
  const early = preloadLinks(WEB_ROOT);
  app.get('/player', { config: anyone }, async (request, reply) => {
    /** Not sent to the service worker, which caches the page together with its files. */
    if (early !== null && request.headers['sec-fetch-dest'] === 'document') reply.header('link', early);
    return html(reply.header('vary', 'sec-fetch-dest'), PLAYER_POLICY, pages.player);
  });
  const verifyPage = fillVerifyPage(app.wayside);
  app.get('/verify.html', { config: anyone }, async (_request, reply) =>
    html(reply, VERIFY_POLICY, verifyPage),
  );
  app.get('/robots.txt', { config: anyone }, async (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robots(linkOrigin(config, request))),
  );
  app.get('/sitemap.xml', { config: anyone }, async (request, reply) =>
    reply.type('application/xml; charset=utf-8').send(sitemap(linkOrigin(config, request))),
  );
  app.get('/*', { config: anyone }, async (request, reply) => {
    const path = `/${(request.params as { '*': string })['*']}`;
    /** A code that is longer than any of ours leads nowhere: no page of the console stands in for it. */
    if (path.startsWith('/q/')) throw new AppError('NOT_FOUND', 'There is no such code.');
    const file = builtFile(path);
    if (file === null) {
      if (NO_PAGE.test(path) || extname(path) !== '')
        throw new AppError('NOT_FOUND', 'There is nothing at this address.');
      return sendConsole(request, reply);
    }
    if (file === 'sw.js')
      reply.header('service-worker-allowed', '/').header('content-security-policy', PLAYER_POLICY);
    if (MAP_WORKER.test(file)) reply.header('content-security-policy', mapWorkerPolicy(map));
    const hashed = file.startsWith('assets/');
    return reply.sendFile(file, {
      cacheControl: true,
      maxAge: hashed ? YEAR_S * 1000 : 0,
      immutable: hashed,
    });
  });
}
