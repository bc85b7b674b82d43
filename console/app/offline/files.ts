/** Tells the worker which of our files this page has used, so that it opens again without a server. */
import { sleep, type Clock } from '../../../shared/clock.ts';

/** The page comes first: the worker brings the player's files along. */
const AFTER_START_MS = 2_000;

export interface FilePorts {
  clock: Clock;
  /** Plain http on a LAN has none. */
  workers: ServiceWorkerContainer | undefined;
  worker: string;
  origin: string;
  /** Loads what is needed without a server and may not have been used with one. */
  bring: () => Promise<unknown>;
  /** Calls back with the addresses of what has been loaded, from the start of the page on; the answer ends it. */
  watch: (used: (urls: readonly string[]) => void) => () => void;
}

export function keepFiles({ clock, workers, worker, origin, bring, watch }: FilePorts): () => void {
  let isOver = false;
  let stop = () => {};
  async function begin() {
    if (workers === undefined) return;
    await sleep(clock, AFTER_START_MS);
    if (isOver) return;
    await workers.register(worker, { scope: '/', updateViaCache: 'none' });
    const { active } = await workers.ready;
    if (isOver) return;
    stop = watch(urls => {
      const own = urls.map(url => new URL(url)).filter(url => url.origin === origin);
      const paths = own.map(({ pathname }) => pathname);
      (workers.controller ?? active)?.postMessage({ type: 'console-used', paths });
    });
    await bring();
  }
  begin().catch((error: unknown) =>
    console.warn('the console is not kept for a time without a server', error),
  );
  return () => {
    isOver = true;
    stop();
  };
}

/** The browser's own list of what the page was made of. */
export function watchLoads(used: (urls: readonly string[]) => void): () => void {
  const observer = new PerformanceObserver(list => used(list.getEntries().map(({ name }) => name)));
  observer.observe({ type: 'resource', buffered: true });
  return () => observer.disconnect();
}
