/** Makes a PIN, shows it this once, and turns kiosk mode on when whoever stands there has noted it. */
import { pageKioskPorts } from '../kiosk/pageKiosk.ts';
import { quickSetup, toggleKiosk, type KioskPorts } from '../kiosk/kiosk.ts';
import { isPin, PIN_DIGITS } from '../kiosk/pin.ts';
import { onFault } from '../app/faults.ts';
import type { Player } from '../app/player.ts';
import { button, el } from '../screens/dom.ts';
import { loadPanelTexts } from '../screens/texts.ts';
import { openDialog } from './dialog.ts';

/** Tried first by everybody who should not get in. */
const isObvious = (pin: string) =>
  new Set(pin).size === 1 || '01234567890'.includes(pin) || '09876543210'.includes(pin);

function field(label: string) {
  const input = Object.assign(el('input', 'field'), {
    type: 'password',
    inputMode: 'numeric',
    autocomplete: 'off',
    maxLength: PIN_DIGITS,
  });
  return { input, element: el('label', 'entry', el('span', '', label), input) };
}

/** The ports are the page's own but for tests. */
export async function openSetup(
  { clock, db }: Pick<Player, 'clock' | 'db'>,
  ports: KioskPorts = pageKioskPorts(db),
): Promise<void> {
  const say = await loadPanelTexts();
  const dialog = openDialog(clock, 'setup', say('kiosk.title'));
  const close = () => dialog.close();
  const first = field(say('kiosk.pin'));
  const again = field(say('kiosk.again'));
  const message = el('p', 'said');
  message.setAttribute('role', 'alert');
  const make = Object.assign(el('button', 'button', say('kiosk.next')), { type: 'submit' });
  const form = el(
    'form',
    '',
    el('p', '', say('kiosk.what')),
    first.element,
    again.element,
    message,
    el('div', 'buttons', button(say('pin.cancel'), close), make),
  );
  form.noValidate = true;
  first.input.addEventListener('input', () => {
    message.textContent =
      isObvious(first.input.value) && isPin(first.input.value) ? say('kiosk.obvious') : '';
  });

  function validationError(): string | null {
    const pin = first.input.value;
    if (pin === '' && again.input.value === '') return null;
    if (!isPin(pin)) return say('kiosk.form');
    return pin === again.input.value ? null : say('kiosk.differ');
  }
  async function submit() {
    const wrong = validationError();
    if (wrong !== null) return void (message.textContent = wrong);
    make.disabled = true;
    const { value } = first.input;
    form.replaceWith(...pinShown(await quickSetup(value === '' ? {} : { pin: value }, ports)));
  }
  function pinShown(pin: string): HTMLElement[] {
    const turnOn = () => void toggleKiosk(true, ports).catch(onFault);
    const number = el('p', 'shown', pin);
    number.setAttribute('aria-label', say('kiosk.yourPin', { pin: [...pin].join(' ') }));
    return [
      el('p', '', say('kiosk.note')),
      number,
      el('div', 'buttons', button(say('pin.cancel'), close), button(say('kiosk.turnOn'), turnOn)),
    ];
  }
  form.addEventListener('submit', event => {
    event.preventDefault();
    void submit().catch(onFault);
  });
  dialog.append(form);
}
