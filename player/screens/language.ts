/** The language of this screen's own words. */
import type { Language } from '../../shared/constants.ts';
import { detectLanguage, LANGUAGE_KEY } from '../../shared/i18n/language.ts';

/** The language a hand chose here or in the console, else the browser's. A screen never asks for its place to tell. */
export const ownLanguage = (): Language =>
  detectLanguage(localStorage.getItem(LANGUAGE_KEY), navigator.language);

export function chooseLanguage(language: Language): void {
  localStorage.setItem(LANGUAGE_KEY, language);
  document.documentElement.lang = language;
}
