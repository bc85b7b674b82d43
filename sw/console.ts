/** Offline cache of the console: its page and the files that were used, one cache per build. */
import { isPlayerPath } from '../shared/web/playerPath.ts';
import type { NetworkFirst } from './networkFirst.ts';

export interface ConsolePorts {
  caches: CacheStorage;
  fetch: typeof fetch;
  networkFirst: NetworkFirst;
  origin: string;
}

const PREFIX = 'console-';
/** Every console address serves the same page, except the sign-in page, which has its own first paint. */
const PAGE = '/admin';
const SIGN_IN = '/auth';
const NOT_A_PAGE = /^\/(api|media)(\/|$)|\.\w+$/;
const FILES = /^\/(assets|locales|icons)\/|^\/theme\.js$/;
/** Only our own page contains this; the page of a captive portal does not. */
const PAGE_MARKER = 'name="csp-nonce"';

const assetsOf = (html: string) => [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(match => match[1] ?? '');

/** File names contain content hashes, so the list of files identifies the build. */
function cacheNameOf(html: string): string {
  let hash = 0;
  for (const char of assetsOf(html).join()) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) | 0;
  return PREFIX + (hash >>> 0).toString(36);
}

export function createConsoleCache({ caches, fetch, networkFirst, origin }: ConsolePorts) {
  const builds = async () => (await caches.keys()).filter(name => name.startsWith(PREFIX));

  /** The cache of the newest build, or null. */
  async function newestBuild(): Promise<Cache | null> {
    const name = (await builds()).at(-1);
    return name === undefined ? null : caches.open(name);
  }

  /**
   * Stored with its headers, so that the CSP contains the nonce the page was rendered with. The nonce allows only
   * styles and the page contains no user text, so reusing it is safe.
   */
  async function keepPage(response: Response): Promise<void> {
    const isPage = response.headers.get('content-type')?.includes('text/html') ?? false;
    if (!response.ok || response.redirected || !isPage) return;
    const html = await response.clone().text();
    if (!html.includes(PAGE_MARKER)) return;
    const name = cacheNameOf(html);
    await (await caches.open(name)).put(PAGE, response);
    const older = (await builds()).filter(other => other !== name);
    await Promise.all(older.map(other => caches.delete(other)));
  }

  async function keepFile(cache: Cache, path: string): Promise<void> {
    if (await cache.match(path)) return;
    const response = await fetch(path, { credentials: 'omit' });
    if (response.ok && !response.redirected) await cache.put(path, response);
  }

  return {
    handles({ method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>): boolean {
      const { origin: from, pathname } = new URL(url);
      return (
        method === 'GET' &&
        mode === 'navigate' &&
        from === origin &&
        !isPlayerPath(pathname) &&
        !NOT_A_PAGE.test(pathname)
      );
    },

    /** `waitUntil` keeps the worker alive. */
    answer(request: Request, waitUntil: (work: Promise<unknown>) => void): Promise<Response> {
      const isSignIn = new URL(request.url).pathname === SIGN_IN;
      return networkFirst(
        () => {
          const response = fetch(request);
          if (!isSignIn) waitUntil(response.then(response => keepPage(response.clone())).catch(() => null));
          return response;
        },
        async () => (await newestBuild())?.match(PAGE),
      );
    },

    /** Caches the files a page reports, because the first page of a browser loads before this worker exists. */
    async cacheFiles(paths: readonly string[]): Promise<void> {
      if ((await newestBuild()) === null) await keepPage(await fetch(PAGE, { credentials: 'omit' }));
      const cache = await newestBuild();
      if (cache === null) return;
      const files = paths.filter(path => FILES.test(path));
      const done = await Promise.allSettled(files.map(path => keepFile(cache, path)));
      const failed = done.filter(({ status }) => status === 'rejected').length;
      if (failed > 0) console.warn(`${failed} files of the console were not kept`);
    },
  };
}
