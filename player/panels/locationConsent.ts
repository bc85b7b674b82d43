/** Whether this screen may know where it is: off until whoever answers for it says otherwise. */
import { readValue, writeValues, type Connection } from '../../shared/device/storage.ts';
import { onFault } from '../app/faults.ts';
import { button, el } from '../screens/dom.ts';
import type { Translate } from '../screens/texts.ts';

export async function locationConsentLine(db: Connection, say: Translate): Promise<HTMLElement> {
  let isAllowed = (await readValue(db, 'place_allowed')) ?? false;
  const choice = button(say('service.place'), () => {
    isAllowed = !isAllowed;
    choice.setAttribute('aria-pressed', String(isAllowed));
    writeValues(db, { place_allowed: isAllowed }).catch(onFault);
  });
  choice.setAttribute('aria-pressed', String(isAllowed));
  return el('div', 'agree', choice, el('span', '', say('service.placeHint')));
}
