/** Keeps the phrasebook in the browser, so that it opens again without a connection. */
import { LANGUAGES } from '../../../shared/constants.ts';
import { GUIDE } from '../../../shared/web/guide.ts';

export interface GuideCachePorts {
  caches: CacheStorage;
  fetch: typeof fetch;
  /** Paths of the files this page was made of. */
  loadedPaths: () => readonly string[];
}

const TEXTS = LANGUAGES.flatMap(language =>
  GUIDE.namespaces.map(namespace => `/locales/${language}/${namespace}.json`),
);
const FILES = /^\/(assets|icons)\/|^\/theme\.js$/;
const partsOf = (html: string) => [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(match => match[1] ?? '');

/** False where nothing was kept: the page that runs is older than the page that is served, so its files do not fit. */
export async function cacheGuide({ caches, fetch, loadedPaths }: GuideCachePorts): Promise<boolean> {
  const fetchFresh = async (path: string) => {
    const response = await fetch(path, { credentials: 'omit' });
    if (!response.ok || response.redirected) throw new Error(`${path} answered ${response.status}`);
    return response;
  };
  const files = [...new Set(loadedPaths())].filter(path => FILES.test(path));
  const page = await fetchFresh(GUIDE.path);
  const html = await page.clone().text();
  if (!partsOf(html).every(part => files.includes(part))) return false;
  const others = [...TEXTS, ...files];
  const answers = await Promise.all(others.map(async path => [path, await fetchFresh(path)] as const));
  const cache = await caches.open(GUIDE.cache);
  for (const [path, response] of [...answers, [GUIDE.path, page] as const]) await cache.put(path, response);
  const currentPaths = new Set<string>([GUIDE.path, ...others]);
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (!currentPaths.has(pathname)) await cache.delete(pathname);
  }
  return true;
}
