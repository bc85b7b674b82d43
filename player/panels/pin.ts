/** Asks for the PIN, says how many tries are left, and counts down while none is taken. */
import type { Clock } from '../../shared/clock.ts';
import { isLocked, attemptsLeft } from '../kiosk/lock.ts';
import type { PinAttempts } from '../kiosk/pinAttempts.ts';
import { el, put } from '../screens/dom.ts';
import type { Translate } from '../screens/texts.ts';
import { openDialog } from './dialog.ts';
import { pad } from './pad.ts';

const SECOND_MS = 1_000;

interface PinDialogOptions {
  say: Translate;
  clock: Clock;
  attempts: PinAttempts;
  onRight: () => Promise<void>;
  onFault: (error: unknown) => void;
}

export function askPin({ say, clock, attempts, onRight, onFault }: PinDialogOptions): HTMLDialogElement {
  const dialog = openDialog(clock, 'pin', say('pin.enter'));
  const message = el('p', 'said');
  const keys = pad({ say, onCancel: () => dialog.close(), onPin: check });
  let cancel = () => {};

  /** Where a try cannot be counted, none is taken. */
  const onCheckFailed = (error: unknown): 'failed' => {
    onFault(error);
    showMessage(say('service.failed'));
    return 'failed';
  };
  async function check(pin: string) {
    showMessage(say('pin.checking'));
    const verdict = await attempts.judge(pin).catch(onCheckFailed);
    if (verdict === 'failed') return;
    if (verdict === 'right') {
      dialog.close();
      return onRight().catch(onFault);
    }
    const n = attemptsLeft(attempts.now());
    showMessage(n === 1 ? say('pin.wrongLast') : say('pin.wrong', { n }));
    countDown('polite');
  }

  /** Read out where it is news: not each second. */
  function showMessage(text: string, live: 'polite' | 'off' = 'polite') {
    message.setAttribute('aria-live', live);
    put(message, text);
  }
  /** Seconds to go, once a second, until the next try. */
  function countDown(live: 'polite' | 'off') {
    cancel();
    const lock = attempts.now();
    keys.shut(isLocked(lock));
    if (!isLocked(lock)) return;
    showMessage(say('pin.locked', { s: Math.ceil(lock.leftMs / SECOND_MS) }), live);
    cancel = clock.after(lock.leftMs % SECOND_MS || SECOND_MS, () => {
      showMessage('', 'off');
      countDown('off');
    });
  }

  dialog.addEventListener('keydown', ({ key }) => keys.press(key));
  dialog.addEventListener('close', () => cancel());
  dialog.append(keys.dots, message, keys.element);
  countDown('polite');
  return dialog;
}
