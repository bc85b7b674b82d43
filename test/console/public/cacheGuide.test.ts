import { describe, expect, it } from 'vitest';
import { cacheGuide } from '../../../console/public/guide/cacheGuide.ts';
import { GUIDE } from '../../../shared/web/guide.ts';
import { memoryCaches } from '../../shared/library/memoryCache.ts';

const HTML = '<script src="/theme.js"></script><script src="/assets/main-1.js"></script>';

function world(html = HTML) {
  const { caches } = memoryCaches();
  const broken = new Set<string>();
  const net = (input: string) => {
    const answer = input === GUIDE.path ? html : `net ${input}`;
    return Promise.resolve(new Response(answer, { status: broken.has(input) ? 503 : 200 }));
  };
  const keep = (loaded: readonly string[]) =>
    cacheGuide({ caches, fetch: net as typeof fetch, loadedPaths: () => loaded });
  const kept = async () => {
    const cache = await caches.open(GUIDE.cache);
    return (await cache.keys()).map(({ url }) => new URL(url).pathname).sort();
  };
  return { keep, kept, broken };
}
const texts = ['en', 'zh'].flatMap(l => GUIDE.namespaces.map(n => `/locales/${l}/${n}.json`));

describe('the phrasebook keeps', () => {
  it('its page, what that was made of, and the texts of both languages, and nothing else', async () => {
    const { keep, kept } = world();
    const loaded = ['/assets/main-1.js', '/assets/guide-1.js', '/theme.js', '/api/health', '/locales/en/x.json'];
    expect(await keep([...loaded, '/assets/main-1.js'])).toBe(true);
    expect(await kept()).toEqual(
      [GUIDE.path, '/assets/main-1.js', '/assets/guide-1.js', '/theme.js', ...texts].sort(),
    );
  });

  it('lets go of the files of the build before', async () => {
    const { keep, kept } = world();
    await keep(['/assets/main-1.js', '/assets/old.js']);
    await keep(['/assets/main-1.js', '/assets/new.js']);
    expect(await kept()).toContain('/assets/new.js');
    expect(await kept()).not.toContain('/assets/old.js');
  });

  it('nothing where the page that runs is older than the page that is served', async () => {
    const { keep, kept } = world();
    expect(await keep(['/assets/main-0.js'])).toBe(false);
    expect(await kept()).toEqual([]);
  });

  it('all or nothing', async () => {
    const { keep, kept, broken } = world();
    broken.add('/locales/zh/guide.json');
    await expect(keep(['/assets/main-1.js'])).rejects.toThrow('/locales/zh/guide.json answered 503');
    expect(await kept()).toEqual([]);
  });
});
