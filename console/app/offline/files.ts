/** Tells the worker which of our files this page has used, so that it opens again without a server. */
import { sleep, type Clock } from '../../../shared/clock.ts';

/** The page comes first: the worker brings the player's files along. */
const START_DELAY_MS = 2_000;

export interface UsedFilesPorts {
  clock: Clock;
  /** Plain http on a LAN has none. */
  workers: ServiceWorkerContainer | undefined;
  worker: string;
  origin: string;
  /** Loads what is needed without a server and may not have been used with one. */
  preload: () => Promise<unknown>;
  /** Calls back with the addresses of what has been loaded, from the start of the page on; the answer ends it. */
  watchLoaded: (onLoaded: (urls: readonly string[]) => void) => () => void;
}

export function reportUsedFiles({ clock, workers, worker, origin, preload, watchLoaded }: UsedFilesPorts): () => void {
  let isStopped = false;
  let stop = () => {};
  async function begin() {
    if (workers === undefined) return;
    await sleep(clock, START_DELAY_MS);
    if (isStopped) return;
    await workers.register(worker, { scope: '/', updateViaCache: 'none' });
    const { active } = await workers.ready;
    if (isStopped) return;
    stop = watchLoaded(urls => {
      const own = urls.map(url => new URL(url)).filter(url => url.origin === origin);
      const paths = own.map(({ pathname }) => pathname);
      (workers.controller ?? active)?.postMessage({ type: 'console-used', paths });
    });
    await preload();
  }
  begin().catch((error: unknown) =>
    console.warn('the console is not kept for a time without a server', error),
  );
  return () => {
    isStopped = true;
    stop();
  };
}

/** The browser's own list of what the page was made of. */
export function watchLoadedFiles(onLoaded: (urls: readonly string[]) => void): () => void {
  const observer = new PerformanceObserver(list => onLoaded(list.getEntries().map(({ name }) => name)));
  observer.observe({ type: 'resource', buffered: true });
  return () => observer.disconnect();
}
