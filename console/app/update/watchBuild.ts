/** Checks for a newer build when the page becomes visible, and every five minutes while it is visible. */
import { every, type Clock } from '../../../shared/clock.ts';

export const CHECK_INTERVAL_MS = 5 * 60_000;

export interface BuildWatchPorts {
  /** Of this page; 'dev' is never out of date. */
  build: string;
  fetchServedBuild: () => Promise<string>;
  clock: Clock;
  /** The document. */
  page: EventTarget & { readonly visibilityState: DocumentVisibilityState };
  onNewBuild: () => void;
}

/** Returns the stop function. */
export function watchBuild({
  build,
  fetchServedBuild,
  clock,
  page,
  onNewBuild,
}: BuildWatchPorts): () => void {
  if (build === 'dev') return () => undefined;
  let isStopped = false;
  const check = async () => {
    if (page.visibilityState !== 'visible') return;
    // Without an answer the next check tries again.
    const servedBuild = await fetchServedBuild().catch(() => build);
    if (servedBuild === build || isStopped) return;
    stop();
    onNewBuild();
  };
  const onVisibilityChange = () => void check();
  page.addEventListener('visibilitychange', onVisibilityChange);
  const stopTimer = every(clock, CHECK_INTERVAL_MS, check);
  const stop = () => {
    isStopped = true;
    stopTimer();
    page.removeEventListener('visibilitychange', onVisibilityChange);
  };
  return stop;
}
