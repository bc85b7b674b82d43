/** What a playing screen needs beside the picture: to stay awake, and to answer a hand. */
import { onFault, type Player } from './player.ts';

const OFFLINE_MARK_AFTER_MS = 30_000;

export function attend(player: Player): void {
  void stayAwake();
  document.addEventListener('visibilitychange', () => void stayAwake());
  addEventListener('pointerdown', open);
  addEventListener('pointermove', open);
  addEventListener('keydown', open);

  function open() {
    for (const name of ['pointerdown', 'pointermove', 'keydown']) removeEventListener(name, open);
    import('./screens/sheet.ts').then(({ attendHand }) => attendHand(player)).catch(onFault);
  }
  let cancel = () => {};
  player.status.watch(({ link }) => {
    cancel();
    if (link !== 'offline') return;
    cancel = player.clock.after(OFFLINE_MARK_AFTER_MS, () => {
      import('./screens/corner.ts').then(({ showCorner }) => showCorner(player)).catch(onFault);
    });
  });
}

/** The browser takes the lock away when the page is hidden, so it is asked for each time it is seen. */
async function stayAwake() {
  if (document.hidden || !navigator.wakeLock) return;
  try {
    await navigator.wakeLock.request('screen');
  } catch (error) {
    onFault(error);
  }
}
