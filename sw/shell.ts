/** The player's own files: each build fills a cache of its own, the newest two are kept. */
export interface Entry {
  url: string;
  /** Null where the address carries the hash of its content. */
  revision: string | null;
}
export interface ShellPorts {
  entries: readonly Entry[];
  caches: CacheStorage;
  fetch: typeof fetch;
  origin: string;
}

const PREFIX = 'shell-';
const SLICES = 'slices';
const KEPT_BUILDS = 2;
const PLAYER = '/player';
/** As the server has it, so that a screen has one address with and without its worker. */
const LEADS_TO_PLAYER = new Set(['/', '/player/', '/display', '/display/']);

/** Names what is in the list, so two builds never share a cache. */
function nameOf(entries: readonly Entry[]): string {
  let hash = 0;
  for (const { url, revision } of entries)
    for (const sign of `${url} ${revision}\n`) hash = (Math.imul(hash, 31) + sign.charCodeAt(0)) | 0;
  return PREFIX + (hash >>> 0).toString(36);
}

const isNavigation = (request: Request) => request.mode === 'navigate';
const isHashed = (path: string) => path.startsWith('/assets/');
/** Slices of the large CJK type come as they are used; they never change. */
const isSlice = (path: string) => isHashed(path) && path.endsWith('.woff2');

export function createShell({ entries, caches, fetch, origin }: ShellPorts) {
  const name = nameOf(entries);
  let opened: Promise<Cache> | null = null;
  const open = () => (opened ??= caches.open(name));
  const paths = new Set(entries.map(entry => entry.url));

  async function bring({ url, revision }: Entry): Promise<Response> {
    const known = revision === null ? await caches.match(url) : undefined;
    if (known) return known;
    const response = await fetch(url, {
      cache: revision === null ? 'default' : 'no-cache',
      credentials: 'omit',
    });
    if (!response.ok || response.redirected) throw new Error(`${url} answered ${response.status}`);
    return response;
  }

  return {
    name,

    /** Player pages and files; never the API, another page, another origin or a write. */
    isOurs(request: Request): boolean {
      const { origin: from, pathname } = new URL(request.url);
      if (request.method !== 'GET' || from !== origin) return false;
      if (isNavigation(request)) return pathname === PLAYER || LEADS_TO_PLAYER.has(pathname);
      return paths.has(pathname) || isHashed(pathname);
    },

    /** All or nothing: a build with a file missing does not install. Hashed files come from the build before. */
    async fill(): Promise<void> {
      const cache = await open();
      await Promise.all(entries.map(async entry => cache.put(entry.url, await bring(entry))));
    },

    async dropOldBuilds(): Promise<void> {
      const others = (await caches.keys()).filter(other => other.startsWith(PREFIX) && other !== name);
      const surplus = others.slice(0, Math.max(0, others.length - KEPT_BUILDS + 1));
      await Promise.all(surplus.map(other => caches.delete(other)));
    },

    async answer(request: Request): Promise<Response> {
      const { pathname, search } = new URL(request.url);
      if (isNavigation(request) && LEADS_TO_PLAYER.has(pathname))
        return Response.redirect(`${origin}${PLAYER}${search}`, 302);
      const key = isNavigation(request) ? PLAYER : pathname;
      const own = await (await open()).match(key);
      if (own) return own;
      /** A page of the build before may still ask for its parts. */
      const older = isNavigation(request) ? undefined : await caches.match(key);
      if (older) return older;
      const response = await fetch(request);
      if (response.ok && isSlice(pathname)) await (await caches.open(SLICES)).put(key, response.clone());
      return response;
    },
  };
}
