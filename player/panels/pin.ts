/** Asks for the PIN, says how many tries are left, and counts down while none is taken. */
import type { Clock } from '../../shared/clock.ts';
import { isLocked, triesLeft } from '../kiosk/lock.ts';
import type { Tries } from '../kiosk/tries.ts';
import { el, put } from '../screens/dom.ts';
import type { Say } from '../screens/texts.ts';
import { openDialog } from './dialog.ts';
import { pad } from './pad.ts';

const SECOND_MS = 1_000;

interface Asking {
  say: Say;
  clock: Clock;
  tries: Tries;
  onRight: () => Promise<void>;
  onFault: (error: unknown) => void;
}

export function askPin({ say, clock, tries, onRight, onFault }: Asking): HTMLDialogElement {
  const dialog = openDialog(clock, 'pin', say('pin.enter'));
  const said = el('p', 'said');
  const keys = pad({ say, onCancel: () => dialog.close(), onPin: judge });
  let cancel = () => {};

  /** Where a try cannot be counted, none is taken. */
  const failed = (error: unknown): 'failed' => {
    onFault(error);
    tell(say('service.failed'));
    return 'failed';
  };
  async function judge(pin: string) {
    tell(say('pin.checking'));
    const verdict = await tries.judge(pin).catch(failed);
    if (verdict === 'failed') return;
    if (verdict === 'right') {
      dialog.close();
      return onRight().catch(onFault);
    }
    tell(say('pin.wrong', { n: triesLeft(tries.now()) }));
    countDown('polite');
  }

  /** Read out where it is news: not each second. */
  function tell(text: string, live: 'polite' | 'off' = 'polite') {
    said.setAttribute('aria-live', live);
    put(said, text);
  }
  /** Seconds to go, once a second, until the next try. */
  function countDown(live: 'polite' | 'off') {
    cancel();
    const lock = tries.now();
    keys.shut(isLocked(lock));
    if (!isLocked(lock)) return;
    tell(say('pin.locked', { s: Math.ceil(lock.leftMs / SECOND_MS) }), live);
    cancel = clock.after(lock.leftMs % SECOND_MS || SECOND_MS, () => {
      tell('', 'off');
      countDown('off');
    });
  }

  dialog.addEventListener('keydown', ({ key }) => keys.press(key));
  dialog.addEventListener('close', () => cancel());
  dialog.append(keys.dots, said, keys.element);
  countDown('polite');
  return dialog;
}
