/** The player's own files: each build fills a cache of its own; it and one before it are kept. */
import type { Gate } from './gate.ts';

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
  gate: Gate;
}

const PREFIX = 'shell-';
const SLICES = 'slices';
const PLAYER = '/player';
/** As the server has it, so that a screen has one address with and without its worker. */
const LEADS_TO_PLAYER = /^\/($|display$|display\/|player\/)/;

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

export function createShell({ entries, caches, fetch, origin, gate }: ShellPorts) {
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

  const others = async () =>
    (await caches.keys()).filter(other => other.startsWith(PREFIX) && other !== name);

  /** The build to go back to: the newest that ever showed a picture, else the newest that is not known to fail. */
  async function former(): Promise<string | null> {
    let found: string | null = null;
    let isProven = false;
    for (const other of await others()) {
      const { state } = await gate.of(other);
      if (state === 'bad' || (isProven && state === 'new')) continue;
      found = other;
      isProven = state === 'proven';
    }
    return found;
  }

  /** A preview is no start: it never says that it is well. */
  const isStart = (request: Request) =>
    isNavigation(request) && !new URL(request.url).searchParams.has('preview');

  /** The cache that answers: ours, or the former one's where ours was found bad. */
  async function shown(request: Request): Promise<Cache> {
    const { state } = await gate.of(name);
    if (state === 'proven' || (state === 'new' && !isStart(request))) return open();
    const before = await former();
    const after = isStart(request) ? await gate.start(name, before !== null) : { state };
    return after.state === 'bad' && before !== null ? caches.open(before) : open();
  }

  return {
    name,
    isStart,

    /** Player pages and files; never the API, another page, another origin or a write. */
    isOurs(request: Request): boolean {
      const { origin: from, pathname } = new URL(request.url);
      if (request.method !== 'GET' || from !== origin) return false;
      if (isNavigation(request)) return pathname === PLAYER || LEADS_TO_PLAYER.test(pathname);
      return paths.has(pathname) || isHashed(pathname);
    },

    /**
     * All or nothing: a build with a file missing does not install. Hashed files come from the build before; they
     * come first, since one that is missing tells that the server has another build.
     */
    async fill(wanted: readonly Entry[] = entries): Promise<void> {
      if ((await gate.of(name)).state === 'bad') throw new Error('this build has failed here before');
      const cache = await open();
      const keep = (some: readonly Entry[]) =>
        Promise.all(some.map(async entry => cache.put(entry.url, await bring(entry))));
      await keep(wanted.filter(({ revision }) => revision === null));
      await keep(wanted.filter(({ revision }) => revision !== null));
    },

    /** What the disk has lost of the build whose page this is. */
    async lost(entry: string): Promise<readonly Entry[]> {
      if (!paths.has(entry)) return [];
      const kept = new Set((await (await open()).keys()).map(({ url }) => new URL(url).pathname));
      return entries.filter(({ url }) => !kept.has(url));
    },

    /** Keeps this build and the one to go back to, which is also the one of the page that is still there. */
    async dropOldBuilds(): Promise<void> {
      const kept = await former();
      for (const other of await others()) {
        if (other === kept) continue;
        await caches.delete(other);
        await gate.forget(other);
      }
    },

    /** A page showed something; `entry` is a file of its build. Answers the build that was found bad, said once. */
    async heard(entry: string): Promise<string | null> {
      if (paths.has(entry)) await gate.prove(name);
      return (await gate.news(name)) ? name : null;
    },

    /** The server called the build of `entry` back. Says whether there is one to go back to. */
    async leave(entry: string): Promise<boolean> {
      if (!paths.has(entry) || (await former()) === null) return false;
      await gate.condemn(name);
      return true;
    },

    async answer(request: Request): Promise<Response> {
      const { pathname, search } = new URL(request.url);
      if (isNavigation(request) && LEADS_TO_PLAYER.test(pathname))
        return Response.redirect(`${origin}${PLAYER}${search}`, 302);
      const key = isNavigation(request) ? PLAYER : pathname;
      const own = await (await shown(request)).match(key);
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
