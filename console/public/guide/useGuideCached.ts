import { useEffect, useState } from 'react';
import { GUIDE } from '../../../shared/web/guide.ts';
import { workerUrl } from '../../../shared/web/trusted.ts';
import { cacheGuide } from './cacheGuide.ts';

/** Chinese is always on this page: without a system font for it, one of ours comes along. */
const chineseFont = () => import('@fontsource-variable/noto-sans-sc/index.css');

const loadedPaths = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname }) => pathname);

async function cacheIfPossible(): Promise<boolean> {
  await chineseFont();
  // Plain http on a LAN has neither.
  if (!('serviceWorker' in navigator) || !('caches' in window)) return false;
  if (navigator.onLine) {
    await navigator.serviceWorker.register(workerUrl, { scope: '/', updateViaCache: 'none' });
    await navigator.serviceWorker.ready;
    await cacheGuide({ caches, fetch: input => fetch(input, { credentials: 'omit' }), loadedPaths });
  }
  return (await caches.match(GUIDE.path, { cacheName: GUIDE.cache })) !== undefined;
}

/** Has this browser all it needs to open the phrasebook again without a connection? */
export function useGuideCached(): boolean {
  const [isCached, setCached] = useState(false);
  useEffect(() => {
    cacheIfPossible().then(setCached, (error: unknown) => console.warn('the phrasebook was not kept', error));
  }, []);
  return isCached;
}
