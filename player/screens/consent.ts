/** The line that asks for error reports, with the answer that holds. */
import { onFault } from '../app/faults.ts';
import { consent } from '../link/telemetry.ts';
import { el } from './dom.ts';
import type { Key, Translate } from './texts.ts';

const ANSWERS = [
  ['consent.accept', true],
  ['consent.decline', false],
] as const satisfies readonly (readonly [Key, boolean])[];

export function consentLine(say: Translate): HTMLElement {
  const buttons = ANSWERS.map(([key, errors]) => {
    const button = Object.assign(el('button', 'button', say(key)), { type: 'button' });
    button.addEventListener('click', () => void consent.decide({ errors }).catch(onFault));
    const draw = () => {
      const isAnswer = consent.store.getState().at === 'decided' && consent.allows('errors') === errors;
      button.setAttribute('aria-pressed', String(isAnswer));
    };
    consent.store.subscribe(draw);
    draw();
    return button;
  });
  const line = el('div', 'agree', el('span', '', say('consent.ask')), ...buttons);
  line.setAttribute('role', 'group');
  line.setAttribute('aria-label', say('consent.ask'));
  return line;
}
