/** Registers the service worker and lets a new build take over between two items. */
import { every, sleep } from '../shared/clock.ts';
import { SERVICE_WORKER } from '../shared/constants.ts';
import { onFault, type Player } from './player.ts';

const ADDRESS = '/sw.js';
/** The first picture comes before the worker: it fetches the whole shell. */
const AFTER_FIRST_PICTURE_MS = 1_500;
const TAKE_OVER_LIMIT_MS = 5_000;

export function installWorker(player: Player): void {
  const workers = navigator.serviceWorker;
  if (!workers || import.meta.env.DEV) return;
  workers.addEventListener('message', (event: MessageEvent<unknown>) => {
    const told = event.data as { type?: string; sha256?: string } | null;
    if (told?.type === 'library-bad' && told.sha256) player.isSpoiled(told.sha256);
  });
  void sleep(player.clock, AFTER_FIRST_PICTURE_MS)
    .then(() => workers.register(ADDRESS, { scope: '/' }))
    .then(registration => attendUpdates(player, workers, registration))
    .catch(onFault);
}

function attendUpdates(
  player: Player,
  workers: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
) {
  const isWaiting = () => registration.waiting !== null && workers.controller !== null;
  const offer = () => {
    if (!isWaiting()) return;
    const running = player.running();
    if (running) running.run.tell({ on: 'update' });
    else takeOver();
  };
  const takeOver = () => {
    const stay = player.clock.after(TAKE_OVER_LIMIT_MS, () => player.running()?.run.tell({ on: 'stay' }));
    workers.addEventListener(
      'controllerchange',
      () => {
        stay();
        location.reload();
      },
      { once: true },
    );
    registration.waiting?.postMessage({ type: 'take-over' });
  };
  player.listeners.onUpdate = takeOver;
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed') offer();
    });
  });
  offer();
  every(player.clock, SERVICE_WORKER.updateCheckMs, () => registration.update().catch(onFault));
}
