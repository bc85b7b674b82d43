/** As much of Cache Storage as the library and the worker use. */
interface Kept {
  bytes: ArrayBuffer;
  headers: [string, string][];
  status: number;
}

export function memoryCaches() {
  const all = new Map<string, Map<string, Kept>>();
  const urlOf = (key: RequestInfo | URL) =>
    new URL(typeof key === 'string' ? key : key instanceof URL ? key.href : key.url, 'http://test.local')
      .href;
  const answer = (kept: Kept | undefined) =>
    kept && new Response(kept.bytes.slice(0), { headers: kept.headers, status: kept.status });

  function cacheOf(entries: Map<string, Kept>) {
    return {
      match: (key: RequestInfo) => Promise.resolve(answer(entries.get(urlOf(key)))),
      async put(key: RequestInfo, response: Response) {
        const bytes = await response.arrayBuffer();
        entries.set(urlOf(key), { bytes, headers: [...response.headers], status: response.status });
      },
      delete: (key: RequestInfo) => Promise.resolve(entries.delete(urlOf(key))),
      keys: () => Promise.resolve([...entries.keys()].map(url => ({ url }))),
    };
  }
  const caches = {
    open(name: string) {
      const entries = all.get(name) ?? new Map<string, Kept>();
      all.set(name, entries);
      return Promise.resolve(cacheOf(entries));
    },
    keys: () => Promise.resolve([...all.keys()]),
    delete: (name: string) => Promise.resolve(all.delete(name)),
    async match(key: RequestInfo) {
      for (const entries of all.values()) {
        const kept = entries.get(urlOf(key));
        if (kept) return Promise.resolve(answer(kept));
      }
      return undefined;
    },
  };
  return {
    caches: caches as unknown as CacheStorage,
    /** Flips one bit of what is stored. */
    damage(name: string, part: string) {
      for (const [url, kept] of all.get(name) ?? [])
        if (url.includes(part)) new Uint8Array(kept.bytes)[0]! ^= 1;
    },
    names: (name: string) => [...(all.get(name)?.keys() ?? [])].map(url => new URL(url).pathname).sort(),
  };
}
