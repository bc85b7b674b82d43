import { LANGUAGES } from '../../shared/constants.ts';
import { LANGUAGE_NAMES } from '../../shared/i18n/language.ts';
import { button, el } from '../screens/dom.ts';
import { chooseLanguage, ownLanguage } from '../screens/language.ts';
import type { Translate } from '../screens/texts.ts';

/** `onChosen` shows the panel anew, in the language that was chosen. */
export function languageSwitch(say: Translate, onChosen: () => void): HTMLElement {
  const group = el(
    'div',
    'buttons',
    ...LANGUAGES.map(language => {
      const made = button(LANGUAGE_NAMES[language], () => {
        chooseLanguage(language);
        onChosen();
      });
      made.lang = language;
      made.setAttribute('aria-pressed', String(language === ownLanguage()));
      return made;
    }),
  );
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', say('service.language'));
  return group;
}
