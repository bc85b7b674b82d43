import { describe, expect, it } from 'vitest';
import { createGate } from '../../sw/gate.ts';
import { createShell, type PrecacheEntry } from '../../sw/shell.ts';
import { manualClock } from '../support/clock.ts';
import { memoryCaches } from '../shared/library/memoryCache.ts';

const origin = 'http://test.local';
const build = (n: number): PrecacheEntry[] => [
  { url: '/player', revision: `r${n}` },
  { url: `/assets/boot-${n}.js`, revision: null },
  { url: '/assets/same.css', revision: null },
  { url: '/locales/en/player.json', revision: 'l' },
];

function world() {
  const store = memoryCaches();
  const asked: string[] = [];
  const broken = new Set<string>();
  const net = (input: string | Request) => {
    const path = typeof input === 'string' ? input : new URL(input.url).pathname;
    asked.push(path);
    return Promise.resolve(new Response(`net ${path}`, { status: broken.has(path) ? 500 : 200 }));
  };
  const clock = manualClock();
  /** A worker of this build, as it is each time the browser wakes it. */
  const shell = (entries: PrecacheEntry[]) => {
    const gate = createGate(store.caches, clock);
    return {
      gate,
      ...createShell({ entries, caches: store.caches, fetch: net as typeof fetch, origin, gate }),
    };
  };
  return { store, asked, broken, shell };
}
const get = (path: string, mode = 'no-cors', method = 'GET') =>
  ({ url: origin + path, mode, method }) as unknown as Request;
const page = (path: string) => get(path, 'navigate');

describe('the shell', () => {
  it('answers the player from its own build, with any query', async () => {
    const { shell, asked } = world();
    const own = shell(build(1));
    await own.precache();
    asked.length = 0;
    for (const path of ['/player', '/player?preview=1']) {
      expect(own.handles(page(path))).toBe(true);
      expect(await (await own.answer(page(path))).text()).toBe('net /player');
    }
    expect(asked).toEqual([]);
  });

  it.each([
    ['/', '/player'],
    ['/display', '/player'],
    ['/display/?x=1', '/player?x=1'],
    ['/player/', '/player'],
    ['/player/x?y=2', '/player?y=2'],
    ['/display/lobby/1', '/player'],
  ])('leads from %s to %s without asking the network', async (path, to) => {
    const { shell, asked } = world();
    const own = shell(build(1));
    expect(own.handles(page(path))).toBe(true);
    const answer = await own.answer(page(path));
    expect([answer.status, answer.headers.get('location')]).toEqual([302, origin + to]);
    expect(asked).toEqual([]);
  });

  it.each([
    ['a page of the console', page('/admin/devices')],
    ['the sign-in page', page('/auth')],
    ['an address that only begins so', page('/players')],
    ['the API', get('/api/player/manifest')],
    ['the build', get('/version.json')],
    ['a write to a file', get('/assets/boot-1.js', 'no-cors', 'POST')],
    ['another origin', { url: 'http://elsewhere.test/player', mode: 'navigate', method: 'GET' } as Request],
  ])('AMBIG-SW-01 never touches %s', (_, request) => {
    expect(world().shell(build(1)).handles(request)).toBe(false);
  });

  it('never answers the health check', () => {
    const own = world().shell(build(1));
    expect(own.handles(get('/api/health'))).toBe(false);
    expect(own.handles(get('/api/health', 'cors', 'HEAD'))).toBe(false);
  });

  it('installs whole or not at all', async () => {
    const { shell, broken } = world();
    broken.add('/assets/same.css');
    await expect(shell(build(1)).precache()).rejects.toThrow('/assets/same.css');
  });

  it('knows which of its files the disk has lost, and fetches those again', async () => {
    const { shell, store, asked, broken } = world();
    const own = shell(build(1));
    await own.precache();
    expect(await own.missingEntries('/assets/boot-1.js')).toEqual([]);
    const cache = await store.caches.open(own.name);
    for (const path of ['/player', '/assets/boot-1.js']) await cache.delete(path);
    const lost = await own.missingEntries('/assets/same.css');
    expect(lost.map(({ url }) => url)).toEqual(['/player', '/assets/boot-1.js']);
    expect(await own.missingEntries('/assets/boot-2.js')).toEqual([]);
    asked.length = 0;
    broken.add('/assets/boot-1.js');
    await expect(own.precache(lost)).rejects.toThrow();
    expect(asked).toEqual(['/assets/boot-1.js']);
    broken.clear();
    await own.precache(lost);
    expect(asked.slice(1)).toEqual(['/assets/boot-1.js', '/player']);
    expect(await own.missingEntries('/assets/same.css')).toEqual([]);
  });

  it('takes unchanged files from the build before and asks anew for the page', async () => {
    const { shell, asked } = world();
    await shell(build(1)).precache();
    asked.length = 0;
    await shell(build(2)).precache();
    expect(asked.sort()).toEqual(['/assets/boot-2.js', '/locales/en/player.json', '/player']);
  });

  it('keeps two builds, so that a page of the older one still finds its parts', async () => {
    const { shell, store, asked } = world();
    for (const n of [1, 2, 3]) {
      await shell(build(n)).precache();
      await shell(build(n)).dropOldBuilds();
    }
    const kept = (await store.caches.keys()).filter(name => name.startsWith('shell-'));
    expect(kept).toEqual([shell(build(2)).name, shell(build(3)).name]);
    asked.length = 0;
    const text = await (await shell(build(3)).answer(get('/assets/boot-2.js'))).text();
    expect({ text, asked }).toEqual({ text: 'net /assets/boot-2.js', asked: [] });
  });

  it('P7 a part that is gone everywhere is answered as the network has it, and nothing of it is kept', async () => {
    const { shell, store, broken } = world();
    const own = shell(build(2));
    await own.precache();
    broken.add('/assets/lazy-1.js');
    expect((await own.answer(get('/assets/lazy-1.js'))).status).toBe(500);
    expect(store.names(own.name)).not.toContain('/assets/lazy-1.js');
  });

  it('keeps slices of the large type as they are used', async () => {
    const { shell, asked } = world();
    const own = shell(build(1));
    await own.answer(get('/assets/noto-sans-sc-42.woff2'));
    await own.answer(get('/assets/noto-sans-sc-42.woff2'));
    await own.answer(get('/assets/console.js'));
    await own.answer(get('/assets/console.js'));
    expect(asked).toEqual(['/assets/noto-sans-sc-42.woff2', '/assets/console.js', '/assets/console.js']);
  });
});
