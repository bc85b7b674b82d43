/** The console without a server: its page, and of its files what was used, each build in a cache of its own. */
import type { NetworkFirst } from './networkFirst.ts';

export interface ConsolePorts {
  caches: CacheStorage;
  fetch: typeof fetch;
  networkFirst: NetworkFirst;
  origin: string;
}

const PREFIX = 'console-';
/** One page stands at every address of the console; but the sign-in's comes with a first paint of its own. */
const PAGE = '/admin';
const SIGN_IN = '/auth';
const NOT_A_PAGE = /^\/(api|media|player|display)(\/|$)|\.\w+$/;
const FILES = /^\/(assets|locales|icons)\/|^\/theme\.js$/;
/** What our page says and no portal's does. */
const OURS = 'name="csp-nonce"';

const partsOf = (html: string) => [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(match => match[1] ?? '');

/** A build names its files by their content, so the list of them names the build. */
function nameOf(html: string): string {
  let hash = 0;
  for (const sign of partsOf(html).join()) hash = (Math.imul(hash, 31) + sign.charCodeAt(0)) | 0;
  return PREFIX + (hash >>> 0).toString(36);
}

export function createConsole({ caches, fetch, networkFirst, origin }: ConsolePorts) {
  const builds = async () => (await caches.keys()).filter(name => name.startsWith(PREFIX));

  /** The newest build's, if there is one. */
  async function opened(): Promise<Cache | null> {
    const name = (await builds()).at(-1);
    return name === undefined ? null : caches.open(name);
  }

  /**
   * Kept with its own headers, so that the policy names the nonce the page was written with. The nonce lets only
   * styles through and the page holds no text of anybody's, so that using it again lets nobody in.
   */
  async function keepPage(response: Response): Promise<void> {
    const isPage = response.headers.get('content-type')?.includes('text/html') ?? false;
    if (!response.ok || response.redirected || !isPage) return;
    const html = await response.clone().text();
    if (!html.includes(OURS)) return;
    const name = nameOf(html);
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
    isOurs({ method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>): boolean {
      const { origin: from, pathname } = new URL(url);
      return method === 'GET' && mode === 'navigate' && from === origin && !NOT_A_PAGE.test(pathname);
    },

    /** `during` keeps the worker alive. */
    answer(request: Request, during: (work: Promise<unknown>) => void): Promise<Response> {
      const isSignIn = new URL(request.url).pathname === SIGN_IN;
      return networkFirst(
        () => {
          const asked = fetch(request);
          if (!isSignIn) during(asked.then(response => keepPage(response.clone())).catch(() => null));
          return asked;
        },
        async () => (await opened())?.match(PAGE),
      );
    },

    /** What a page says it was made of: the first one of a browser came before this worker did. */
    async keep(paths: readonly string[]): Promise<void> {
      if ((await opened()) === null) await keepPage(await fetch(PAGE, { credentials: 'omit' }));
      const cache = await opened();
      if (cache === null) return;
      const files = paths.filter(path => FILES.test(path));
      const done = await Promise.allSettled(files.map(path => keepFile(cache, path)));
      const failed = done.filter(({ status }) => status === 'rejected').length;
      if (failed > 0) console.warn(`${failed} files of the console were not kept`);
    },
  };
}
