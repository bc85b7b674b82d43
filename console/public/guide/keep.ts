/** Keeps the phrasebook in the browser, so that it opens again without a connection. */
import { LANGUAGES } from '../../../shared/constants.ts';
import { GUIDE } from '../../../shared/web/guide.ts';

export interface KeepPorts {
  caches: CacheStorage;
  fetch: typeof fetch;
  /** Paths of the files this page was made of. */
  loaded: () => readonly string[];
}

const TEXTS = LANGUAGES.flatMap(language =>
  GUIDE.namespaces.map(namespace => `/locales/${language}/${namespace}.json`),
);
const FILES = /^\/(assets|icons)\/|^\/theme\.js$/;
const partsOf = (html: string) => [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(match => match[1] ?? '');

/** False where nothing was kept: the page that runs is older than the page that is served, so its files do not fit. */
export async function keepGuide({ caches, fetch, loaded }: KeepPorts): Promise<boolean> {
  const bring = async (path: string) => {
    const response = await fetch(path, { credentials: 'omit' });
    if (!response.ok || response.redirected) throw new Error(`${path} answered ${response.status}`);
    return response;
  };
  const files = [...new Set(loaded())].filter(path => FILES.test(path));
  const page = await bring(GUIDE.path);
  const html = await page.clone().text();
  if (!partsOf(html).every(part => files.includes(part))) return false;
  const others = [...TEXTS, ...files];
  const answers = await Promise.all(others.map(async path => [path, await bring(path)] as const));
  const cache = await caches.open(GUIDE.cache);
  for (const [path, response] of [...answers, [GUIDE.path, page] as const]) await cache.put(path, response);
  const wanted = new Set<string>([GUIDE.path, ...others]);
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (!wanted.has(pathname)) await cache.delete(pathname);
  }
  return true;
}
