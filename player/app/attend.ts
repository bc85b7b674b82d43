/** What a playing screen needs beside the picture: to stay awake, and to answer a hand. */
import { onFault, type Player } from './player.ts';
import { isAway } from './status.ts';

const MARK_AFTER_MS = 30_000;

export function attend(player: Player): void {
  void stayAwake();
  void navigator.storage.persist().catch(onFault);
  document.addEventListener('visibilitychange', () => void stayAwake());
  addEventListener('pointerdown', open);
  addEventListener('pointermove', open);
  addEventListener('keydown', open);

  function open() {
    for (const name of ['pointerdown', 'pointermove', 'keydown']) removeEventListener(name, open);
    import('../kiosk/knob.ts').then(({ attendHand }) => attendHand(player)).catch(onFault);
  }
  markLink(player);
  const isKiosk = player.status.get().isKiosk;
  const work = isKiosk
    ? import('../kiosk/duty.ts').then(({ goOnDuty }) => goOnDuty(player))
    : player.shown.then(() => import('../install/here.ts')).then(({ installHere }) => installHere(player));
  work.catch(onFault);
  if (isKiosk && navigator.maxTouchPoints > 0)
    import('../rides/here.ts').then(({ openCabin }) => openCabin(player)).catch(onFault);
}

/** Whoever has just paired this screen may want it locked. */
export async function offerKiosk(player: Player): Promise<void> {
  const { askForKiosk } = await import('../screens/ask.ts');
  if ((await askForKiosk(player.clock)) !== 'yes') return;
  await (await import('../panels/setup.ts')).openSetup(player);
}

/** A short gap in a tunnel is nobody's concern. */
function markLink({ clock, status }: Player) {
  let wasAway = false;
  let cancel = () => {};
  const mark = async () => (await import('../screens/corner.ts')).markLink(status);
  status.watch(({ link }) => {
    if (isAway(link) === wasAway) return;
    wasAway = isAway(link);
    cancel();
    if (wasAway) cancel = clock.after(MARK_AFTER_MS, () => void mark().catch(onFault));
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
