/** Runs what it is asked and says how long that took. A service worker, since that is where Workbox's queue lives. */
import type { Ask, Told } from './say.ts';
import { sides } from './sides.ts';

async function run({ side, act, n, from }: Ask): Promise<Told> {
  const one = sides[side];
  const numbers = Array.from({ length: n }, (_, i) => from + i);
  const started = performance.now();
  switch (act) {
    case 'one by one':
      for (const number of numbers) await one.add(number);
      break;
    case 'burst':
      await Promise.all(numbers.map(number => one.add(number)));
      break;
    case 'replay':
      await one.replay();
      break;
    case 'batched':
      await one.batched?.();
      break;
    case 'clear':
      await one.clear();
      break;
    case 'count':
      break;
  }
  const ms = performance.now() - started;
  return { ms, count: await one.count() };
}

interface Lived extends Event {
  waitUntil: (until: Promise<unknown>) => void;
}
addEventListener('install', () => void (globalThis as unknown as { skipWaiting: () => void }).skipWaiting());
addEventListener('message', event => {
  const answering = run(event.data as Ask).then(told => event.ports[0]?.postMessage(told));
  (event as unknown as Lived).waitUntil(answering);
});
