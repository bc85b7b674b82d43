/** The phrasebook offline: the page fills its cache, this answers when the network does not. */
import { GUIDE } from '../shared/web/guide.ts';
import type { NetworkFirst } from './networkFirst.ts';

export interface GuidePorts {
  caches: CacheStorage;
  fetch: typeof fetch;
  networkFirst: NetworkFirst;
  origin: string;
}

/** Files without a hash in their name, so the network comes first. */
const FILES = /^\/(locales\/|icons\/|theme\.js$)/;

export function createGuide({ caches, fetch, networkFirst, origin }: GuidePorts) {
  /** The console shares these files and caches them under its own name. */
  async function fromCache({ url, mode }: Request) {
    const { pathname } = new URL(url);
    const own = await caches.match(pathname, { cacheName: GUIDE.cache });
    return own ?? (mode === 'navigate' ? undefined : caches.match(pathname));
  }

  return {
    handles(request: Request): boolean {
      const { origin: from, pathname } = new URL(request.url);
      if (request.method !== 'GET' || from !== origin) return false;
      return request.mode === 'navigate' ? pathname === GUIDE.path : FILES.test(pathname);
    },

    answer: (request: Request): Promise<Response> =>
      networkFirst(
        () => fetch(request),
        () => fromCache(request),
      ),
  };
}
