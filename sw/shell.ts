/** The player's own files: each build fills a cache of its own, the newest two are kept. */
interface Entry {
  url: string;
  revision: string | null;
}
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Entry[] };

const ENTRIES = self.__WB_MANIFEST;
const PREFIX = 'shell-';
const SLICES = 'slices';
const KEPT_BUILDS = 2;
const PLAYER = '/player';
const PLAYER_PATHS = new Set(['/', '/player', '/player/', '/display', '/display/']);
const PATHS = new Set(ENTRIES.map(entry => entry.url));

/** Names what is in the list, so two builds never share a cache. */
function nameOf(entries: readonly Entry[]): string {
  let hash = 0;
  for (const { url, revision } of entries)
    for (const sign of `${url} ${revision}\n`) hash = (Math.imul(hash, 31) + sign.charCodeAt(0)) | 0;
  return PREFIX + (hash >>> 0).toString(36);
}
const CACHE = nameOf(ENTRIES);

const isOwn = (url: URL) => url.origin === self.location.origin;
const isNavigation = (request: Request) => request.mode === 'navigate';
/** Slices of the large CJK type come as they are used; they never change. */
const isSlice = (path: string) => path.startsWith('/assets/') && path.endsWith('.woff2');

export function isShell(request: Request): boolean {
  const url = new URL(request.url);
  if (request.method !== 'GET' || !isOwn(url)) return false;
  if (isNavigation(request)) return PLAYER_PATHS.has(url.pathname);
  return PATHS.has(url.pathname) || isSlice(url.pathname) || url.pathname.startsWith('/assets/');
}

/** Files whose names carry their hash are taken over from the build before. */
export async function fill(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(
    ENTRIES.map(async ({ url, revision }) => {
      const known = revision === null ? await caches.match(url) : undefined;
      const cacheMode = revision === null ? 'default' : 'no-cache';
      const response = known ?? (await fetch(url, { cache: cacheMode, credentials: 'omit' }));
      if (!response.ok || response.redirected) throw new Error(`${url} did not come: ${response.status}`);
      await cache.put(url, response);
    }),
  );
}

/** A first worker takes the page at once; older builds than the one before go. */
export async function adopt(): Promise<void> {
  const builds = (await caches.keys()).filter(name => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(
    builds.slice(0, Math.max(0, builds.length - KEPT_BUILDS + 1)).map(name => caches.delete(name)),
  );
  await self.clients.claim();
}

export async function answerShell(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const key = isNavigation(request) ? PLAYER : pathname;
  const own = await (await caches.open(CACHE)).match(key);
  if (own) return own;
  const other = isNavigation(request) ? undefined : await caches.match(key);
  if (other) return other;
  const response = await fetch(request);
  if (response.ok && isSlice(pathname)) await (await caches.open(SLICES)).put(key, response.clone());
  return response;
}
