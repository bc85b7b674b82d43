import { useEffect, useState } from 'react';
import { GUIDE } from '../../../shared/web/guide.ts';
import { workerUrl } from '../../../shared/web/trusted.ts';
import { keepGuide } from './keep.ts';

/** Chinese is always on this page: without a system font for it, one of ours comes along. */
const chineseFont = () => import('@fontsource-variable/noto-sans-sc/index.css');

const loaded = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname }) => pathname);

async function keep(): Promise<boolean> {
  await chineseFont();
  // Plain http on a LAN has neither.
  if (!('serviceWorker' in navigator) || !('caches' in window)) return false;
  if (navigator.onLine) {
    await navigator.serviceWorker.register(workerUrl, { scope: '/', updateViaCache: 'none' });
    await navigator.serviceWorker.ready;
    await keepGuide({ caches, fetch: input => fetch(input, { credentials: 'omit' }), loaded });
  }
  return (await caches.match(GUIDE.path, { cacheName: GUIDE.cache })) !== undefined;
}

/** Has this browser all it needs to open the phrasebook again without a connection? */
export function useKept(): boolean {
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    keep().then(setKept, (error: unknown) => console.warn('the phrasebook was not kept', error));
  }, []);
  return isKept;
}
