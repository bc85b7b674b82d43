/** Tells the service worker which files this page has used, so that it can open offline. */
import { sleep, type Clock } from '../../../shared/clock.ts';

/** The page loads first, because installing the worker also downloads the player's files. */
const START_DELAY_MS = 2_000;

export interface UsedFilesPorts {
  clock: Clock;
  /** undefined on plain http. */
  workers: ServiceWorkerContainer | undefined;
  worker: string;
  origin: string;
  /** Loads the chunks an offline page needs but may not have used online. */
  preload: () => Promise<unknown>;
  /** Calls back with the URLs of loaded files since page start; returns the unsubscribe function. */
  watchLoaded: (onLoaded: (urls: readonly string[]) => void) => () => void;
}

export function reportUsedFiles({
  clock,
  workers,
  worker,
  origin,
  preload,
  watchLoaded,
}: UsedFilesPorts): () => void {
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

/** Observes the browser's resource timing entries. */
export function watchLoadedFiles(onLoaded: (urls: readonly string[]) => void): () => void {
  const observer = new PerformanceObserver(list => onLoaded(list.getEntries().map(({ name }) => name)));
  observer.observe({ type: 'resource', buffered: true });
  return () => observer.disconnect();
}
