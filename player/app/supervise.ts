/** What a playing screen needs beside playback: wake lock, touch controls, kiosk mode, install prompt. */
import { onFault } from './faults.ts';
import type { Player } from './player.ts';
import { isLinkDegraded } from './status.ts';

const MARK_AFTER_MS = 30_000;

export function supervise(player: Player): void {
  void requestWakeLock();
  void navigator.storage.persist().catch(onFault);
  document.addEventListener('visibilitychange', () => void requestWakeLock());
  addEventListener('pointerdown', openKnob);
  addEventListener('pointermove', openKnob);
  addEventListener('keydown', openKnob);

  let isKnobOpen = false;
  function openKnob() {
    if (isKnobOpen) return;
    isKnobOpen = true;
    for (const name of ['pointerdown', 'pointermove', 'keydown']) removeEventListener(name, openKnob);
    import('../kiosk/knob.ts').then(({ showKnobOnTouch: attendHand }) => attendHand(player)).catch(onFault);
  }
  watchLinkMark(player);
  const isKiosk = player.status.get().isKiosk;
  const work = isKiosk
    ? import('../kiosk/startKiosk.ts').then(({ startKiosk: goOnDuty }) => goOnDuty(player))
    : player.shown
        .then(() => import('../install/pageInstall.ts'))
        .then(({ startInstallPrompt: installHere }) => installHere(player, touched));
  work.catch(onFault);
  if (isKiosk) void player.shown.then(openKnob);
  startPlaceAndRides(player, isKiosk && navigator.maxTouchPoints > 0).catch(onFault);
}

/** After the first picture: neither of them decides what that is. */
async function startPlaceAndRides(player: Player, hasRides: boolean): Promise<void> {
  await player.shown;
  const place = await (await import('../place/screenPlace.ts')).startPlace(player);
  if (hasRides) await (await import('../rides/pageRides.ts')).startRides(player, place);
}

/** A hand is at the screen: nothing is laid over content where nobody is. */
export const touched = new Promise<void>(done => {
  for (const name of ['pointerdown', 'keydown'])
    globalThis.addEventListener?.(name, () => done(), { once: true });
});

/** Offers kiosk mode after pairing, once somebody is there. */
export async function offerKiosk(player: Pick<Player, 'clock' | 'db'>): Promise<void> {
  await touched;
  const { askForKiosk } = await import('../screens/ask.ts');
  if ((await askForKiosk(player.clock)) !== 'yes') return;
  await (await import('../panels/setup.ts')).openSetup(player);
}

/** Shows the link mark only after a longer outage, not for a tunnel. */
function watchLinkMark({ clock, status }: Pick<Player, 'clock' | 'status'>) {
  let wasAway = false;
  let cancel = () => {};
  const mark = async () => (await import('../screens/linkMark.ts')).markLink(status);
  status.watch(({ link }) => {
    if (isLinkDegraded(link) === wasAway) return;
    wasAway = isLinkDegraded(link);
    cancel();
    if (wasAway) cancel = clock.after(MARK_AFTER_MS, () => void mark().catch(onFault));
  });
}

/** The browser releases the wake lock when the page is hidden, so it is requested each time the page is visible. */
async function requestWakeLock() {
  if (document.hidden || !navigator.wakeLock) return;
  try {
    await navigator.wakeLock.request('screen');
  } catch (error) {
    /** A browser that saves power refuses; the next time the page is visible it is asked again. */
    if ((error as DOMException).name !== 'NotAllowedError') onFault(error);
  }
}
