/** Whether this screen may know where it is, and whether it may say so: off until whoever answers for it says otherwise. */
import { readValue, writeValues, type Connection } from '../../shared/device/storage.ts';
import { onFault } from '../app/faults.ts';
import { button, el } from '../screens/dom.ts';
import type { Translate } from '../screens/texts.ts';

const ASKED = [
  { key: 'place_allowed', text: 'service.place', hint: 'service.placeHint' },
  { key: 'place_reported', text: 'service.placeReported', hint: 'service.placeReportedHint' },
] as const;

/** `withdraw`: the place is not to be used from this moment on. */
export function locationConsentLines(
  db: Connection,
  say: Translate,
  withdraw: () => void,
): Promise<HTMLElement[]> {
  return Promise.all(
    ASKED.map(async ({ key, text, hint }) => {
      let isAllowed = (await readValue(db, key)) ?? false;
      const choice = button(say(text), () => {
        isAllowed = !isAllowed;
        choice.setAttribute('aria-pressed', String(isAllowed));
        if (key === 'place_allowed' && !isAllowed) withdraw();
        writeValues(db, { [key]: isAllowed }).catch(onFault);
      });
      choice.setAttribute('aria-pressed', String(isAllowed));
      return el('div', 'agree', choice, el('span', '', say(hint)));
    }),
  );
}
