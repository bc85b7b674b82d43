import { describe, expect, it } from 'vitest';
import { GUIDE } from '../../shared/web/guide.ts';
import { createGuide } from '../../sw/guide.ts';
import { createNetworkFirst } from '../../sw/networkFirst.ts';
import { manualClock } from '../support/clock.ts';
import { memoryCaches } from '../shared/library/memoryCache.ts';

const origin = 'http://test.local';
const get = (path: string, mode = 'cors', method = 'GET') =>
  ({ url: origin + path, mode, method }) as unknown as Request;

function world() {
  const { caches } = memoryCaches();
  let isOnline = true;
  const net = ({ url }: Request) =>
    isOnline ? Promise.resolve(new Response(`net ${url}`)) : Promise.reject(new TypeError('no connection'));
  return {
    guide: createGuide({
      caches,
      fetch: net as typeof fetch,
      networkFirst: createNetworkFirst(manualClock()),
      origin,
    }),
    caches,
    goOffline: () => void (isOnline = false),
  };
}

describe('the phrasebook’s part of the worker', () => {
  it.each([
    ['its page', get(GUIDE.path, 'navigate'), true],
    ['its page with a phrase', get(`${GUIDE.path}?topic=pay&phrase=card`, 'navigate'), true],
    ['texts', get('/locales/zh/guide.json'), true],
    ['the theme', get('/theme.js', 'no-cors'), true],
    ['another page', get('/auth', 'navigate'), false],
    ['the API', get('/api/health'), false],
    ['a write', get('/locales/zh/guide.json', 'cors', 'POST'), false],
  ])('is asked for %s: %s', (_, request, isOurs) => {
    expect(world().guide.handles(request)).toBe(isOurs);
  });

  it('asks the network first', async () => {
    const { guide, caches } = world();
    await (await caches.open(GUIDE.cache)).put(GUIDE.path, new Response('kept'));
    const answer = await guide.answer(get(GUIDE.path, 'navigate'));
    expect(await answer.text()).toBe(`net ${origin}${GUIDE.path}`);
  });

  it('answers from what was kept when there is no connection, whatever phrase is asked for', async () => {
    const { guide, caches, goOffline } = world();
    await (await caches.open(GUIDE.cache)).put(GUIDE.path, new Response('kept'));
    goOffline();
    expect(await (await guide.answer(get(`${GUIDE.path}?phrase=card`, 'navigate'))).text()).toBe('kept');
    await expect(guide.answer(get('/locales/en/plays.json'))).rejects.toThrow('no connection');
  });
});
