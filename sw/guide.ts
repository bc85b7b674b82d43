/** The phrasebook without a connection: its page keeps its own files, this answers when the network does not. */
import { GUIDE } from '../shared/guide.ts';

export interface GuidePorts {
  caches: CacheStorage;
  fetch: typeof fetch;
  origin: string;
}

/** Files without a hash in their name, so the network comes first. */
const FILES = /^\/(locales\/|icons\/|theme\.js$)/;

export function createGuide({ caches, fetch, origin }: GuidePorts) {
  return {
    isOurs(request: Request): boolean {
      const { origin: from, pathname } = new URL(request.url);
      if (request.method !== 'GET' || from !== origin) return false;
      return request.mode === 'navigate' ? pathname === GUIDE.path : FILES.test(pathname);
    },

    async answer(request: Request): Promise<Response> {
      try {
        return await fetch(request);
      } catch (error) {
        const kept = await caches.match(new URL(request.url).pathname, { cacheName: GUIDE.cache });
        if (kept) return kept;
        throw error;
      }
    },
  };
}
