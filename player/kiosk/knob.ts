/** What a hand on the screen may see: a button for three seconds; in a kiosk it has to be held, and asks for the PIN. */
import '../screens/screens.css';
import './knob.css';
import { KIOSK } from '../../shared/constants.ts';
import { onFault } from '../app/faults.ts';
import type { ServicePlayer } from '../panels/servicePanel.ts';
import { el } from '../screens/dom.ts';
import { ownLanguage } from '../screens/language.ts';
import { loadTexts } from '../screens/texts.ts';
import { onLongPress } from './longPress.ts';

const SHOWN_MS = 3_000;
const SVG = 'http://www.w3.org/2000/svg';

/** Fills while it is held. */
function ring(): SVGElement {
  const drawing = document.createElementNS(SVG, 'svg');
  const circle = drawing.appendChild(document.createElementNS(SVG, 'circle'));
  drawing.setAttribute('class', 'ring');
  drawing.setAttribute('viewBox', '0 0 100 100');
  for (const [name, value] of Object.entries({ cx: 50, cy: 50, r: 46, pathLength: 1 }))
    circle.setAttribute(name, String(value));
  drawing.style.setProperty('--hold', `${KIOSK.holdMs}ms`);
  return drawing;
}

export async function showKnobOnTouch(player: ServicePlayer): Promise<void> {
  const { clock, status } = player;
  const say = await loadTexts(ownLanguage());
  const { isKiosk } = status.get();
  const knob = el('button', 'knob');
  knob.type = 'button';
  knob.setAttribute('aria-label', say(isKiosk ? 'knob.hold' : 'knob.open'));
  document.getElementById('over')?.append(knob);
  const openService = async () => (await import('../panels/servicePanel.ts')).openService(player);
  const openExit = async () => (await import('../panels/exit.ts')).openExit(player);
  if (isKiosk) {
    /** Nobody sees it at rest, and the very first touch may hold it. */
    knob.dataset['rest'] = '';
    knob.append(ring());
    onLongPress(knob, { clock, ms: KIOSK.holdMs, onHeld: () => void openExit().catch(onFault) });
  } else knob.addEventListener('click', () => void openService().catch(onFault));

  let cancel = () => {};
  const show = () => {
    cancel();
    setResting(false);
    cancel = clock.after(SHOWN_MS, hide);
  };
  const hide = () => ('held' in knob.dataset ? show() : setResting(true));
  function setResting(isResting: boolean) {
    if (!isKiosk) knob.hidden = isResting;
    else if (isResting) knob.dataset['rest'] = '';
    else delete knob.dataset['rest'];
  }
  for (const name of ['pointerdown', 'pointermove', 'keydown']) addEventListener(name, show);
  if (!isKiosk) show();
}
