/** Twelve keys for four digits: by hand or by keyboard. */
import { PIN_DIGITS } from '../kiosk/pin.ts';
import { button, el } from '../screens/dom.ts';
import type { Translate } from '../screens/texts.ts';

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

interface Pad {
  say: Translate;
  /** Called with each four digits; no key counts until it has ended. */
  onPin: (pin: string) => Promise<void>;
  onCancel: () => void;
}

export function pad({ say, onPin, onCancel }: Pad) {
  let typed = '';
  let isBusy = false;
  let isShut = false;
  const dots = el('div', 'dots');
  dots.setAttribute('role', 'img');
  const keys: HTMLButtonElement[] = [];

  function draw() {
    const marks = Array.from({ length: PIN_DIGITS }, (_, i) => (i < typed.length ? '●' : '○'));
    dots.textContent = marks.join('');
    dots.setAttribute('aria-label', say('pin.typed', { n: typed.length }));
    for (const key of keys) key.setAttribute('aria-disabled', String(isBusy || isShut));
  }
  async function add(digit: string) {
    if (isBusy || isShut) return;
    typed += digit;
    draw();
    if (typed.length < PIN_DIGITS) return;
    isBusy = true;
    draw();
    try {
      await onPin(typed);
    } finally {
      typed = '';
      isBusy = false;
      draw();
    }
  }
  function remove() {
    typed = isBusy ? typed : typed.slice(0, -1);
    draw();
  }
  const key = (text: string, press: () => void) => {
    const made = button(text, press, 'button key');
    keys.push(made);
    return made;
  };
  const digit = (n: number) => key(String(n), () => void add(String(n)));
  const back = key('⌫', remove);
  back.setAttribute('aria-label', say('pin.delete'));
  const element = el(
    'div',
    'pad',
    ...DIGITS.map(digit),
    button(say('pin.cancel'), onCancel, 'button key'),
    digit(0),
    back,
  );
  draw();

  return {
    dots,
    element,
    shut(next: boolean) {
      isShut = next;
      draw();
    },
    /** True where the key was ours. */
    press(name: string): void {
      if (/^\d$/.test(name)) void add(name);
      if (name === 'Backspace' || name === 'Delete') remove();
    },
  };
}
