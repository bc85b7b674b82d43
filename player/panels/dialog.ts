/** A panel over what plays. Left alone it closes: nobody finds it open behind whoever knew the PIN. */
import '../fonts/fonts.ts';
import '../screens/screens.css';
import './panels.css';
import type { Clock } from '../../shared/clock.ts';
import { el } from '../screens/dom.ts';

const IDLE_MS = 30_000;
const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'input'];

export function openDialog(clock: Clock, className: string, title: string): HTMLDialogElement {
  const heading = el('h1', '', title);
  heading.id = `${className}-title`;
  const dialog = el('dialog', `sheet ${className}`, heading);
  dialog.setAttribute('aria-labelledby', heading.id);
  let cancel = () => {};
  const stay = () => {
    cancel();
    cancel = clock.after(IDLE_MS, () => dialog.close());
  };
  for (const name of ACTIVITY_EVENTS) dialog.addEventListener(name, stay);
  dialog.addEventListener('close', () => {
    cancel();
    dialog.remove();
  });
  document.getElementById('over')?.append(dialog);
  stay();
  dialog.showModal();
  return dialog;
}
