/** Precache of the player's files: one cache per build; the current and the previous build are kept. */
import { leadsToPlayer } from '../shared/web/playerPath.ts';
import type { Gate } from './gate.ts';

export interface PrecacheEntry {
  url: string;
  /** Null if the address contains the content hash. */
  revision: string | null;
}
export interface ShellPorts {
  entries: readonly PrecacheEntry[];
  caches: CacheStorage;
  fetch: typeof fetch;
  origin: string;
  gate: Gate;
}

const PREFIX = 'shell-';
const SLICES = 'slices';
const PLAYER = '/player';

/** Derived from the list of files, so that two builds never share a cache. */
function cacheNameOf(entries: readonly PrecacheEntry[]): string {
  let hash = 0;
  for (const { url, revision } of entries)
    for (const char of `${url} ${revision}\n`) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) | 0;
  return PREFIX + (hash >>> 0).toString(36);
}

const isNavigation = (request: Request) => request.mode === 'navigate';
const isHashed = (path: string) => path.startsWith('/assets/');
/** Subsets of the large CJK font are cached when they are used; they never change. */
const isSlice = (path: string) => isHashed(path) && path.endsWith('.woff2');

export function createShell({ entries, caches, fetch, origin, gate }: ShellPorts) {
  const name = cacheNameOf(entries);
  let opened: Promise<Cache> | null = null;
  const open = () => (opened ??= caches.open(name));
  const paths = new Set(entries.map(entry => entry.url));

  async function fetchEntry({ url, revision }: PrecacheEntry): Promise<Response> {
    const known = revision === null ? await caches.match(url) : undefined;
    if (known) return known;
    const response = await fetch(url, {
      cache: revision === null ? 'default' : 'no-cache',
      credentials: 'omit',
    });
    if (!response.ok || response.redirected) throw new Error(`${url} answered ${response.status}`);
    return response;
  }

  const otherBuilds = async () =>
    (await caches.keys()).filter(other => other.startsWith(PREFIX) && other !== name);

  /** The build to roll back to: the newest that ever showed a picture, else the newest that is not known to be bad. */
  async function previousBuild(): Promise<string | null> {
    let found: string | null = null;
    let isProven = false;
    for (const other of await otherBuilds()) {
      const { state } = await gate.of(other);
      if (state === 'bad' || (isProven && state === 'new')) continue;
      found = other;
      isProven = state === 'proven';
    }
    return found;
  }

  /** A preview does not count as a start, because it never sends `healthy`. */
  const isStart = (request: Request) =>
    isNavigation(request) && !new URL(request.url).searchParams.has('preview');

  /** The cache to answer from: this build's, or the previous one's if this build is bad. */
  async function cacheToServe(request: Request): Promise<Cache> {
    const { state } = await gate.of(name);
    if (state === 'proven' || (state === 'new' && !isStart(request))) return open();
    const before = await previousBuild();
    const after = isStart(request) ? await gate.recordStart(name, before !== null) : { state };
    return after.state === 'bad' && before !== null ? caches.open(before) : open();
  }

  return {
    name,
    isStart,

    /** Player pages and files; never the API, another page, another origin or a write. */
    handles(request: Request): boolean {
      const { origin: from, pathname } = new URL(request.url);
      if (request.method !== 'GET' || from !== origin) return false;
      if (isNavigation(request)) return pathname === PLAYER || leadsToPlayer(pathname);
      return paths.has(pathname) || isHashed(pathname);
    },

    /**
     * All or nothing: a build with a missing file does not install. Hashed files are copied from the previous build.
     * They are fetched first, because a missing one shows that the server has another build.
     */
    async precache(wanted: readonly PrecacheEntry[] = entries): Promise<void> {
      if ((await gate.of(name)).state === 'bad') throw new Error('this build has failed here before');
      const cache = await open();
      const addAll = (some: readonly PrecacheEntry[]) =>
        Promise.all(some.map(async entry => cache.put(entry.url, await fetchEntry(entry))));
      await addAll(wanted.filter(({ revision }) => revision === null));
      await addAll(wanted.filter(({ revision }) => revision !== null));
    },

    /** Entries of this build that are missing in the cache. */
    async missingEntries(entry: string): Promise<readonly PrecacheEntry[]> {
      if (!paths.has(entry)) return [];
      const kept = new Set((await (await open()).keys()).map(({ url }) => new URL(url).pathname));
      return entries.filter(({ url }) => !kept.has(url));
    },

    /** Keeps this build and the rollback target, which the open page may still use. */
    async dropOldBuilds(): Promise<void> {
      const kept = await previousBuild();
      for (const other of await otherBuilds()) {
        if (other === kept) continue;
        await caches.delete(other);
        await gate.forget(other);
      }
    },

    /** A page showed something; `entry` is a file of its build. Returns this build's name once if it was found bad. */
    async recordHealthy(entry: string): Promise<string | null> {
      if (paths.has(entry)) await gate.markProven(name);
      return (await gate.takeUnreported(name)) ? name : null;
    },

    /** The server called the build of `entry` back. Returns whether there is a build to roll back to. */
    async rollBack(entry: string): Promise<boolean> {
      if (!paths.has(entry) || (await previousBuild()) === null) return false;
      await gate.markBad(name);
      return true;
    },

    async answer(request: Request): Promise<Response> {
      const { pathname, search } = new URL(request.url);
      // The same redirects as on the server: a screen has one address with and without its worker.
      if (isNavigation(request) && leadsToPlayer(pathname))
        return Response.redirect(`${origin}${PLAYER}${search}`, 302);
      const key = isNavigation(request) ? PLAYER : pathname;
      const own = await (await cacheToServe(request)).match(key);
      if (own) return own;
      /** A page of the previous build may still request its files. */
      const older = isNavigation(request) ? undefined : await caches.match(key);
      if (older) return older;
      const response = await fetch(request);
      if (response.ok && isSlice(pathname)) await (await caches.open(SLICES)).put(key, response.clone());
      return response;
    },
  };
}
