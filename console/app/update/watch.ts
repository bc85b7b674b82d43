/** Looks for a newer build when the page comes into view and every five minutes while it is seen. */
import { every, type Clock } from '../../../shared/clock.ts';

export const LOOK_EVERY_MS = 5 * 60_000;

export interface WatchPorts {
  /** Of this page; 'dev' is never out of date. */
  build: string;
  served: () => Promise<string>;
  clock: Clock;
  /** The document. */
  page: EventTarget & { readonly visibilityState: DocumentVisibilityState };
  found: () => void;
}

/** The answer stops it. */
export function watchBuild({ build, served, clock, page, found }: WatchPorts): () => void {
  if (build === 'dev') return () => undefined;
  let isOver = false;
  const look = async () => {
    if (page.visibilityState !== 'visible') return;
    // Without an answer nothing is known: the next look asks again.
    const now = await served().catch(() => build);
    if (now === build || isOver) return;
    stop();
    found();
  };
  const shown = () => void look();
  page.addEventListener('visibilitychange', shown);
  const rest = every(clock, LOOK_EVERY_MS, look);
  const stop = () => {
    isOver = true;
    rest();
    page.removeEventListener('visibilitychange', shown);
  };
  return stop;
}
