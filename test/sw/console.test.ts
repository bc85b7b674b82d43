import { describe, expect, it } from 'vitest';
import { createConsoleCache } from '../../sw/console.ts';
import { createNetworkFirst, NETWORK_TIMEOUT_MS } from '../../sw/networkFirst.ts';
import { createGate } from '../../sw/gate.ts';
import { createShell } from '../../sw/shell.ts';
import { manualClock } from '../support/clock.ts';
import { memoryCaches } from '../shared/library/memoryCache.ts';

const origin = 'http://test.local';
const get = (path: string, mode = 'navigate', method = 'GET') =>
  ({ url: origin + path, mode, method }) as unknown as Request;
const pageOf = (build: number, nonce = 'n1') =>
  new Response(`<meta name="csp-nonce" content="${nonce}" /><link href="/assets/main-${build}.js">`, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': `nonce-${nonce}` },
  });

type Net = (path: string) => Response | Promise<Response>;
function world() {
  const store = memoryCaches();
  const clock = manualClock();
  const asked: string[] = [];
  let net: Net = path => (path.includes('.') ? new Response(`file ${path}`) : pageOf(1));
  const fetch = (async (input: string | Request) => {
    const path = typeof input === 'string' ? input : new URL(input.url).pathname;
    asked.push(path);
    return net(path);
  }) as typeof globalThis.fetch;
  const desk = createConsoleCache({
    caches: store.caches,
    fetch,
    networkFirst: createNetworkFirst(clock),
    origin,
  });
  const work: Promise<unknown>[] = [];
  const open = async (path: string) => {
    const answer = await desk.answer(get(path), more => work.push(more));
    await Promise.all(work.splice(0));
    return answer;
  };
  const cut = () => Promise.reject<Response>(new TypeError('no connection'));
  return {
    ...store,
    clock,
    asked,
    desk,
    open,
    cut,
    shell: () =>
      createShell({
        entries: [],
        caches: store.caches,
        fetch,
        origin,
        gate: createGate(store.caches, clock),
      }),
    over: (next: Net) => void (net = next),
  };
}
const consoles = async ({ caches }: { caches: CacheStorage }) =>
  (await caches.keys()).filter(name => name.startsWith('console-'));

describe('the console’s part of the worker', () => {
  it.each([
    ['a page', get('/admin/devices?status=online'), true],
    ['the sign-in page', get('/auth'), true],
    ['the player', get('/player'), false],
    ['the API opened as a page', get('/api/health'), false],
    ['a file opened as a page', get('/media/x.mp4'), false],
    ['a call', get('/api/devices', 'cors'), false],
    ['a write', get('/admin', 'navigate', 'POST'), false],
    [
      'another origin',
      { url: 'http://elsewhere.test/admin', mode: 'navigate', method: 'GET' } as Request,
      false,
    ],
  ])('is asked for %s: %s', (_, request, isOurs) => {
    expect(world().desk.handles(request)).toBe(isOurs);
  });

  it('shows the network’s page, and without a network the last one at every address', async () => {
    const w = world();
    expect(await (await w.open('/admin/devices')).text()).toContain('main-1');
    w.over(w.cut);
    expect(await (await w.open('/playlists')).text()).toContain('main-1');
  });

  it('keeps page and policy of one answer together, so that the nonce is the one the policy names', async () => {
    const w = world();
    await w.open('/admin');
    w.over(() => pageOf(1, 'n2'));
    await w.open('/admin');
    w.over(w.cut);
    const kept = await w.open('/admin');
    expect(kept.headers.get('content-security-policy')).toBe('nonce-n2');
    expect(await kept.text()).toContain('content="n2"');
  });

  it('never keeps the sign-in page, whose first paint is no other page’s', async () => {
    const w = world();
    await w.open('/auth');
    expect(await consoles(w)).toEqual([]);
    await w.open('/admin');
    w.over(w.cut);
    expect(await (await w.open('/auth')).text()).toContain('main-1');
  });

  it('waits three seconds for a silent network, and then no second time', async () => {
    const w = world();
    await w.open('/admin');
    w.over(() => new Promise(() => undefined));
    let shown = '';
    const slow = w.desk
      .answer(get('/admin'), () => undefined)
      .then(async page => (shown = await page.text()));
    await w.clock.advance(NETWORK_TIMEOUT_MS - 1);
    expect(shown).toBe('');
    await w.clock.advance(1);
    await slow;
    expect(shown).toContain('main-1');
    const next = w.desk.answer(get('/playlists'), () => undefined);
    await w.clock.advance(0);
    expect(await (await next).text()).toContain('main-1');
  });

  it.each([
    ['a failing gateway', () => new Response('Bad gateway', { status: 502 }), 'main-1'],
    ['a portal', () => new Response('<p>Pay', { headers: { 'content-type': 'text/html' } }), '<p>Pay'],
  ])('keeps nothing of %s', async (_, answer, shown) => {
    const w = world();
    await w.open('/admin');
    w.over(answer);
    expect(await (await w.open('/admin')).text()).toContain(shown);
    w.over(w.cut);
    expect(await (await w.open('/admin')).text()).toContain('main-1');
  });

  it('says there is no network where it keeps nothing', async () => {
    const w = world();
    w.over(w.cut);
    await expect(w.open('/admin')).rejects.toThrow('no connection');
  });

  it('keeps what a page was made of, and the page itself where it came before the worker', async () => {
    const w = world();
    await w.desk.cacheFiles([
      '/assets/main-1.js',
      '/locales/en/common.json',
      '/theme.js',
      '/api/devices',
      '/media/a',
    ]);
    const [name = ''] = await consoles(w);
    expect(w.names(name)).toEqual(['/admin', '/assets/main-1.js', '/locales/en/common.json', '/theme.js']);
    w.asked.length = 0;
    await w.desk.cacheFiles(['/assets/main-1.js', '/theme.js']);
    expect(w.asked).toEqual([]);
    const answer = await w.shell().answer(get('/assets/main-1.js', 'cors'));
    expect([await answer.text(), w.asked]).toEqual(['file /assets/main-1.js', []]);
  });

  it('keeps no file that did not come', async () => {
    const w = world();
    await w.open('/admin');
    w.over(path => (path.includes('gone') ? new Response('', { status: 404 }) : w.cut()));
    await w.desk.cacheFiles(['/assets/gone.js', '/assets/cut.js']);
    expect(w.names((await consoles(w))[0] ?? '')).toEqual(['/admin']);
  });

  it('drops the build before when the page of the next one comes', async () => {
    const w = world();
    await w.open('/admin');
    await w.desk.cacheFiles(['/assets/main-1.js']);
    w.over(path => (path.includes('.') ? new Response(path) : pageOf(2)));
    await w.open('/admin');
    const names = await consoles(w);
    expect(names).toHaveLength(1);
    expect(w.names(names[0] ?? '')).toEqual(['/admin']);
  });
});
