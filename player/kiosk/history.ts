/** A kiosk's own entries in the browser's history: Back and a swipe from the edge end among them. */
const GUARDS = 4;

interface HistoryPorts {
  history: Pick<History, 'state' | 'pushState' | 'go'>;
  page: Pick<EventTarget, 'addEventListener'>;
}
const depthOf = (state: unknown) => Number((state as { kiosk?: number } | null)?.kiosk ?? 0);

/**
 * One entry for each of the first touches, since browsers skip entries that were made without one. Who goes back is
 * brought forward again; several lie there, so that somebody quick does not get out in between.
 */
export function holdHistory({ history, page }: HistoryPorts): void {
  let deepest = depthOf(history.state);
  const deepen = () => {
    if (deepest >= GUARDS || depthOf(history.state) < deepest) return;
    history.pushState({ kiosk: ++deepest }, '');
  };
  for (const name of ['pointerup', 'keydown']) page.addEventListener(name, deepen);
  page.addEventListener('popstate', () => {
    const missing = deepest - depthOf(history.state);
    if (missing > 0) history.go(missing);
  });
}
